import type { AccountFigures } from '@coopline/contract/payments/payment-request'
import type { QuickPaySettingsAnswer } from '@coopline/contract/quick-pay/quick-pay.contract'
import { notPayableMessage, restrictionTooltip } from '@coopline/rules/payment-method/payment-method.messages'
import { paymentsUnderWayNotice } from '@coopline/rules/payment-amount/payments-under-way.messages'
import type { NotPayable } from '@coopline/rules/payment-method/payment-methods'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { StepHeading } from '../../portal/step-heading.tsx'
import { useLanguage, useText } from '../../portal/text.tsx'
import { AccountSummary } from './account-summary.tsx'
import { PayForm } from './pay.form.tsx'
import { payableFromWire } from '../../portal/paying/payment-wire.ts'
import type { PaymentChoice } from './payment-attempt.ts'
import { RecentPaymentDialog } from './recent-payment.dialog.tsx'
import { StepButtons } from './step-buttons.tsx'

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
  const { language } = useLanguage()
  const payable = payableFromWire(account, settings)
  const { lastPayment } = settings.paymentSettings
  const [unconfirmed, setUnconfirmed] = useState<PaymentChoice | null>(null)
  const [blocked] = payable.blocked
  const blockedBy = ({ code }: NotPayable) =>
    code === 'both-methods-restricted' ? (restrictionTooltip('both', language) ?? undefined) : text.blocked

  return (
    <Stack gap="large">
      <StepHeading takesFocus={takesFocus}>{text.heading}</StepHeading>
      <AccountSummary account={account} payable={payable} />
      {blocked === undefined && <OtherPayments settings={settings} />}
      {blocked === undefined ? (
        <PayForm
          account={account}
          settings={settings}
          payable={payable}
          choice={choice}
          busy={busy}
          onPay={lastPayment === null ? onPay : setUnconfirmed}
          onBack={onBack}
        />
      ) : (
        <StepButtons>
          <Button variant="secondary" onClick={onBack}>
            {text.back}
          </Button>
          <Button disabledReason={blockedBy(blocked)}>{text.submit}</Button>
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

/** Says, before the payer chooses an amount, that other payments of the account are in progress and leave less to pay. */
function OtherPayments({ settings: { paymentsUnderWay } }: { readonly settings: QuickPaySettingsAnswer }) {
  const { language } = useLanguage()
  // During an upgrade the answer may be from a server that does not have the field yet.
  if (!paymentsUnderWay) return null
  const { until, timeZone, ...underWay } = paymentsUnderWay
  const { title, text } = paymentsUnderWayNotice({ ...underWay, until: new Date(until) }, timeZone, language)
  return (
    <Alert tone="warning" title={title}>
      {text}
    </Alert>
  )
}

interface PayBlockedProps {
  readonly account: AccountFigures
  readonly settings: QuickPaySettingsAnswer
}

/** Why an account cannot be paid online at all: its cutoff, in the cooperative's own words, or both methods restricted. */
export function PayBlocked({ account, settings }: PayBlockedProps) {
  const { language } = useLanguage()
  const { blocked } = payableFromWire(account, settings)
  if (blocked.length === 0) return null
  const { cutoffMessage } = language === 'es' ? settings.spanishTexts : settings
  const [first = '', ...more] = blocked.map((problem) => notPayableMessage(problem, cutoffMessage, language))
  return (
    <Alert tone="error" title={first} focusOnMount>
      {more.join(' ')}
    </Alert>
  )
}
