import { useCallback, useEffect, useRef, useState } from 'react'

interface OneCall<Answer> {
  readonly isBusy: boolean
  /** Why the last call failed; a new object for every failure, `null` without one. */
  readonly error: unknown
  readonly answer: Answer | null
  /** Begins unless one is under way. */
  readonly begin: (work: (signal: AbortSignal) => Promise<Answer>) => void
  readonly forget: () => void
}

interface State<Answer> {
  readonly isBusy: boolean
  readonly error: unknown
  readonly answer: Answer | null
}

/** One call at a time, and what came of the last; it is dropped with its page. */
export function useOneCall<Answer>(): OneCall<Answer> {
  const [state, setState] = useState<State<Answer>>({ isBusy: false, error: null, answer: null })
  const underWay = useRef<AbortController | null>(null)
  useEffect(
    () => () => {
      underWay.current?.abort()
      underWay.current = null
    },
    [],
  )
  const begin = useCallback((work: (signal: AbortSignal) => Promise<Answer>) => {
    if (underWay.current !== null) return
    const controller = new AbortController()
    underWay.current = controller
    setState({ isBusy: true, error: null, answer: null })
    void work(controller.signal)
      .then(
        (answer): State<Answer> => ({ isBusy: false, error: null, answer }),
        (error: unknown): State<Answer> => ({ isBusy: false, error, answer: null }),
      )
      .then((next) => {
        if (controller.signal.aborted) return
        underWay.current = null
        setState(next)
      })
  }, [])
  const forget = useCallback(() => setState({ isBusy: false, error: null, answer: null }), [])
  return { ...state, begin, forget }
}
