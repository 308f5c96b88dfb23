import { Alert } from '@coopline/ui/alert'
import type { ReactNode } from 'react'
import { isOffline, NoAnswer } from './call-failed.ts'
import { failureMessage } from './failure-message.ts'
import { useLanguage, useText } from '../text/text.tsx'

interface FailureAlertProps {
  /** The error that a call threw; `null` shows nothing. */
  readonly error: unknown
  /** The sentence to show in the place of the documented one. */
  readonly title?: string | undefined
  readonly focusOnMount?: boolean | undefined
  /** The consequence for the member. */
  readonly children?: ReactNode
}

/** Says that a call failed, in the documented words. */
export function FailureAlert({ error, title, focusOnMount, children }: FailureAlertProps) {
  const { language } = useLanguage()
  const { common } = useText('shell')
  if (error === null) return null
  return (
    <Alert tone="error" title={title ?? failureMessage(error, language)} focusOnMount={focusOnMount}>
      {error instanceof NoAnswer && isOffline() && <p>{common.noConnection}</p>}
      {children}
    </Alert>
  )
}
