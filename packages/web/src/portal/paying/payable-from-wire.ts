import type { PaymentSettingsAnswer, AccountFigures } from '@coopline/contract/payments/payment-request'
import { isOn } from '@coopline/rules/kernel/flag'
import type { AmountSettings, PayableAccount } from '@coopline/rules/payment-amount/payable-account'
import { isInCutoff } from '@coopline/rules/payment-amount/payable-account'
import { acceptedCardTypes, type CardType } from '@coopline/rules/payment-method/card-types'
import { checkPayable, type NotPayable } from '@coopline/rules/payment-method/check-payable'
import {
  type MethodSettings,
  paymentMethods,
  type PaymentMethods,
} from '@coopline/rules/payment-method/payment-methods'

/** Everything a payment form judges an account by, in the words of the rules. */
export interface Payable {
  readonly account: PayableAccount
  readonly amounts: AmountSettings
  readonly methods: PaymentMethods
  readonly cards: readonly CardType[]
  readonly inCutoff: boolean
  /** True when the payer must confirm liability for the account's amount. */
  readonly needsLiability: boolean
  /** Why no amount can be paid with any method; `null` when something can be paid. */
  readonly blocked: readonly NotPayable[]
}

/** Reads the flags and names of the wire (DM-02, DM-03) into what the rules speak of. */
export function payableFromWire(account: AccountFigures, answer: PaymentSettingsAnswer): Payable {
  const payable = payableAccount(account)
  const settings = methodSettings(answer)
  const methods = paymentMethods(
    {
      isCcEligible: isOn(account.isCcEligible),
      isEcheckEligible: isOn(account.isEcheckEligible),
      noMoreChecks: isOn(account.nomoreCheck),
    },
    settings,
  )
  const payOnlinePayCutoffAccount = isOn(answer.payOnlinePayCutoffAccount)
  return {
    account: payable,
    amounts: amountSettings(answer),
    methods,
    cards: acceptedCardTypes(settings),
    inCutoff: isInCutoff(payable),
    needsLiability: isOn(account.showLiabilityConfirmation),
    blocked: checkPayable(payable, { payOnlinePayCutoffAccount }, methods, methods.forced ?? 'cc'),
  }
}

const payableAccount = (account: AccountFigures): PayableAccount => ({
  isPrepaid: isOn(account.isPrepaidAccount),
  balance: account.accountBalance,
  pastDue: account.pastDueAmount,
  cutoffAmount: account.cutoffAmount,
  reconnectFee: account.reconnectFee,
  additionalDeposit: account.additionalDeposit,
  disconnectFee: account.disconnectFee,
  overPayAmount: account.overPayAmount,
  prepaidReconnectAmount: account.prepaidReconnectAmount,
})

const amountSettings = (answer: PaymentSettingsAnswer): AmountSettings => ({
  allowOverPay: isOn(answer.paymentSettings.allowOverPay),
  allowUnderPay: isOn(answer.paymentSettings.allowUnderPay),
  canOverrideCutoff: isOn(answer.payOnlineAllowCutoffPaymentOverride),
  prepaidMinimumPaymentAmount: answer.paymentSettings.prepaidMinimumPaymentAmount,
  ccPrepaidAmountMinimum: answer.ccPrepaidAmountMinimum,
  defaultPaymentAmt: answer.defaultPaymentAmt,
})

const methodSettings = ({ paymentSettings, ...answer }: PaymentSettingsAnswer): MethodSettings => ({
  utilityAllowCreditCard: isOn(paymentSettings.utilityAllowCreditCard),
  utilityAllowEcheck: isOn(paymentSettings.utilityAllowEcheck),
  allowVisa: isOn(paymentSettings.allowVisa),
  allowMaster: isOn(paymentSettings.allowMaster),
  allowAmex: isOn(paymentSettings.allowAmex),
  allowDiscover: isOn(paymentSettings.allowDiscover),
  echeckProcessAsDraft: isOn(answer.echeckProcessAsDraft),
  enforceNoMoreEchecks: isOn(answer.enforceNoMoreEchecks),
})
