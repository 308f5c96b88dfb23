import { useCallback, useEffect, useRef, useState } from 'react'

type Task = (signal: AbortSignal) => Promise<void>

interface SingleFlight {
  readonly isBusy: boolean
  /**
   * Starts a task, unless another is under way: two quick presses send one call. `onError` receives what the task
   * throws, and is part of it.
   */
  readonly run: (task: Task, onError: (error: unknown, signal: AbortSignal) => void | Promise<void>) => void
  /** Aborts the task under way, as leaving the page does. Its errors are ignored from then on. */
  readonly drop: () => void
}

/** Runs one task at a time. */
export function useSingleFlight(): SingleFlight {
  const [isBusy, setBusy] = useState(false)
  const underWay = useRef<AbortController | null>(null)
  const drop = useCallback(() => {
    underWay.current?.abort()
    underWay.current = null
    setBusy(false)
  }, [])
  useEffect(() => drop, [drop])

  const run = useCallback<SingleFlight['run']>((task, onError) => {
    if (underWay.current !== null) return
    const controller = new AbortController()
    const { signal } = controller
    underWay.current = controller
    setBusy(true)
    const work = async () => {
      try {
        await task(signal)
      } catch (error) {
        if (!signal.aborted) await onError(error, signal)
      } finally {
        if (underWay.current === controller) {
          underWay.current = null
          setBusy(false)
        }
      }
    }
    void work()
  }, [])
  return { isBusy, run, drop }
}
