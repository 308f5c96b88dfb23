import type { Calls } from '@coopline/contract/calls'
import { call, type CallInput, type CallLine } from './call.ts'
import { CallFailed } from './call-failed.ts'
import { findStoredUser } from './stored-user.ts'

/** What a call of a member takes; who they are is added. */
export type MemberCallInput<C extends CallLine> = Omit<CallInput<C>, 'bearer'>

/**
 * Makes a call as the member who is signed in, with the token that is stored at this moment: another tab may have
 * renewed the session since the page was drawn, also while the call was on its way.
 *
 * @throws CallFailed with status 401 when nobody is signed in any more; else as `call`.
 */
export async function memberCall<C extends CallLine>(line: C, input: MemberCallInput<C>): Promise<Calls[C]['answer']> {
  const bearer = findStoredUser()?.accessToken
  if (bearer === undefined) throw new CallFailed(401, '', { message: '', errors: [] })
  try {
    return await callAs(bearer)
  } catch (error) {
    const now = findStoredUser()?.accessToken
    const wasRenewed = error instanceof CallFailed && error.status === 401 && now !== undefined && now !== bearer
    if (!wasRenewed) throw error
    return callAs(now)
  }

  function callAs(token: string): Promise<Calls[C]['answer']> {
    // The input is whole again, which the compiler cannot see through the parts that need not be given.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return call(line, { ...input, bearer: token } as CallInput<C>)
  }
}
