import { type ComponentType, useEffect, useState } from 'react'
import { useSession } from '../../portal/session.tsx'
import { useLanguage } from '../../portal/text.tsx'
import { loadTexts } from '../../portal/text-store.ts'
import type { SessionWatchProps } from './session-watch.tsx'

/** The watch over a session, whose code and texts are loaded only when somebody is signed in. */
export function useSessionWatch(): ComponentType<SessionWatchProps> | null {
  const { isValid } = useSession()
  const { language } = useLanguage()
  const [watch, setWatch] = useState<{ readonly Watch: ComponentType<SessionWatchProps> } | null>(null)
  useEffect(() => {
    if (!isValid || watch !== null) return undefined
    let wanted = true
    const load = async () => {
      const [{ SessionWatch }] = await Promise.all([import('./session-watch.tsx'), loadTexts(language, 'session')])
      if (wanted) setWatch({ Watch: SessionWatch })
    }
    // Without its code a session ends without a warning; the server ends it all the same.
    load().catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [isValid, watch, language])
  return isValid && watch !== null ? watch.Watch : null
}
