import type {
  LastPaymentAnswer,
  PaymentSettingsAnswer,
  PaymentsUnderWayAnswer,
} from '@coopline/contract/paying/payments/payment-request'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { settingsIn } from '@coopline/contract/site/site/settings-in'
import { yesNo } from '@coopline/rules/kernel/flag'
import type { PaymentsUnderWay } from '@coopline/rules/paying/payment-amount/payments-under-way.messages'
import type { Account } from '../../../accounts/accounts/public.ts'
import type { LastPayment } from '../last-payment.store.ts'

/** The name on the payment page: the utility's, else the cooperative's. */
export const utilityNameOf = (settings: Settings): string =>
  settings.utilityName === '' ? settings.coopName : settings.utilityName

/** The cooperative's payment settings as DM-03 and DM-05 nest and spell them. Money is whole cents. */
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

/** The payments of an account that count as paid; `null` when nothing is under way. */
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
      }

/** The payment that the portal asks about before another one; `null` without one. */
export const lastPaymentAnswer = (last: LastPayment | undefined): LastPaymentAnswer | null =>
  last === undefined
    ? null
    : { paymentAmount: last.amount, paymentDate: last.day, ...(last.isUnderWay && { isUnderWay: true }) }

/**
 * Lists the accounts whose payments under way count: without a ceiling other payments limit nothing, so none where overpaying
 * is allowed, and never a prepaid one.
 */
export const accountsWithCeiling = ({ allowOverPay }: Settings, accounts: readonly Account[]): readonly string[] =>
  allowOverPay ? [] : accounts.filter((one) => !one.isPrepaid).map((one) => one.accountNumber)
