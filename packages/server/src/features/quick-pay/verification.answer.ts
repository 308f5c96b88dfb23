import type { QuickPayAccount } from '@coopline/contract/quick-pay/quick-pay.contract'
import { yesNo } from '@coopline/rules/kernel/flag'
import type { Account } from '../accounts/public.ts'

/** An account as the verification answers it (DM-02). Money is whole cents. */
export function quickPayAccount(account: Account, { masked }: { readonly masked: boolean }): QuickPayAccount {
  const { street, city, state, zip } = account.serviceAddress
  const shownStreet = masked ? maskedNumber(street) : street
  return {
    accountNumber: account.accountNumber,
    accountHolderName: masked ? maskedName(account.holderName) : account.holderName,
    serviceAddress: `${shownStreet}, ${city}, ${state} ${zip}`,
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

/** 'Ada Lindqvist' as 'A** L********': enough to know one's own name, too little to learn another's. */
const maskedName = (name: string): string => name.replaceAll(/(?<=\S)\S/gu, '*')

/** '1234 Oak St' as '1*** Oak St'. */
const maskedNumber = (street: string): string =>
  street.replace(/^[0-9]+/u, (digits) => digits[0] + '*'.repeat(digits.length - 1))
