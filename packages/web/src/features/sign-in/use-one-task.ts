import { useCallback, useRef, useState } from 'react'

interface OneTask<Name extends string, Failure> {
  /** What is under way. */
  readonly busyWith: Name | null
  readonly failure: Failure | null
  readonly setFailure: (failure: Failure | null) => void
  /** Begins a task when none is under way; what it throws becomes the failure that `evaluateForm` makes of it. */
  readonly begin: (name: Name, task: () => Promise<void>) => void
}

/** One thing at a time, and why the last one failed. */
export function useOneTask<Name extends string, Failure>(
  startsWith: Failure | null,
  evaluateForm: (error: unknown) => Failure,
): OneTask<Name, Failure> {
  const [failure, setFailure] = useState(startsWith)
  const [busyWith, setBusyWith] = useState<Name | null>(null)
  const isBusy = useRef(false)

  const begin = useCallback(
    (name: Name, task: () => Promise<void>) => {
      const work = async () => {
        isBusy.current = true
        setBusyWith(name)
        setFailure(null)
        try {
          await task()
        } catch (error) {
          setFailure(evaluateForm(error))
        } finally {
          isBusy.current = false
          setBusyWith(null)
        }
      }
      if (!isBusy.current) void work()
    },
    [evaluateForm],
  )
  return { busyWith, failure, setFailure, begin }
}
