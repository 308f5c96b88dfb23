import { utilityNameOf } from '../payment.ts'
import type {
  LastPaymentAnswer,
  PaymentSettingsAnswer,
  PaymentsUnderWayAnswer,
  AccountFigures,
} from '@coopline/contract/paying/payments/payment-request'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { settingsIn } from '@coopline/contract/site/site/settings-in'
import { yesNo } from '@coopline/rules/kernel/flag'
import type { PaymentsUnderWay } from '@coopline/rules/paying/payment-amount/payments-under-way.messages'
import type { Account } from '../../../accounts/accounts/public.ts'
import type { LastPayment } from './last-payment.store.ts'

/** Builds the answer with the cooperative's payment settings, in the structure of DM-03 and DM-05. Money is whole cents. */
export function paymentSettingsAnswer(
  settings: Settings,
  { memberHasCutoffAccount }: { readonly memberHasCutoffAccount: boolean },
): PaymentSettingsAnswer {
  const spanish = settingsIn(settings, 'es')
  return {
    paymentSettings: {
      utilityAllowCreditCard: yesNo(settings.utilityAllowCreditCard),
      utilityAllowEcheck: yesNo(settings.utilityAllowEcheck),
      allowVisa: yesNo(settings.allowVisa),
      allowMaster: yesNo(settings.allowMaster),
      allowAmex: yesNo(settings.allowAmex),
      allowDiscover: yesNo(settings.allowDiscover),
      allowOverPay: yesNo(settings.allowOverPay),
      allowUnderPay: yesNo(settings.allowUnderPay),
      prepaidMinimumPaymentAmount: settings.prepaidMinimumPaymentAmount,
      memberHasCutoffAccount: yesNo(memberHasCutoffAccount),
      maxChargeAmount: settings.maxChargeAmount,
    },
    echeckProcessAsDraft: yesNo(settings.echeckProcessAsDraft),
    enforceNoMoreEchecks: yesNo(settings.enforceNoMoreEchecks),
    pgClientId: settings.pgClientId,
    applicationWebId: settings.applicationWebId,
    utilityName: utilityNameOf(settings),
    payOnlinePayCutoffAccount: yesNo(settings.payOnlinePayCutoffAccount),
    cutoffMessage: settings.cutoffMessage,
    defaultPaymentAmt: settings.defaultPaymentAmt,
    payOnlineAllowCutoffPaymentOverride: yesNo(settings.payOnlineAllowCutoffPaymentOverride),
    ccPrepaidAmountMinimum: settings.ccPrepaidAmountMinimum,
    onlineConvFeeText: settings.onlineConvFeeText,
    spanishTexts: { cutoffMessage: spanish.cutoffMessage, onlineConvFeeText: spanish.onlineConvFeeText },
    convenienceFees: { cc: settings.cardConvenienceFee, echeck: settings.echeckConvenienceFee },
  }
}

/** Builds the answer with the payments under way of an account; `null` when there are none. */
export const paymentsUnderWayAnswer = (
  { timeZone }: Settings,
  underWay: PaymentsUnderWay | undefined,
): PaymentsUnderWayAnswer =>
  underWay === undefined
    ? null
    : {
        payments: underWay.payments,
        underReview: underWay.underReview,
        amount: underWay.amount,
        until: underWay.until.toISOString(),
        timeZone,
        ...(underWay.givesWay === true && { givesWay: true as const }),
      }

/** Builds the answer with the recent payment that the page asks about before another payment; `null` without one. */
export const lastPaymentAnswer = (last: LastPayment | undefined): LastPaymentAnswer | null =>
  last === undefined
    ? null
    : { paymentAmount: last.amount, paymentDate: last.day, ...(last.isUnderWay && { isUnderWay: true }) }

/**
 * Lists the accounts whose payments under way limit the amount. Without a ceiling they limit nothing: there are none where overpaying is
 * allowed, and prepaid accounts are never among them.
 */
export const accountsWithCeiling = ({ allowOverPay }: Settings, accounts: readonly Account[]): readonly string[] =>
  allowOverPay ? [] : accounts.filter((one) => !one.isPrepaid).map((one) => one.accountNumber)

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
