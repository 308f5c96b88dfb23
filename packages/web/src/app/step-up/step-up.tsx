import { type ComponentType, createElement, useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '../../portal/session.tsx'
import { onProofWanted } from '../../portal/step-up.ts'
import { useLanguage } from '../../portal/text.tsx'
import { loadTexts } from '../../portal/text-store.ts'

export interface StepUpDialogProps {
  readonly onEnd: (isProven: boolean) => void
}

/**
 * Asks the member for the password again when a call needs it. The code and texts for that are loaded only then;
 * without them the call stays refused.
 */
export function StepUp() {
  const { language } = useLanguage()
  const memberNumber = useSession().member?.memberNumber
  const [shown, setShown] = useState<{ readonly Dialog: ComponentType<StepUpDialogProps> } | null>(null)
  const answer = useRef<((isProven: boolean) => void) | null>(null)

  const end = useCallback((isProven: boolean) => {
    setShown(null)
    answer.current?.(isProven)
    answer.current = null
  }, [])

  useEffect(
    () =>
      onProofWanted(async () => {
        const [{ StepUpDialog }] = await Promise.all([
          import('./step-up.dialog.tsx'),
          loadTexts(language, 'stepUp'),
          loadTexts(language, 'signIn'),
        ])
        return new Promise((resolve) => {
          answer.current = resolve
          setShown({ Dialog: StepUpDialog })
        })
      }),
    [language],
  )

  // Whoever was asked is not here any more.
  useEffect(() => () => end(false), [memberNumber, end])

  return shown && createElement(shown.Dialog, { onEnd: end })
}
