import type { PaymentOutcome, PaymentResult } from '@coopline/contract/payments/payments.contract'
import { type Cents, cents, zeroCents } from '@coopline/rules/kernel/money'
import { isFinal } from '@coopline/rules/payment-state/payment-state'
import type { Payment } from './payment.ts'

const outcomeOf = (payment: Payment): PaymentOutcome =>
  payment.state === 'requested' || payment.state === 'handed-off' ? 'processing' : payment.state

/**
 * A payment as its payer is told (spec 001 §3). A payment that is still open has no fee and no method yet: nothing but
 * what was asked for is known.
 *
 * @param accountBalance what is owed now; `null` when the account is gone.
 */
export function paymentResult(payment: Payment, accountBalance: Cents | null): PaymentResult {
  const fee = payment.convenienceFee ?? zeroCents
  return {
    transNo: payment.transNo,
    outcome: outcomeOf(payment),
    postbackMessage: payment.message,
    accountNumber: payment.accountNumber,
    accountBalance,
    paymentAmount: cents(payment.amount + fee),
    convenienceFee: fee,
    paymentType: isFinal(payment.state) ? payment.paymentType : null,
    cardOrBankAccountNumberLastFourDigits: payment.lastFour,
    confirmationNumber: payment.confirmationNumber,
  }
}
