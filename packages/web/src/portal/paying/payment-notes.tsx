import type {
  AccountFigures,
  PaymentSettingsAnswer,
  PaymentsUnderWayAnswer,
} from '@coopline/contract/paying/payments/payment-request'
import { paymentsUnderWayNotice } from '@coopline/rules/paying/payment-amount/payments-under-way.messages'
import { notPayableMessage, restrictionTooltip } from '@coopline/rules/paying/payment-method/payment-method.messages'
import type { NotPayable } from '@coopline/rules/paying/payment-method/payment-methods'
import { Alert } from '@coopline/ui/alert'
import { useLanguage, useText } from '../text/text.tsx'
import { payableFromWire } from './payment-wire.ts'
import { useNow } from '../text/use-now.ts'

/** Says, before the payer chooses an amount, that other payments of the account are in progress and leave less to pay. */
export function OtherPayments({ underWay: shown }: { readonly underWay: PaymentsUnderWayAnswer }) {
  const { language } = useLanguage()
  const now = useNow()
  // During an upgrade the answer may be from a server that does not have the field yet.
  if (!shown) return null
  const { until, timeZone, ...underWay } = shown
  const { title, text } = paymentsUnderWayNotice({ ...underWay, until: new Date(until) }, timeZone, now, language)
  return (
    <Alert tone="warning" title={title}>
      {text}
    </Alert>
  )
}

/** The reason that the Pay button of an account is unavailable; `undefined` when nothing blocks its payment (PM-11). */
export function useBlockedReason([blocked]: readonly NotPayable[]): string | undefined {
  const text = useText('quickPay').pay
  const { language } = useLanguage()
  if (blocked === undefined) return undefined
  return (blocked.code === 'both-methods-restricted' ? restrictionTooltip('both', language) : null) ?? text.blocked
}

interface PayBlockedProps {
  readonly account: AccountFigures
  readonly settings: PaymentSettingsAnswer
}

/** The reason that an account cannot be paid online at all: its cutoff, in the cooperative's own words, or both methods restricted. */
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
