import type { PaymentSettingsAnswer, QuickPayAccount } from '@coopline/contract/quick-pay/quick-pay.contract'
import { notPayableMessage } from '@coopline/rules/payment-method/payment-method.messages'
import { Alert } from '@coopline/ui/alert'
import { useLanguage } from '../../portal/text.tsx'
import { payableFromWire } from './payable-from-wire.ts'

interface PayBlockedProps {
  readonly account: QuickPayAccount
  readonly settings: PaymentSettingsAnswer
}

/** Why an account cannot be paid online at all: its cutoff, in the cooperative's own words, or both methods restricted. */
export function PayBlocked({ account, settings }: PayBlockedProps) {
  const { language } = useLanguage()
  const { blocked } = payableFromWire(account, settings)
  if (blocked === null) return null
  return <Alert tone="error" title={notPayableMessage(blocked, settings.cutoffMessage, language)} focusOnMount />
}
