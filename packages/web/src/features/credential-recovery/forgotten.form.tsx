import { maxAccountNumberDigits } from '@coopline/rules/quick-pay-account/check-verify-account'
import { maxEmailLength } from '@coopline/rules/email-address/check-email'
import { maxUsernameLength } from '@coopline/rules/sign-in/check-sign-in'
import { Button } from '@coopline/ui/button'
import { DigitsField } from '@coopline/ui/digits-field'
import { EmailField } from '@coopline/ui/email-field'
import { ErrorSummary } from '@coopline/ui/error-summary'
import { RadioCards } from '@coopline/ui/radio-cards'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { keepFocus } from '../../portal/keep-focus.ts'
import { useText } from '../../portal/text.tsx'
import styles from './credential-recovery.module.css'
import type { AskForMail, Forgotten } from './use-ask-for-mail.ts'
import { useForgottenForm } from './use-forgotten-form.ts'

interface ForgottenFormProps {
  /** What the address says was forgotten. */
  readonly starts: Forgotten
  readonly ask: AskForMail
}

/** What was forgotten, and what the member still knows. */
export function ForgottenForm({ starts, ask }: ForgottenFormProps) {
  const text = useText('credentialRecovery').forgotten
  const { form, forgotten, by, changeBy, forgetProblems, errorOf, summary, refusals, submit } = useForgottenForm(
    starts,
    ask,
  )
  const { register } = form
  const usesAccount = forgotten === 'username' || by === 'account'

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="large">
        <ErrorSummary title={text.problems} problems={summary} submitCount={refusals} />
        <RadioCards
          {...register('forgotten', { onChange: forgetProblems })}
          legend={text.which}
          options={[
            { value: 'password', title: text.password, description: text.passwordHint, icon: 'lock' },
            { value: 'username', title: text.usernameChoice, description: text.usernameHint, icon: 'user' },
          ]}
          defaultValue={starts}
        />
        {usesAccount ? (
          <>
            <DigitsField
              {...register('accountNumber')}
              label={text.accountNumber}
              hint={text.accountNumberHint}
              maxDigits={maxAccountNumberDigits}
              error={errorOf('accountNumber')}
            />
            <EmailField
              {...register('email')}
              label={text.email}
              hint={text.emailHint}
              maxLength={maxEmailLength}
              error={errorOf('email')}
            />
          </>
        ) : (
          <TextField
            {...register('username')}
            label={text.username}
            maxLength={maxUsernameLength}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            error={errorOf('username')}
          />
        )}
        {forgotten === 'password' && (
          <div className={styles.quiet}>
            <Button variant="quiet" onClick={changeBy}>
              {usesAccount ? text.byUsername : text.byAccount}
            </Button>
          </div>
        )}
        <div>
          <Button type="submit" busy={ask.isBusy} busyLabel={text.busy} onMouseDown={keepFocus}>
            {text.submit}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
