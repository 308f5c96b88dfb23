import { Alert } from '@coopline/ui/alert'
import { failureMessage } from '../../portal/failure-message.ts'
import { useLanguage, useText } from '../../portal/text.tsx'
import type { SignInTrouble } from './sign-in-trouble.ts'

/** Why somebody is not signed in, in the documented words. */
export function TroubleAlert({ trouble }: { readonly trouble: SignInTrouble }) {
  const { page, passkey } = useText('signIn')
  const { language } = useLanguage()
  const own = {
    'no-account': page.noAccount,
    'hand-off-failed': page.handOffFailed,
    'no-passkey': passkey.notUsed,
  }
  const title = 'error' in trouble ? failureMessage(trouble.error, language) : own[trouble.kind]
  return (
    <Alert tone="error" title={title}>
      {trouble.kind === 'no-answer' && <p>{page.noAnswer}</p>}
    </Alert>
  )
}
