import type { AccountFigures } from '@coopline/contract/paying/payments/payment-request'
import type { QuickPaySettingsAnswer } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { Button } from '@coopline/ui/button'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { StepHeading } from '../../../portal/form/step-heading.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { PayAccountForm, type PaymentChoice } from '../../../portal/paying/pay-account.form.tsx'
import { type Payable, payableFromWire } from '../../../portal/paying/payment-wire.ts'
import { OtherPayments, useBlockedReason } from '../../../portal/paying/payment-notes.tsx'
import styles from './quick-pay.module.css'
import { RecentPaymentDialog } from '../../../portal/paying/recent-payment.dialog.tsx'
import { StepButtons } from './step-buttons.tsx'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, formatUsd } from '@coopline/rules/kernel/money'
import { type Fact, Facts } from '@coopline/ui/facts'

export { PayBlocked } from '../../../portal/paying/payment-notes.tsx'

interface PayStepProps {
  readonly account: AccountFigures
  readonly settings: QuickPaySettingsAnswer
  /** Amount and method to begin with; the defaults of the account when `null`. */
  readonly choice: PaymentChoice | null
  readonly busy: boolean
  readonly takesFocus: boolean
  readonly onPay: (choice: PaymentChoice) => void
  readonly onBack: () => void
  /** The payer, reminded of a recent payment, decides against another. */
  readonly onCancel: () => void
}

/**
 * Step 3: amount and method. `onPay` gets a choice that has passed the amount rules and the question about a recent payment.
 * Where nothing can be paid, `PayBlocked` belongs above the step and says why.
 */
export function PayStep(props: PayStepProps) {
  const { account, settings, choice, busy, takesFocus, onPay, onBack, onCancel } = props
  const text = useText('quickPay').pay
  const payable = payableFromWire(account, settings)
  const { lastPayment } = settings.paymentSettings
  const [unconfirmed, setUnconfirmed] = useState<PaymentChoice | null>(null)
  const blockedReason = useBlockedReason(payable.blocked)

  return (
    <Stack gap="large">
      <StepHeading takesFocus={takesFocus}>{text.heading}</StepHeading>
      <AccountSummary account={account} payable={payable} />
      {blockedReason === undefined && <OtherPayments underWay={settings.paymentsUnderWay} />}
      {blockedReason === undefined ? (
        <PayAccountForm
          account={account}
          settings={settings}
          payable={payable}
          choice={choice}
          busy={busy}
          error={null}
          buttonsClass={styles.buttons}
          onPay={lastPayment === null ? onPay : setUnconfirmed}
          onBack={onBack}
        />
      ) : (
        <StepButtons>
          <Button variant="secondary" onClick={onBack}>
            {text.back}
          </Button>
          <Button disabledReason={blockedReason}>{text.submit}</Button>
        </StepButtons>
      )}
      {lastPayment !== null && (
        <RecentPaymentDialog
          open={unconfirmed !== null}
          lastPayment={lastPayment}
          onContinue={() => {
            setUnconfirmed(null)
            if (unconfirmed !== null) onPay(unconfirmed)
          }}
          onCancel={onCancel}
          onClose={() => setUnconfirmed(null)}
        />
      )}
    </Stack>
  )
}

interface AccountSummaryProps {
  readonly account: AccountFigures
  readonly payable: Payable
}

/** Shows the amounts that the account owes (REQ-D-049). A prepaid account has no due date, past due or cutoff. */
function AccountSummary({ account, payable }: AccountSummaryProps) {
  const text = useText('quickPay').pay
  const { isPrepaid } = payable.account
  const whenAboveZero = (label: string, amount: Cents): readonly Fact[] =>
    amount > 0 ? [{ label, value: formatUsd(amount) }] : []

  const standard = (): readonly Fact[] => [
    ...(account.dueDate === null ? [] : [{ label: text.dueDate, value: formatUsDate(account.dueDate) }]),
    ...whenAboveZero(text.pastDue, account.pastDueAmount),
    ...whenAboveZero(text.cutoff, account.cutoffAmount),
    ...whenAboveZero(text.reconnectFee, account.reconnectFee),
    ...whenAboveZero(text.additionalDeposit, account.additionalDeposit),
    ...whenAboveZero(text.disconnectFee, account.disconnectFee),
  ]
  return (
    <Facts
      facts={[
        { label: text.number, value: account.accountNumber },
        {
          label: text.balance,
          value: formatUsd(account.accountBalance),
          note: balanceNote(account, isPrepaid, text.credit),
        },
        ...(isPrepaid ? whenAboveZero(text.prepaidReconnect, account.prepaidReconnectAmount) : standard()),
      ]}
    />
  )
}

/** A balance below zero is a credit on a standard account, and a debt on a prepaid one. */
function balanceNote({ prepaidLabel, accountBalance }: AccountFigures, isPrepaid: boolean, credit: string) {
  if (prepaidLabel.trim() !== '') return prepaidLabel
  return accountBalance < 0 && !isPrepaid ? credit : undefined
}
