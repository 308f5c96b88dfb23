import type { Calls } from '@coopline/contract/calls'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { CallLine } from './call.ts'
import { memberCall, type MemberCallInput } from './member-call.ts'

/**
 * Loads what a page shows to the member who is signed in: `useMemberRead('GET /v3/members/{memberNumber}/…', { params })`.
 * The token is no part of what is kept, so that a renewed session loads nothing anew.
 */
export function useMemberRead<C extends CallLine>(
  line: C,
  input: MemberCallInput<C>,
  options: { readonly enabled?: boolean; readonly refetchEveryMs?: number; readonly keepPrevious?: boolean } = {},
): UseQueryResult<Calls[C]['answer']> {
  const { enabled = true, refetchEveryMs = false, keepPrevious = false } = options
  return useQuery({
    queryKey: [line, input],
    queryFn: ({ signal }) => memberCall(line, { ...input, signal }),
    enabled,
    refetchInterval: refetchEveryMs,
    // What another input was answered is shown until this one is.
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  })
}
