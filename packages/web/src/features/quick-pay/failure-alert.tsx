import { Alert } from '@coopline/ui/alert'
import { failureMessage } from '../../portal/failure-message.ts'
import { useLanguage, useText } from '../../portal/text.tsx'
import type { Failure } from './failure.ts'

/** What went wrong, in the documented words of the service, and beneath them what the payer can do. */
export function FailureAlert({ failure }: { readonly failure: Failure }) {
  const text = useText('quickPay').failure
  const { language } = useLanguage()
  const hints: Record<Failure['kind'], string | null> = {
    refused: null,
    'not-verified': text.notVerified,
    'session-ended': text.sessionEnded,
    'no-answer': text.noAnswer,
    'pay-no-answer': text.payNoAnswer,
    'figures-changed': text.figuresChanged,
  }
  const hint = hints[failure.kind]
  return (
    <Alert tone="error" title={failureMessage(failure.error, language)} focusOnMount>
      {hint !== null && <p>{hint}</p>}
    </Alert>
  )
}
