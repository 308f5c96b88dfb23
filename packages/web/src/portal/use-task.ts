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
  const isDropped = useRef(false)
  const mutation: UseMutationResult<Answer, Error, Input> = useMutation({
    mutationFn: task,
    onSuccess: (answer) => {
      isUnderWay.current = false
      onSuccess?.(answer)
    },
    onError: (error, input) => {
      isUnderWay.current = false
      onError?.(error, input)
      if (error instanceof StepUpCanceled || isDropped.current) mutation.reset()
    },
  })
  const mutate: typeof mutation.mutate = (...input) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    isDropped.current = false
    mutation.mutate(...input)
  }
  // What is under way goes on, so its success is still reported; its failure is not.
  const reset = () => {
    isDropped.current = isUnderWay.current
    if (!isUnderWay.current) mutation.reset()
  }
  return { ...mutation, mutate, reset }
}
