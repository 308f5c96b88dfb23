import { maxAccountNumberDigits } from '@coopline/rules/quick-pay-account/check-verify-account'
import {
  checkRegistrationAccount,
  type RegistrationAccountProblem,
} from '@coopline/rules/registration/check-registration-account'
import { registrationMessage } from '@coopline/rules/registration/registration.messages'
import { Button } from '@coopline/ui/button'
import { DigitsField } from '@coopline/ui/digits-field'
import { ErrorSummary } from '@coopline/ui/error-summary'
import { Stack } from '@coopline/ui/stack'
import { useForm } from 'react-hook-form'
import { byRules } from '../../portal/by-rules.ts'
import { keepFocus } from '../../portal/keep-focus.ts'
import { StepHeading } from '../../portal/step-heading.tsx'
import { useLanguage, useText } from '../../portal/text.tsx'
import { useSubmitErrors } from '../../portal/use-submit-errors.ts'
import { useChangedSince } from './use-changed-since.ts'
import type { Registration } from './use-registration.ts'

interface AccountStepProps {
  readonly registration: Registration
  readonly takesFocus: boolean
}

interface AccountForm {
  readonly accountNumber: string
}

/** Stage 1: whose login it is to be. */
export function AccountStep({ registration, takesFocus }: AccountStepProps) {
  const text = useText('registration')
  const { language } = useLanguage()
  const { accountNumber, failure, busy } = registration.state
  const { formState, getValues, handleSubmit, register, setFocus } = useForm<AccountForm>({
    resolver: byRules(checkRegistrationAccount),
    defaultValues: { accountNumber },
    mode: 'onBlur',
    shouldFocusError: false,
  })
  const refused = useSubmitErrors<RegistrationAccountProblem>(setFocus)
  const { mustChange, noteChange } = useChangedSince(failure)
  const [problem] = formState.errors.accountNumber ? checkRegistrationAccount(getValues()) : []
  const submit = handleSubmit(
    (form) => {
      refused.accept()
      registration.lookUp(form.accountNumber)
    },
    () => refused.refuse(checkRegistrationAccount(getValues())),
  )

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="large">
        <StepHeading takesFocus={takesFocus}>{text.account.heading}</StepHeading>
        <ErrorSummary
          title={text.page.problems}
          problems={refused.problems.map(({ code, field }) => ({
            field,
            text: registrationMessage({ code }, language),
          }))}
          submitCount={refused.count}
        />
        <DigitsField
          {...register('accountNumber', { onChange: noteChange })}
          label={text.account.number}
          hint={text.account.numberHint}
          maxDigits={maxAccountNumberDigits}
          error={problem && registrationMessage(problem, language)}
        />
        <div>
          <Button
            type="submit"
            busy={busy}
            busyLabel={text.account.busy}
            onMouseDown={keepFocus}
            disabledReason={mustChange && !busy ? text.account.changeFirst : undefined}
          >
            {text.account.submit}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
