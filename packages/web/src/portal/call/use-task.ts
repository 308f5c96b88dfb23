import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { StepUpCanceled } from '../form/step-up.ts'
import { singleFlight } from './single-flight.ts'

interface TaskOptions<Input, Answer> {
  readonly onSuccess?: ((answer: Answer) => void) | undefined
  readonly onError?: ((error: Error, input: Input) => void) | undefined
}

/**
 * Something that a visitor or a member does, of one call or of several. It runs once at a time: a second press meanwhile is ignored.
 * Canceling the step-up discards it.
 *
 * @param options called even after the page or the tab was left, unlike those of `mutate`. Like those, they are of the
 *   render in which the task was started, so that a late answer can leave what was opened since alone.
 */
export function useTask<Input, Answer>(
  task: (input: Input) => Promise<Answer>,
  options: TaskOptions<Input, Answer> = {},
): UseMutationResult<Answer, Error, Input> {
  const [flight] = useState(singleFlight)
  const isDropped = useRef(false)
  const started = useRef(options)
  const mutation: UseMutationResult<Answer, Error, Input> = useMutation({
    mutationFn: task,
    onSuccess: (answer) => {
      flight.end()
      started.current.onSuccess?.(answer)
    },
    onError: (error, input) => {
      flight.end()
      started.current.onError?.(error, input)
      if (error instanceof StepUpCanceled || isDropped.current) mutation.reset()
    },
  })
  const mutate: typeof mutation.mutate = (...input) => {
    if (!flight.begin()) return
    isDropped.current = false
    started.current = options
    mutation.mutate(...input)
  }
  const mutateAsync: typeof mutation.mutateAsync = async (...input) => {
    started.current = options
    return mutation.mutateAsync(...input)
  }
  // A task that has started continues, so its success is still reported. Its failure is not.
  const reset = () => {
    isDropped.current = flight.isUnderWay()
    if (!isDropped.current) mutation.reset()
  }
  return { ...mutation, mutate, mutateAsync, reset }
}
