import type { Calls } from '@coopline/contract/calls'
import { useQuery, useQueryClient, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '@coopline/contract/paths'
import { call, type CallInput, type CallLine } from '../call/call.ts'
import { CallFailed } from '../call/call-failed.ts'
import { findStoredStaff, forgetStoredStaff } from './staff-session.ts'
import { useLastError } from '../call/use-last-error.ts'
import { useTask } from '../call/use-task.ts'

/** The input of a staff call, without the token, which is added. */
export type StaffCallInput<C extends CallLine> = Omit<CallInput<C>, 'bearer' | 'quiet'>

/**
 * Makes a call as the staff member who is signed in. A refusal ends their session in this browser, and no member's.
 *
 * @throws CallFailed with status 401 when no one is signed in; what `call` throws.
 */
export async function staffCall<C extends CallLine>(line: C, input: StaffCallInput<C>): Promise<Calls[C]['answer']> {
  const bearer = findStoredStaff()?.accessToken
  if (bearer === undefined) throw new CallFailed(401, '', { message: '', errors: [] })
  try {
    // The input is whole again, which the compiler cannot see through the parts that need not be given.
    return await call(line, { ...input, bearer, quiet: true } as CallInput<C>)
  } catch (error) {
    const isOver = error instanceof CallFailed && error.status === 401
    if (isOver && findStoredStaff()?.accessToken === bearer) forgetStoredStaff()
    throw error
  }
}

/** Loads what a page of the console shows. */
export function useStaffRead<C extends CallLine>(
  line: C,
  input: StaffCallInput<C>,
  { refetchEveryMs = false }: { readonly refetchEveryMs?: number | false } = {},
): UseQueryResult<Calls[C]['answer']> {
  const queryKey = [line, input]
  const query = useQuery<Calls[C]['answer']>({
    queryKey,
    queryFn: ({ signal }) => staffCall(line, { ...input, signal }),
    refetchInterval: refetchEveryMs,
    // Each view of a member is recorded: coming back to the window is none.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return useLastError(query, queryKey)
}

/** Does something as the staff member who is signed in, once at a time. */
export const useStaffSend = <C extends CallLine>(
  line: C,
  options: { readonly onSuccess?: (answer: Calls[C]['answer']) => void } = {},
): UseMutationResult<Calls[C]['answer'], Error, StaffCallInput<C>> =>
  useTask((input: StaffCallInput<C>) => staffCall(line, input), options)

/** Signs out: here at once, on the server as soon as it answers. */
export function useStaffSignOut(): () => void {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return () => {
    void staffCall('POST /v3/staff/session/end', { body: {}, timeoutMs: 5_000 }).catch(() => undefined)
    forgetStoredStaff()
    queries.clear()
    void navigate(paths.staffSignIn())
  }
}
