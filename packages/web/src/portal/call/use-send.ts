import type { Calls } from '@coopline/contract/calls'
import type { UseMutationResult } from '@tanstack/react-query'
import { call, type CallInput, type CallLine } from './call.ts'
import { useTask } from './use-task.ts'

/** Does something as a visitor: `const verify = useSend('POST /v3/…', { onSuccess })`, then `verify.mutate({ body })`. */
export const useSend = <C extends CallLine>(
  line: C,
  options: {
    readonly onSuccess?: (answer: Calls[C]['answer']) => void
    /** Called even after the page was left, unlike the `onError` of `mutate`. */
    readonly onError?: (error: Error, input: CallInput<C>) => void
  } = {},
): UseMutationResult<Calls[C]['answer'], Error, CallInput<C>> =>
  useTask((input: CallInput<C>) => call(line, input), options)
