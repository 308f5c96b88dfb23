import type { Calls } from '@coopline/contract/calls'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { call, type CallInput, type CallLine } from './call.ts'
import { useHeldError } from './use-held-error.ts'

/** Loads what a page shows: `useRead('GET /v3/…', { params })`. Going to the same page again loads it again. */
export function useRead<C extends CallLine>(
  line: C,
  input: CallInput<C>,
  options: { readonly enabled?: boolean; readonly refetchEveryMs?: number } = {},
): UseQueryResult<Calls[C]['answer']> {
  const { enabled = true, refetchEveryMs = false } = options
  const queryKey = [line, input]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(line, { ...input, signal }),
    enabled,
    refetchInterval: refetchEveryMs,
  })
  return useHeldError(query, queryKey)
}
