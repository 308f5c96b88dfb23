import { type ComponentType, createElement, useEffect, useState } from 'react'
import { useSession } from '../../portal/session/session.tsx'
import { onProofWanted } from '../../portal/form/step-up.ts'
import { findStoredUser } from '../../portal/session/stored-user.ts'
import { useLanguage } from '../../portal/text/text.tsx'
import { loadTexts } from '../../portal/text/text-store.ts'
import type { StepUpDialogProps } from './step-up.dialog.tsx'

interface Question {
  readonly memberNumber: string | undefined
  readonly Dialog: ComponentType<StepUpDialogProps>
  /** Counts the first time only. */
  readonly answer: (isProven: boolean) => void
}

/**
 * Asks the member for the password again when a call needs it. The code and texts for that are loaded only then;
 * without them the call fails.
 */
export function StepUp() {
  const { language } = useLanguage()
  const memberNumber = useSession().member?.memberNumber
  const [question, setQuestion] = useState<Question | null>(null)

  useEffect(
    () =>
      onProofWanted(async () => {
        const [{ StepUpDialog: Dialog }] = await Promise.all([
          import('./step-up.dialog.tsx'),
          loadTexts(language, 'stepUp'),
          loadTexts(language, 'signIn'),
        ])
        return new Promise((answer) => {
          setQuestion({ memberNumber: findStoredUser()?.memberNumber, Dialog, answer })
        })
      }),
    [language],
  )

  // No one answers once the member who was asked is no longer signed in here.
  const isOpen = question !== null && question.memberNumber === memberNumber
  useEffect(() => (isOpen ? () => question.answer(false) : undefined), [question, isOpen])

  const end = (isProven: boolean) => {
    question?.answer(isProven)
    setQuestion(null)
  }
  return isOpen && createElement(question.Dialog, { onEnd: end })
}
