import type { AccountFigures, PaymentSettingsAnswer } from '@coopline/contract/paying/payments/payment-request'
import { type Cents, formatDecimal, formatUsd, parseMoney } from '@coopline/rules/kernel/money'
import { formatAmountOnBlur } from '@coopline/rules/kernel/typed-amount'
import {
  checkPaymentAmount,
  type PaymentAmountProblem,
} from '@coopline/rules/paying/payment-amount/check-payment-amount'
import { defaultPaymentAmount } from '@coopline/rules/paying/payment-amount/default-payment-amount'
import { paymentAmountMessage } from '@coopline/rules/paying/payment-amount/payment-amount.messages'
import type { PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'
import { Button } from '@coopline/ui/button'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { MoneyField } from '@coopline/ui/money-field'
import { useState } from 'react'
import { PortalForm } from '../form/portal.form.tsx'
import { useSite } from '../page/site.tsx'
import { useText } from '../text/text.tsx'
import { useRuleForm } from '../form/use-rule-form.ts'
import { MethodChoice } from './method-choice.tsx'
import type { Payable } from './payment-wire.ts'
import { PaymentTotal, paymentTotalId } from './payment-total.tsx'

/** The payer's choice of amount, in cents, and payment method. */
export interface PaymentChoice {
  readonly amount: Cents
  readonly method: PaymentType
}

interface Values {
  readonly amount: string
  /** True when the payer confirmed the liability, on an account that requires it. */
  readonly liability: boolean
}

type Problem = PaymentAmountProblem | { readonly code: 'liability-missing'; readonly field: 'liability' }

/** Every problem of the form. The amount is checked as the field formats it on blur. */
function checkValues(values: Values, { account, amounts, needsLiability }: Payable): readonly Problem[] {
  const amount = checkPaymentAmount(formatAmountOnBlur(values.amount), account, amounts)
  return [
    ...(amount === null ? [] : [amount]),
    ...(needsLiability && !values.liability ? [{ code: 'liability-missing', field: 'liability' } as const] : []),
  ]
}

interface PayAccountFormProps {
  readonly account: AccountFigures
  readonly settings: PaymentSettingsAnswer
  readonly payable: Payable
  readonly choice: PaymentChoice | null
  readonly busy: boolean
  /** The reason that the last payment was not started; `null` without a failure, and where the page shows it. */
  readonly error: unknown
  /** The class of the row of buttons. */
  readonly buttonsClass?: string | undefined
  readonly onPay: (choice: PaymentChoice) => void
  readonly onBack: () => void
}

/** Amount, method and total of a payment of one account. A message appears once the field has been left or the form sent. */
export function PayAccountForm(props: PayAccountFormProps) {
  const { account, settings, payable, choice, busy, error, buttonsClass, onPay, onBack } = props
  const text = useText('quickPay').pay
  const { allowAmountPasting } = useSite().settings
  const [method, setMethod] = useState(payable.methods.forced ?? choice?.method ?? 'cc')
  const start: Values = {
    amount: formatDecimal(choice?.amount ?? defaultPaymentAmount(payable.account, payable.amounts)),
    liability: false,
  }
  const form = useRuleForm(
    (values: Values) => checkValues(values, payable),
    (problem: Problem, language) =>
      problem.code === 'liability-missing' ? text.liabilityMissing : paymentAmountMessage(problem, language),
    {
      start,
      onSubmit: (values) => {
        const shown = formatAmountOnBlur(values.amount)
        form.change({ amount: shown })
        const amount = parseMoney(shown)
        if (amount !== null) onPay({ amount, method })
      },
    },
  )
  return (
    <PortalForm
      form={form}
      busy={busy}
      error={error}
      submit={{ label: text.submit, busyLabel: text.busy, describedBy: paymentTotalId }}
      beside={{
        before: (
          <Button variant="secondary" onClick={onBack}>
            {text.back}
          </Button>
        ),
        className: buttonsClass,
      }}
    >
      <MoneyField
        {...form.text('amount')}
        label={text.amount}
        onFormat={formatAmountOnBlur}
        onFocus={(event) => event.currentTarget.select()}
        pasteRefusedText={allowAmountPasting ? undefined : text.pasteRefused}
      />
      <MethodChoice
        methods={payable.methods}
        cards={payable.cards}
        settings={settings}
        value={method}
        onChange={setMethod}
      />
      {payable.needsLiability && (
        <CheckboxField
          {...form.flag('liability')}
          label={text.liability(formatUsd(account.liabilityConfirmationAmount))}
        />
      )}
      <PaymentTotal
        amount={parseMoney(formatAmountOnBlur(form.values.amount))}
        feeOption={settings.convenienceFees[method]}
        settings={settings}
      />
      <p>{text.next}</p>
    </PortalForm>
  )
}
