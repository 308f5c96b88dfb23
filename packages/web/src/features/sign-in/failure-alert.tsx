import { Alert } from '@coopline/ui/alert'
import { failureMessage } from '../../portal/failure-message.ts'
import { useLanguage, useText } from '../../portal/text.tsx'
import type { SignInFailure } from './sign-in-failure.ts'

/** Why somebody is not signed in, in the documented words. */
export function FailureAlert({ failure }: { readonly failure: SignInFailure }) {
  const { page, passkey } = useText('signIn')
  const { language } = useLanguage()
  const own = {
    'no-account': page.noAccount,
    'hand-off-failed': page.handOffFailed,
    'no-passkey': passkey.notUsed,
  }
  const title = 'error' in failure ? failureMessage(failure.error, language) : own[failure.kind]
  return (
    <Alert tone="error" title={title}>
      {failure.kind === 'no-answer' && <p>{page.noAnswer}</p>}
    </Alert>
  )
}
