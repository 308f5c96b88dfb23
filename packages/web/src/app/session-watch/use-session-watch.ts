import { type ComponentType, useEffect, useState } from 'react'
import { callsUnderWay, onCallsUnderWay } from '../../portal/call/calls-under-way.ts'
import { findPortalView } from '../../portal/session/portal-view.ts'
import { useSession } from '../../portal/session/session.tsx'
import { useLanguage } from '../../portal/text/text.tsx'
import { loadTexts } from '../../portal/text/text-store.ts'
import type { SessionWatchProps } from './session-watch.tsx'

/** The watch over a session; its code and texts load only for signed-in members. A portal view has a banner that says its end. */
export function useSessionWatch(): ComponentType<SessionWatchProps> | null {
  const { isValid } = useSession()
  const { language } = useLanguage()
  const [watch, setWatch] = useState<{ readonly Watch: ComponentType<SessionWatchProps> } | null>(null)
  useEffect(() => {
    if (!isValid || watch !== null || findPortalView() !== null) return undefined
    let wanted = true
    const load = async () => {
      const [{ SessionWatch }] = await Promise.all([import('./session-watch.tsx'), loadTexts(language, 'session')])
      if (wanted) setWatch({ Watch: SessionWatch })
    }
    // Without its code a session ends without a warning; the server ends it all the same.
    const forget = onceCallsRest(() => void load().catch(() => undefined))
    return () => {
      wanted = false
      forget()
    }
  }, [isValid, watch, language])
  return isValid && watch !== null ? watch.Watch : null
}

/** Calls follow each other: a page asks for an account once it has the list of accounts. */
const restMs = 300
const latestMs = 5_000

/**
 * Starts background work once no call is in progress, after five seconds at the latest: a browser loads only a few
 * files at a time, and the page has priority.
 *
 * @returns a function that cancels the work if it has not started.
 */
function onceCallsRest(start: () => void): () => void {
  let rest: ReturnType<typeof setTimeout> | undefined
  const latest = setTimeout(() => begin(), latestMs)
  const look = () => {
    clearTimeout(rest)
    if (callsUnderWay() === 0) rest = setTimeout(() => begin(), restMs)
  }
  const stopListening = onCallsUnderWay(look)
  const forget = () => {
    clearTimeout(rest)
    clearTimeout(latest)
    stopListening()
  }
  const begin = () => {
    forget()
    start()
  }
  look()
  return forget
}
