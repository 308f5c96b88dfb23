import { Alert } from '@coopline/ui/alert'
import { failureMessage } from '../../portal/failure-message.ts'
import { useLanguage, useText } from '../../portal/text.tsx'
import type { Trouble } from './trouble.ts'

/** What went wrong, in the documented words of the service, and beneath them what the payer can do. */
export function TroubleAlert({ trouble }: { readonly trouble: Trouble }) {
  const text = useText('quickPay').trouble
  const { language } = useLanguage()
  const hints: Record<Trouble['kind'], string | null> = {
    refused: null,
    'not-verified': text.notVerified,
    'session-ended': text.sessionEnded,
    'no-answer': text.noAnswer,
    'pay-no-answer': text.payNoAnswer,
    'figures-changed': text.figuresChanged,
  }
  const hint = hints[trouble.kind]
  return (
    <Alert tone="error" title={failureMessage(trouble.error, language)} focusOnMount>
      {hint !== null && <p>{hint}</p>}
    </Alert>
  )
}
