import type { AccountFigures, PaymentRequest } from '@coopline/contract/payments/payment-request'
import { yesNo } from '@coopline/rules/kernel/flag'
import { addCents, type Cents, zeroCents } from '@coopline/rules/kernel/money'
import type { AmountSettings, PayableAccount } from '@coopline/rules/payment-amount/payable-account'
import { reconnectMeter } from '@coopline/rules/payment-amount/amount-limits'
import type { PaymentType } from '@coopline/rules/payment-method/payment-methods'

/** What is paid on an account. */
export interface AccountPayment {
  readonly figures: AccountFigures
  readonly payable: PayableAccount
  readonly amount: Cents
  /** The next payment of its arrangement; 0 where the payer is not shown it, as in Quick Pay (REQ-D-045). */
  readonly arrangementAmount?: Cents
}

/**
 * The payment request for one or more accounts (DM-06, DM-07). The figures are echoed as the server gave them; it pays by its
 * own and refuses when the two differ.
 */
export function buildPaymentRequest(
  payments: readonly AccountPayment[],
  method: PaymentType,
  settings: AmountSettings,
): PaymentRequest {
  const sum = (amount: (one: AccountPayment) => Cents) => addCents(...payments.map(amount))
  return {
    accountsToPay: payments.map(accountToPay),
    amount: sum(({ amount }) => amount),
    reconnectFee: sum(({ figures }) => figures.reconnectFee),
    additionalDeposit: sum(({ figures }) => figures.additionalDeposit),
    arrangementPaymentAmount: sum(({ arrangementAmount = zeroCents }) => arrangementAmount),
    reconnectMeter: yesNo(payments.some(({ payable, amount }) => reconnectMeter(payable, amount, settings) === 'Y')),
    paymentType: method,
  }
}

const accountToPay = ({ figures, amount, arrangementAmount = zeroCents }: AccountPayment) => ({
  accountNumber: figures.accountNumber,
  accountBalance: figures.accountBalance,
  paymentAmount: amount,
  dueDate: figures.dueDate,
  pastDueAmount: figures.pastDueAmount,
  reconnectFee: figures.reconnectFee,
  additionalDeposit: figures.additionalDeposit,
  arrangementAmount,
  liabilityConfirmationAmount: figures.liabilityConfirmationAmount,
  showLiabilityConfirmation: figures.showLiabilityConfirmation,
  cutoffAmount: figures.cutoffAmount,
  derivedStatus: figures.derivedStatus,
  disconnectFee: figures.disconnectFee,
  isPrepaidAccount: figures.isPrepaidAccount,
  // The answer calls it minimumPaymentDue, the request minimumPaymentAmount (REQ-D-030).
  minimumPaymentAmount: figures.minimumPaymentDue,
  overPayAmount: figures.overPayAmount,
  prepaidReconnectAmount: figures.prepaidReconnectAmount,
})
