import type { AccountFigures } from '@coopline/contract/paying/payments/payment-request'
import type { QuickPaySettingsAnswer } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { Button } from '@coopline/ui/button'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { StepHeading } from '../../../portal/form/step-heading.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { AccountSummary } from './account-summary.tsx'
import { PayAccountForm, type PaymentChoice } from '../../../portal/paying/pay-account.form.tsx'
import { payableFromWire } from '../../../portal/paying/payment-wire.ts'
import { OtherPayments, useBlockedReason } from '../../../portal/paying/payment-notes.tsx'
import styles from './quick-pay.module.css'
import { RecentPaymentDialog } from '../../../portal/paying/recent-payment.dialog.tsx'
import { StepButtons } from './step-buttons.tsx'

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
