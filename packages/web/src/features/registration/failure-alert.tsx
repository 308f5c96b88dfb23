import { registrationMessage } from '@coopline/rules/registration/registration.messages'
import { Alert } from '@coopline/ui/alert'
import { CallFailed } from '../../portal/call-failed.ts'
import { failureMessage } from '../../portal/failure-message.ts'
import { useLanguage, useText } from '../../portal/text.tsx'
import type { Failure } from './failure.ts'

/** Why it does not go on, in the server's words where it has some (REQ-D-078). */
export function FailureAlert({ failure }: { readonly failure: Failure }) {
  const text = useText('registration').failure
  const { language } = useLanguage()
  const { kind, error } = failure
  const isWordless = error instanceof CallFailed && error.status === 400 && error.errors.length === 0
  const title =
    kind === 'code-refused' && isWordless
      ? registrationMessage({ code: 'code-wrong' }, language)
      : kind === 'verification-over'
        ? text.verificationOver
        : failureMessage(error, language)
  return (
    // After a wrong code the keyboard goes to the next one.
    <Alert tone="error" title={title} focusOnMount={kind !== 'code-refused'}>
      {kind === 'no-answer' && <p>{text.noAnswer}</p>}
    </Alert>
  )
}
