import {
  checkForgotPassword,
  checkForgotUsername,
  type ForgotPasswordProblem,
} from '@coopline/rules/identity/credential-recovery/check-forgotten'
import { forgottenMessage } from '@coopline/rules/identity/credential-recovery/credential-recovery.messages'
import { maxAccountNumberDigits } from '@coopline/rules/paying/quick-pay-account/check-verify-account'
import { maxEmailOnFileLength } from '@coopline/rules/identity/email-address/check-email'
import { maxUsernameLength } from '@coopline/rules/identity/sign-in/check-sign-in'
import { Button } from '@coopline/ui/button'
import { DigitsField } from '@coopline/ui/digits-field'
import { EmailField } from '@coopline/ui/email-field'
import { RadioCards } from '@coopline/ui/radio-cards'
import { TextField } from '@coopline/ui/text-field'
import { useEffect } from 'react'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import type { AskForMail, Forgotten, ForgottenForm as Values } from './use-ask-for-mail.ts'

interface ForgottenFormProps {
  /** The forgotten credential that the address names. */
  readonly starts: Forgotten
  readonly ask: AskForMail
}

const check = (form: Values): readonly ForgotPasswordProblem[] =>
  form.forgotten === 'username' ? checkForgotUsername(form) : checkForgotPassword(form)

/** Asks what was forgotten and what the member still knows. Typed values stay when the mode changes; only visible fields are checked. */
export function ForgottenForm({ starts, ask }: ForgottenFormProps) {
  const text = useText('credentialRecovery').forgotten
  const form = useRuleForm<Values, ForgotPasswordProblem>(check, forgottenMessage, {
    start: { forgotten: starts, by: 'username', username: '', accountNumber: '', email: '' },
    onSubmit: ask.ask,
  })
  const { focus } = form
  const { isAgain } = ask
  useEffect(() => {
    if (isAgain) focus()
  }, [isAgain, focus])
  const { forgotten, by } = form.values
  const usesAccount = forgotten === 'username' || by === 'account'

  return (
    <PortalForm form={form} busy={ask.isBusy} error={null} submit={{ label: text.submit, busyLabel: text.busy }}>
      <RadioCards
        name="forgotten"
        legend={text.which}
        options={[
          { value: 'password', title: text.password, description: text.passwordHint, icon: 'lock' },
          { value: 'username', title: text.usernameChoice, description: text.usernameHint, icon: 'user' },
        ]}
        value={forgotten}
        onChange={({ target }) =>
          form.reset({ ...form.values, forgotten: target.value === 'username' ? 'username' : 'password' })
        }
      />
      {usesAccount ? (
        <>
          <DigitsField
            {...form.text('accountNumber')}
            label={text.accountNumber}
            hint={text.accountNumberHint}
            maxDigits={maxAccountNumberDigits}
          />
          <EmailField
            {...form.text('email')}
            label={text.email}
            hint={text.emailHint}
            maxLength={maxEmailOnFileLength}
          />
        </>
      ) : (
        <TextField
          {...form.text('username')}
          label={text.username}
          maxLength={maxUsernameLength}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      )}
      {forgotten === 'password' && (
        <div>
          <Button
            variant="quiet"
            onClick={() => form.reset({ ...form.values, by: by === 'username' ? 'account' : 'username' })}
          >
            {usesAccount ? text.byUsername : text.byAccount}
          </Button>
        </div>
      )}
    </PortalForm>
  )
}
