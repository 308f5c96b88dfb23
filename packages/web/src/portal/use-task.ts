import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { StepUpCanceled } from './step-up.ts'

/**
 * Something that a visitor or a member does, of one call or of several. It runs once at a time: a second press meanwhile is ignored.
 * Canceling the step-up discards it.
 */
export function useTask<Input, Answer>(
  task: (input: Input) => Promise<Answer>,
  {
    onSuccess,
    onError,
  }: {
    readonly onSuccess?: ((answer: Answer) => void) | undefined
    readonly onError?: ((error: Error, input: Input) => void) | undefined
  } = {},
): UseMutationResult<Answer, Error, Input> {
  // `isPending` is that of the last render, which a second press may precede.
  const isUnderWay = useRef(false)
  const mutation: UseMutationResult<Answer, Error, Input> = useMutation({
    mutationFn: task,
    onSuccess: (answer) => onSuccess?.(answer),
    onError: (error, input) => {
      onError?.(error, input)
      if (error instanceof StepUpCanceled) mutation.reset()
    },
    onSettled: () => {
      isUnderWay.current = false
    },
  })
  const mutate: typeof mutation.mutate = (...input) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    mutation.mutate(...input)
  }
  const reset = () => {
    isUnderWay.current = false
    mutation.reset()
  }
  return { ...mutation, mutate, reset }
}
