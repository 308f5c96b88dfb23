import { useCallback, useEffect, useRef, useState } from 'react'
import { singleFlight } from './single-flight.ts'

/** A task that returns `leaving` has led to another page: no other task starts until this page is left. */
type Task = (signal: AbortSignal) => Promise<void | 'leaving'>

interface AbortableFlight {
  readonly isBusy: boolean
  /**
   * Starts a task, unless another is under way: two quick presses send one call. `onError` receives what the task
   * throws, and is part of it.
   */
  readonly run: (task: Task, onError: (error: unknown, signal: AbortSignal) => void | Promise<void>) => void
  /** Aborts the task under way, as leaving the page does. Its errors are ignored from then on. */
  readonly drop: () => void
}

/** Runs one task at a time and aborts it when the page is left. `useTask` is for one that continues. */
export function useSingleFlight(): AbortableFlight {
  const [isBusy, setBusy] = useState(false)
  const [flight] = useState(singleFlight)
  const underWay = useRef<AbortController>(null)
  const drop = useCallback(() => {
    underWay.current?.abort()
    flight.end()
    setBusy(false)
  }, [flight])
  useEffect(() => drop, [drop])

  const run = useCallback<AbortableFlight['run']>(
    (task, onError) => {
      if (!flight.begin()) return
      const controller = new AbortController()
      const { signal } = controller
      underWay.current = controller
      setBusy(true)
      const work = async () => {
        let isLeaving = false
        try {
          isLeaving = (await task(signal)) === 'leaving'
        } catch (error) {
          if (!signal.aborted) await onError(error, signal)
        } finally {
          // Dropping it has ended it.
          if (!signal.aborted) {
            if (!isLeaving) flight.end()
            setBusy(false)
          }
        }
      }
      void work()
    },
    [flight],
  )
  return { isBusy, run, drop }
}
