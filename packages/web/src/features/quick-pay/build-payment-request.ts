import type { PaymentRequest, QuickPayAccount } from '@coopline/contract/quick-pay/quick-pay.contract'
import { zeroCents } from '@coopline/rules/kernel/money'
import type { AmountSettings, PayableAccount } from '@coopline/rules/payment-amount/payable-account'
import { reconnectMeter } from '@coopline/rules/payment-amount/reconnect-meter'
import type { PaymentChoice } from './payment-attempt.ts'

/**
 * The payment request for one account (DM-06, DM-07). The figures are echoed as the verification gave them; the
 * server pays by its own and refuses when the two differ. Quick Pay knows no arrangements: 0 (REQ-D-045).
 */
export function buildPaymentRequest(
  account: QuickPayAccount,
  payable: PayableAccount,
  { amount, method }: PaymentChoice,
  settings: AmountSettings,
): PaymentRequest {
  return {
    accountsToPay: [
      {
        accountNumber: account.accountNumber,
        accountBalance: account.accountBalance,
        paymentAmount: amount,
        dueDate: account.dueDate,
        pastDueAmount: account.pastDueAmount,
        reconnectFee: account.reconnectFee,
        additionalDeposit: account.additionalDeposit,
        arrangementAmount: zeroCents,
        liabilityConfirmationAmount: account.liabilityConfirmationAmount,
        showLiabilityConfirmation: account.showLiabilityConfirmation,
        cutoffAmount: account.cutoffAmount,
        derivedStatus: account.derivedStatus,
        disconnectFee: account.disconnectFee,
        isPrepaidAccount: account.isPrepaidAccount,
        // The answer calls it minimumPaymentDue, the request minimumPaymentAmount (REQ-D-030).
        minimumPaymentAmount: account.minimumPaymentDue,
        overPayAmount: account.overPayAmount,
        prepaidReconnectAmount: account.prepaidReconnectAmount,
      },
    ],
    amount,
    reconnectFee: account.reconnectFee,
    additionalDeposit: account.additionalDeposit,
    arrangementPaymentAmount: zeroCents,
    reconnectMeter: reconnectMeter(payable, amount, settings),
    paymentType: method,
  }
}
