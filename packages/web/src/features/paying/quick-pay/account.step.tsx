import {
  checkVerifyAccount,
  maxAccountNumberDigits,
  phoneDigitsLength,
  type VerifyAccountForm,
} from '@coopline/rules/paying/quick-pay-account/check-verify-account'
import { verifyAccountMessage } from '@coopline/rules/paying/quick-pay-account/verify-account.messages'
import { DigitsField } from '@coopline/ui/digits-field'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { StepHeading } from '../../../portal/form/step-heading.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import type { AccountPrefill } from './account-prefill.ts'

interface AccountStepProps {
  /** From ?accountno= and ?phone=, or empty when the wizard starts over. */
  readonly start: AccountPrefill
  readonly busy: boolean
  readonly takesFocus: boolean
  readonly onVerify: (form: VerifyAccountForm) => void
}

/** Step 1: which account is paid, proved by the end of a phone number on file. */
export function AccountStep({ start, busy, takesFocus, onVerify }: AccountStepProps) {
  const text = useText('quickPay').account
  const form = useRuleForm(checkVerifyAccount, verifyAccountMessage, {
    start: { accountNumber: start.accountNumber.text, phoneLastFourDigits: start.phoneLastFourDigits.text },
    onSubmit: onVerify,
  })
  const field = (name: keyof VerifyAccountForm) => ({
    ...form.text(name),
    notice: start[name].isShortened && form.values[name] === start[name].text ? text.shortened : undefined,
  })
  return (
    <PortalForm
      form={form}
      busy={busy}
      error={null}
      submit={{ label: text.submit, busyLabel: text.busy }}
      heading={<StepHeading takesFocus={takesFocus}>{text.heading}</StepHeading>}
    >
      <DigitsField
        {...field('accountNumber')}
        label={text.number}
        hint={text.numberHint}
        maxDigits={maxAccountNumberDigits}
      />
      <DigitsField
        {...field('phoneLastFourDigits')}
        label={text.phone}
        hint={text.phoneHint}
        maxDigits={phoneDigitsLength}
      />
    </PortalForm>
  )
}
