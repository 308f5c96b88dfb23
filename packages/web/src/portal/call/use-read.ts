import type { Calls } from '@coopline/contract/calls'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { call, type CallInput, type CallLine } from './call.ts'
import { useLastError } from './use-last-error.ts'

interface ReadOptions<Answer, Data> {
  readonly enabled?: boolean
  readonly refetchEveryMs?: number
  /** Transforms the response. Pass a stable function, so it runs once per response. */
  readonly select?: (answer: Answer) => Data
}

/** Loads what a page shows: `useRead('GET /v3/…', { params })`. Going to the same page again loads it again. */
export function useRead<C extends CallLine, Data = Calls[C]['answer']>(
  line: C,
  input: CallInput<C>,
  options: ReadOptions<Calls[C]['answer'], Data> = {},
): UseQueryResult<Data> {
  const { enabled = true, refetchEveryMs = false, select } = options
  const queryKey = [line, input]
  const query = useQuery<Calls[C]['answer'], Error, Data>({
    queryKey,
    queryFn: ({ signal }) => call(line, { ...input, signal }),
    enabled,
    refetchInterval: refetchEveryMs,
    ...(select !== undefined && { select }),
  })
  return useLastError(query, queryKey)
}
