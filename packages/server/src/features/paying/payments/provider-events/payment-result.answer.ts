import type { PaymentResult } from '@coopline/contract/paying/payments/payments.contract'
import { type Cents, cents, zeroCents } from '@coopline/rules/kernel/money'
import { awaitsProvider } from '@coopline/rules/paying/payment-state/payment-state'
import { type Payment, type PaymentItem, outcomeOf } from '../payment.ts'

/**
 * Builds the answer about a payment for its payer (DE-38). A payment that is open or under review has no fee and no method: only the
 * requested amount is certain.
 *
 * @param items the amounts that were paid, or will be paid, on each account.
 * @param balances the amounts owed now, by account. Accounts that no longer exist are absent.
 * @param refunded the amount that was refunded, fee included.
 */
export function paymentResult(
  payment: Payment,
  items: readonly PaymentItem[],
  balances: ReadonlyMap<string, Cents>,
  refunded: Cents = zeroCents,
): PaymentResult {
  const fee = payment.convenienceFee ?? zeroCents
  const [only, ...others] = items
  const isSingle = only !== undefined && others.length === 0
  // The amount that staff accepted may be booked on another account than the requested main account.
  const mainAccount = isSingle ? only.accountNumber : payment.accountNumber
  const isUncertain = awaitsProvider(payment.state) || payment.state === 'under-review'
  return {
    transNo: payment.transNo,
    outcome: outcomeOf(payment),
    postbackMessage: payment.message,
    accountNumber: mainAccount,
    accountBalance: isSingle ? (balances.get(mainAccount) ?? null) : null,
    paymentAmount: payment.accepted?.totalAmount ?? cents(payment.amount + fee),
    convenienceFee: fee,
    ...(refunded > 0 && { refundedAmount: refunded }),
    paymentType: isUncertain ? null : payment.paymentType,
    cardOrBankAccountNumberLastFourDigits: payment.lastFour,
    confirmationNumber: payment.confirmationNumber,
    accounts: items.map(({ accountNumber, amount }) => ({
      accountNumber,
      accountBalance: balances.get(accountNumber) ?? null,
      paymentAmount: amount,
    })),
  }
}
