import type { Calls } from '@coopline/contract/calls'
import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { call, type CallInput, type CallLine } from './call.ts'

/** Does something: `const verify = useSend('POST /v3/…', { onSuccess })`, then `verify.mutate({ body })`. */
export function useSend<C extends CallLine>(
  line: C,
  { onSuccess }: { readonly onSuccess?: (answer: Calls[C]['answer']) => void } = {},
): UseMutationResult<Calls[C]['answer'], Error, CallInput<C>> {
  return useMutation({
    mutationFn: (input: CallInput<C>) => call(line, input),
    onSuccess: (answer) => onSuccess?.(answer),
  })
}
