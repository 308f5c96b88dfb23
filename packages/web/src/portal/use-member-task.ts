import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { StepUpCanceled } from './step-up.ts'

/** Something that a member does, of one call or of several. Thought better of, it is as if it had never begun. */
export function useMemberTask<Input, Answer>(
  task: (input: Input) => Promise<Answer>,
  { onSuccess }: { readonly onSuccess?: ((answer: Answer) => void) | undefined } = {},
): UseMutationResult<Answer, Error, Input> {
  const mutation: UseMutationResult<Answer, Error, Input> = useMutation({
    mutationFn: task,
    onSuccess: (answer) => onSuccess?.(answer),
    onError: (error) => {
      if (error instanceof StepUpCanceled) mutation.reset()
    },
  })
  return mutation
}
