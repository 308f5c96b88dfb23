import type { Calls } from '@coopline/contract/calls'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { CallLine } from './call.ts'
import { memberCall, type MemberCallInput } from './member-call.ts'
import { useLastError } from './use-last-error.ts'

interface MemberReadOptions<Answer, Data> {
  readonly enabled?: boolean
  readonly refetchEveryMs?: number
  /** Shows the answer to the previous input until this one has an answer. */
  readonly keepPrevious?: boolean
  /** The time for which an answer is reused for the same call, in milliseconds; by default every new component reloads it. */
  readonly freshMs?: number
  /** Transforms the response, such as flags to booleans. Pass a stable function, so it runs once per response. */
  readonly select?: (answer: Answer) => Data
}

/**
 * Loads what a page shows to the member who is signed in: `useMemberRead('GET /v3/members/{memberNumber}/…', { params })`.
 * The token is not part of the cache key, so that a renewed session reloads nothing.
 */
export function useMemberRead<C extends CallLine, Data = Calls[C]['answer']>(
  line: C,
  input: MemberCallInput<C>,
  options: MemberReadOptions<Calls[C]['answer'], Data> = {},
): UseQueryResult<Data> {
  const { enabled = true, refetchEveryMs = false, keepPrevious = false, freshMs = 0, select } = options
  const queryKey = [line, input]
  const query = useQuery<Calls[C]['answer'], Error, Data>({
    queryKey,
    queryFn: ({ signal }) => memberCall(line, { ...input, signal }),
    enabled,
    refetchInterval: refetchEveryMs,
    staleTime: freshMs,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...(select !== undefined && { select }),
  })
  return useLastError(query, queryKey)
}
