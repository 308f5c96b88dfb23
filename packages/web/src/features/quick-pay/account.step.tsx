import {
  checkVerifyAccount,
  maxAccountNumberDigits,
  phoneDigitsLength,
  type VerifyAccountForm,
  type VerifyAccountProblem,
} from '@coopline/rules/quick-pay-account/check-verify-account'
import { verifyAccountMessage } from '@coopline/rules/quick-pay-account/verify-account.messages'
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

interface AccountStepProps {
  /** From ?accountno= and ?phone=, or empty when the wizard starts over. */
  readonly start: VerifyAccountForm
  readonly busy: boolean
  readonly takesFocus: boolean
  readonly onVerify: (form: VerifyAccountForm) => void
}

/** Step 1: which account is paid, proved by the end of a phone number on file. */
export function AccountStep({ start, busy, takesFocus, onVerify }: AccountStepProps) {
  const text = useText('quickPay').account
  const { language } = useLanguage()
  const { formState, getValues, handleSubmit, register, setFocus } = useForm<VerifyAccountForm>({
    resolver: byRules(checkVerifyAccount),
    defaultValues: start,
    mode: 'onBlur',
    shouldFocusError: false,
  })
  const refused = useSubmitErrors<VerifyAccountProblem>(setFocus)

  const errorOf = (field: keyof VerifyAccountForm) => {
    const problem = formState.errors[field] && checkVerifyAccount(getValues()).find((found) => found.field === field)
    return problem && verifyAccountMessage(problem, language)
  }
  const submit = handleSubmit(
    (form) => {
      refused.accept()
      onVerify(form)
    },
    () => refused.refuse(checkVerifyAccount(getValues())),
  )

  return (
    <form noValidate method="dialog" onSubmit={(event) => void submit(event)}>
      <Stack gap="large">
        <StepHeading takesFocus={takesFocus}>{text.heading}</StepHeading>
        <ErrorSummary
          title={text.problems}
          problems={refused.problems.map((problem) => ({
            field: problem.field,
            text: verifyAccountMessage(problem, language),
          }))}
          submitCount={refused.count}
        />
        <DigitsField
          {...register('accountNumber')}
          label={text.number}
          hint={text.numberHint}
          maxDigits={maxAccountNumberDigits}
          error={errorOf('accountNumber')}
        />
        <DigitsField
          {...register('phoneLastFourDigits')}
          label={text.phone}
          hint={text.phoneHint}
          maxDigits={phoneDigitsLength}
          error={errorOf('phoneLastFourDigits')}
        />
        <div>
          <Button type="submit" busy={busy} busyLabel={text.busy} onMouseDown={keepFocus}>
            {text.submit}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
