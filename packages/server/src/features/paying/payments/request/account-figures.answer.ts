import type { AccountFigures } from '@coopline/contract/paying/payments/payment-request'
import { yesNo } from '@coopline/rules/kernel/flag'
import type { Account } from '../../../accounts/accounts/public.ts'

/** Builds the answer with the figures of an account that its payer sees (DM-02). Money is whole cents. */
export function accountFigures(account: Account): AccountFigures {
  const { street, city, state, zip } = account.serviceAddress
  return {
    accountNumber: account.accountNumber,
    accountHolderName: account.holderName,
    serviceAddress: `${street}, ${city}, ${state} ${zip}`,
    accountBalance: account.balance,
    dueDate: account.dueDate,
    pastDueAmount: account.pastDue,
    reconnectFee: account.reconnectFee,
    additionalDeposit: account.additionalDeposit,
    cutoffAmount: account.cutoffAmount,
    disconnectFee: account.disconnectFee,
    derivedStatus: account.derivedStatus,
    isPrepaidAccount: yesNo(account.isPrepaid),
    prepaidLabel: account.prepaidLabel,
    prepaidReconnectAmount: account.prepaidReconnect,
    minimumPaymentDue: account.minimumPaymentDue,
    overPayAmount: account.overPayAmount,
    liabilityConfirmationAmount: account.liabilityConfirmationAmount,
    showLiabilityConfirmation: yesNo(account.showLiabilityConfirmation),
    isCcEligible: yesNo(account.cardEligible),
    isEcheckEligible: yesNo(account.echeckEligible),
    nomoreCheck: yesNo(account.noMoreChecks),
  }
}
