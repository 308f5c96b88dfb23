import { Alert } from '@coopline/ui/alert'
import { CallFailed } from '../../portal/call-failed.ts'
import { failureMessage } from '../../portal/failure-message.ts'
import { useLanguage, useText } from '../../portal/text.tsx'

/** Why a call failed, and what to do when it had no answer. */
export function FailureAlert({ error }: { readonly error: unknown }) {
  const text = useText('credentialRecovery')
  const { language } = useLanguage()
  return (
    <Alert tone="error" title={failureMessage(error, language)} focusOnMount>
      {!(error instanceof CallFailed) && <p>{text.noAnswer}</p>}
    </Alert>
  )
}
