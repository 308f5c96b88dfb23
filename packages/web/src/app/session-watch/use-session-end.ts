import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../portal/call/call.ts'
import { CallFailed } from '../../portal/call/call-failed.ts'
import { useSession } from '../../portal/session/session.tsx'

/** The session ends soon. */
export interface SoonOver {
  /** Milliseconds since 1970. */
  readonly endsAt: number
  /** False when activity no longer extends it. */
  readonly canStay: boolean
}

/** After a page is shown, so that its own calls run first. */
const firstAskMs = 5_000
/** While the warning is shown, another tab may have renewed the session. */
const askAgainMs = 10_000
const afterNoAnswerMs = 30_000

/**
 * Watches for the end of the session. The server knows the last call of every tab, so the browser asks it shortly before the
 * expected end, before it warns the member. This call does not extend the session.
 *
 * @param onEnd called at the end when the server cannot be reached. Otherwise the server refuses the token, which ends the
 *   session like any refused call.
 */
export function useSessionEnd(onEnd: () => void): {
  readonly soonOver: SoonOver | null
  readonly dismiss: () => void
} {
  const token = useSession().member?.accessToken
  const [soonOver, setSoonOver] = useState<SoonOver | null>(null)
  const shown = useRef<SoonOver | null>(null)
  /** The end that nothing can put off has been said, and need not be said twice. */
  const isKnown = useRef(false)
  const show = useCallback((found: SoonOver | null) => {
    const value = found?.canStay === false && isKnown.current ? null : found
    shown.current = value
    setSoonOver(value)
  }, [])
  const dismiss = useCallback(() => {
    isKnown.current ||= shown.current?.canStay === false
    show(null)
  }, [show])

  useEffect(() => {
    if (token === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopped = false
    const askIn = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => void ask(), ms)
    }
    const ask = async () => {
      const next = await checkSession(token, shown.current)
      if (stopped || next === 'refused') return
      if (next === 'over') onEnd()
      else {
        show(next.soonOver)
        askIn(next.askInMs)
      }
    }
    // A device that slept has no idea how long.
    const onVisible = () => {
      if (document.visibilityState === 'visible') askIn(0)
    }
    askIn(shown.current === null ? firstAskMs : 0)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      stopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
    // Runs again with every token: a session that another tab has renewed no longer needs a warning.
  }, [token, onEnd, show])

  return { soonOver, dismiss }
}

type Judgment = 'refused' | 'over' | { readonly soonOver: SoonOver | null; readonly askInMs: number }

async function checkSession(bearer: string, before: SoonOver | null): Promise<Judgment> {
  try {
    const { idleSecondsLeft, secondsLeft, warningSeconds } = await call('GET /v3/session', { bearer })
    const leftMs = Math.min(idleSecondsLeft, secondsLeft) * 1_000
    const untilWarningMs = leftMs - warningSeconds * 1_000
    if (untilWarningMs > 0) return { soonOver: null, askInMs: untilWarningMs }
    const soonOver = { endsAt: Date.now() + leftMs, canStay: idleSecondsLeft < secondsLeft }
    return { soonOver, askInMs: Math.min(leftMs + 1_000, askAgainMs) }
  } catch (error) {
    if (error instanceof CallFailed && error.status === 401) return 'refused'
    if (before === null) return { soonOver: null, askInMs: afterNoAnswerMs }
    const leftMs = before.endsAt - Date.now()
    return leftMs <= 0 ? 'over' : { soonOver: before, askInMs: Math.min(leftMs, askAgainMs) }
  }
}
