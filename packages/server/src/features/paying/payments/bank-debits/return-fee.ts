import { type Cents, zeroCents } from '@coopline/rules/kernel/money'
import { isFeeCharged } from '@coopline/rules/paying/runs/return-codes'
import type { Tx } from '../../../../platform/db/open-database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { ProviderEvent } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { hasLogin, type Payment } from '../payment.ts'
import { hasOtherReturnFee, lockReturnFees } from './return-fee.store.ts'

const monthMs = 30 * 86_400_000

/**
 * The fee for a return, in whole cents; zero when none is due. Only a stated return of a bank payment has one: a late decline may
 * be a correction of the provider, and a card company takes no fee.
 */
export function statedReturnFee(
  { settings }: Pick<Deps, 'settings'>,
  { event, isFeeWaived = false }: { readonly event: ProviderEvent; readonly isFeeWaived?: boolean | undefined },
): Cents {
  const isChargeable = event.type === 'payment.returned' && event.paymentType === 'echeck' && !isFeeWaived
  return isChargeable && isFeeCharged(event.message ?? '') ? settings.current().returnedPaymentFee : zeroCents
}

/**
 * True when a payer without a login made the payment, and the account had the fee of another such payment within 30 days: a stranger
 * who knows four digits could otherwise charge the member as many fees as they write bad checks. Others who decide it wait until the
 * transaction ends.
 */
export async function isReturnFeeWithheld(tx: Tx, payment: Payment, now: Date): Promise<boolean> {
  if (hasLogin(payment.origin)) return false
  await lockReturnFees(tx, payment.accountNumber)
  return hasOtherReturnFee(tx, payment, new Date(now.getTime() - monthMs))
}
