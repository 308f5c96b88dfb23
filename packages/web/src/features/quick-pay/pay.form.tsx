import type { PaymentSettingsAnswer, QuickPayAccount } from '@coopline/contract/quick-pay/quick-pay.contract'
import { isOn } from '@coopline/rules/kernel/flag'
import { formatDecimal, formatUsd, parseMoney } from '@coopline/rules/kernel/money'
import { formatAmountOnBlur } from '@coopline/rules/payment-amount/amount-field'
import { defaultPaymentAmount } from '@coopline/rules/payment-amount/default-payment-amount'
import { paymentAmountMessage } from '@coopline/rules/payment-amount/payment-amount.messages'
import { Button } from '@coopline/ui/button'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { ErrorSummary } from '@coopline/ui/error-summary'
import { MoneyField } from '@coopline/ui/money-field'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { byRules } from '../../portal/by-rules.ts'
import { keepFocus } from '../../portal/keep-focus.ts'
import { useLanguage, useText } from '../../portal/text.tsx'
import { useSubmitErrors } from '../../portal/use-submit-errors.ts'
import { checkPayForm, type PayForm as Values, type PayFormProblem } from './check-pay-form.ts'
import { MethodChoice } from './method-choice.tsx'
import type { Payable } from './payable-from-wire.ts'
import type { PaymentChoice } from './payment-attempt.ts'
import { PaymentTotal } from './payment-total.tsx'
import { StepButtons } from './step-buttons.tsx'

interface PayFormProps {
  readonly account: QuickPayAccount
  readonly settings: PaymentSettingsAnswer
  readonly payable: Payable
  readonly choice: PaymentChoice | null
  readonly busy: boolean
  readonly onPay: (choice: PaymentChoice) => void
  readonly onBack: () => void
}

/** Amount, method and total of a payment. A message appears once the field has been left or the form sent. */
export function PayForm({ account, settings, payable, choice, busy, onPay, onBack }: PayFormProps) {
  const text = useText('quickPay').pay
  const { language } = useLanguage()
  const [method, setMethod] = useState(payable.methods.forced ?? choice?.method ?? 'cc')
  const needsLiability = isOn(account.showLiabilityConfirmation)
  const check = (form: Values) => checkPayForm(form, payable, needsLiability)
  const { control, formState, getValues, handleSubmit, register, setFocus, setValue } = useForm<Values>({
    resolver: byRules(check),
    defaultValues: {
      amount: formatDecimal(choice?.amount ?? defaultPaymentAmount(payable.account, payable.amounts)),
      liability: false,
    },
    mode: 'onBlur',
    shouldFocusError: false,
  })
  const typed = useWatch({ control })
  const refused = useSubmitErrors<PayFormProblem>(setFocus)

  const wordsOf = (problem: PayFormProblem) =>
    problem.code === 'liability-missing' ? text.liabilityMissing : paymentAmountMessage(problem, language)
  // The problem is found again for its figures; the form only remembers that there is one.
  const errorOf = (field: keyof Values) => {
    const problem = formState.errors[field] && check(getValues()).find((found) => found.field === field)
    return problem && wordsOf(problem)
  }
  const submit = handleSubmit(
    (form) => {
      refused.accept()
      const shown = formatAmountOnBlur(form.amount)
      setValue('amount', shown)
      const amount = parseMoney(shown)
      if (amount !== null) onPay({ amount, method })
    },
    () => refused.refuse(check(getValues())),
  )

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="large">
        <ErrorSummary
          title={text.problems}
          problems={refused.problems.map((problem) => ({ field: problem.field, text: wordsOf(problem) }))}
          submitCount={refused.count}
        />
        <MoneyField
          {...register('amount')}
          label={text.amount}
          error={errorOf('amount')}
          onFormat={formatAmountOnBlur}
          onFocus={(event) => event.currentTarget.select()}
          pasteRefusedText={text.pasteRefused}
        />
        <MethodChoice payable={payable} settings={settings} value={method} onChange={setMethod} />
        {needsLiability && (
          <CheckboxField
            {...register('liability')}
            label={text.liability(formatUsd(account.liabilityConfirmationAmount))}
            error={errorOf('liability')}
          />
        )}
        <PaymentTotal typed={typed.amount ?? ''} method={method} settings={settings} />
        <p>{text.next}</p>
        <StepButtons>
          <Button variant="secondary" onClick={onBack}>
            {text.back}
          </Button>
          <Button type="submit" busy={busy} busyLabel={text.busy} onMouseDown={keepFocus}>
            {text.submit}
          </Button>
        </StepButtons>
      </Stack>
    </form>
  )
}
