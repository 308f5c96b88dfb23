import type { Calls } from '@coopline/contract/calls'
import { call, type CallInput, type CallLine } from './call.ts'
import { CallFailed } from './call-failed.ts'
import { askForProof, isProofWanted, StepUpCanceled } from '../form/step-up.ts'
import { findStoredUser } from '../session/stored-user.ts'

/** The input of a member's call, without the token, which is added. */
export type MemberCallInput<C extends CallLine> = Omit<CallInput<C>, 'bearer'>

/**
 * Makes a call as the signed-in member, with the currently stored token: another tab may have renewed the session since the
 * page was rendered, also while the call was in progress. When the server requires a new proof of identity, it asks the member
 * and repeats the call. A call is never repeated as another member who signed in meanwhile.
 *
 * @throws CallFailed with status 401 when the member is no longer signed in; StepUpCanceled when the member canceled the proof
 *   of identity; what `call` throws.
 */
export async function memberCall<C extends CallLine>(line: C, input: MemberCallInput<C>): Promise<Calls[C]['answer']> {
  const memberNumber = findStoredUser()?.memberNumber
  try {
    return await callAsMember(memberNumber, line, input)
  } catch (error) {
    if (!isProofWanted(error)) throw error
    if (!(await askForProof())) throw new StepUpCanceled(error)
    return callAsMember(memberNumber, line, input)
  }
}

const tokenOf = (memberNumber: string | undefined): string | undefined => {
  const user = findStoredUser()
  return user?.memberNumber === memberNumber ? user?.accessToken : undefined
}

async function callAsMember<C extends CallLine>(
  memberNumber: string | undefined,
  line: C,
  input: MemberCallInput<C>,
): Promise<Calls[C]['answer']> {
  const bearer = tokenOf(memberNumber)
  if (bearer === undefined) throw new CallFailed(401, '', { message: '', errors: [] })
  try {
    return await callAs(bearer)
  } catch (error) {
    const now = tokenOf(memberNumber)
    const wasRenewed = error instanceof CallFailed && error.status === 401 && now !== undefined && now !== bearer
    if (!wasRenewed) throw error
    return callAs(now)
  }

  function callAs(token: string): Promise<Calls[C]['answer']> {
    // The input is whole again, which the compiler cannot see through the parts that need not be given.
    return call(line, { ...input, bearer: token } as CallInput<C>)
  }
}
