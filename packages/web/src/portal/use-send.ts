import type { Calls } from '@coopline/contract/calls'
import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { call, type CallInput, type CallLine } from './call.ts'

interface SendOptions<C extends CallLine> {
  readonly onSuccess?: (answer: Calls[C]['answer']) => void
  /** Called even after the page was left, unlike the `onError` of `mutate`. */
  readonly onError?: (error: Error, input: CallInput<C>) => void
}

/** Does something: `const verify = useSend('POST /v3/…', { onSuccess })`, then `verify.mutate({ body })`. */
export function useSend<C extends CallLine>(
  line: C,
  { onSuccess, onError }: SendOptions<C> = {},
): UseMutationResult<Calls[C]['answer'], Error, CallInput<C>> {
  return useMutation({
    mutationFn: (input: CallInput<C>) => call(line, input),
    onSuccess: (answer) => onSuccess?.(answer),
    onError: (error, input) => onError?.(error, input),
  })
}
