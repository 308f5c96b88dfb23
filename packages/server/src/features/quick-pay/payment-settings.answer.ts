import type { PaymentSettingsAnswer } from '@coopline/contract/quick-pay/quick-pay.contract'
import type { Settings } from '@coopline/contract/site/settings-catalogue'
import { settingsIn } from '@coopline/contract/site/settings-in'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { yesNo } from '@coopline/rules/kernel/flag'
import type { Cents } from '@coopline/rules/kernel/money'
import type { PaymentsUnderWay } from '@coopline/rules/payment-amount/payments-under-way.messages'

/** The name on the payment page: the utility's, else the cooperative's. */
export const utilityNameOf = (settings: Settings): string =>
  settings.utilityName === '' ? settings.coopName : settings.utilityName

/** The cooperative's payment settings as DM-03 and DM-05 nest and spell them. Money is whole cents. */
export function paymentSettingsAnswer(
  settings: Settings,
  facts: {
    readonly memberHasCutoffAccount: boolean
    readonly underWay: PaymentsUnderWay | null
    readonly lastPayment: { readonly amount: Cents; readonly day: CalendarDate } | null
  },
): PaymentSettingsAnswer {
  const { lastPayment, memberHasCutoffAccount, underWay } = facts
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
      lastPayment: lastPayment && { paymentAmount: lastPayment.amount, paymentDate: lastPayment.day },
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
    paymentsUnderWay: underWay && { ...underWay, until: underWay.until.toISOString(), timeZone: settings.timeZone },
  }
}
