import { type Cents, zeroCents } from '@coopline/rules/kernel/money'
import { isFeeCharged } from '@coopline/rules/paying/runs/return-codes'
import type { Tx } from '../../../../platform/db/open-database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { ProviderEvent } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { hasLogin, type Payment } from '../payment.ts'
import { hasOtherReturnFee, lockReturnFees } from './return-fee.store.ts'

const monthMs = 30 * 86_400_000

/**
 * Returns the fee for a return, in whole cents; zero when none is due. Only a reported return of a bank payment has a fee. A late decline
 * may be a correction of the provider, and card companies charge no fee.
 */
export function statedReturnFee(
  { settings }: Pick<Deps, 'settings'>,
  { event, isFeeWaived = false }: { readonly event: ProviderEvent; readonly isFeeWaived?: boolean | undefined },
): Cents {
  const isChargeable = event.type === 'payment.returned' && event.paymentType === 'echeck' && !isFeeWaived
  return isChargeable && isFeeCharged(event.message ?? '') ? settings.current().returnedPaymentFee : zeroCents
}

/**
 * True when a payer without a login made the payment, and the account had a fee for another such payment within 30 days. Otherwise a
 * stranger who knows four digits could charge the member one fee for each bad check. Locks the decision about this account until the
 * transaction ends.
 */
export async function isReturnFeeWithheld(tx: Tx, payment: Payment, now: Date): Promise<boolean> {
  if (hasLogin(payment.origin)) return false
  await lockReturnFees(tx, payment.accountNumber)
  return hasOtherReturnFee(tx, payment, new Date(now.getTime() - monthMs))
}
