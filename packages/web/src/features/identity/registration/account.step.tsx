import { maxAccountNumberDigits } from '@coopline/rules/paying/quick-pay-account/check-verify-account'
import { checkRegistrationAccount } from '@coopline/rules/identity/registration/check-registration-account'
import { registrationMessage } from '@coopline/rules/identity/registration/registration.messages'
import { DigitsField } from '@coopline/ui/digits-field'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { StepHeading } from '../../../portal/form/step-heading.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { submitOnceChanged } from './submit-once-changed.ts'
import type { Registration } from './use-registration.ts'

interface AccountStepProps {
  readonly registration: Registration
  readonly takesFocus: boolean
}

/** Stage 1: whose login it is to be. */
export function AccountStep({ registration, takesFocus }: AccountStepProps) {
  const text = useText('registration').account
  const { accountNumber, failure, busy } = registration.state
  const form = useRuleForm(checkRegistrationAccount, registrationMessage, {
    start: { accountNumber },
    onSubmit: (values) => registration.lookUp(values.accountNumber),
    error: failure,
  })
  return (
    <PortalForm
      form={form}
      busy={busy}
      error={null}
      submit={submitOnceChanged(text, failure, form)}
      heading={<StepHeading takesFocus={takesFocus}>{text.heading}</StepHeading>}
    >
      <DigitsField
        {...form.text('accountNumber')}
        label={text.number}
        hint={text.numberHint}
        maxDigits={maxAccountNumberDigits}
      />
    </PortalForm>
  )
}
