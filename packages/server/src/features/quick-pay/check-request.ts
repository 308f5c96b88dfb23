import type { AccountToPay, PaymentRequest } from '@coopline/contract/quick-pay/quick-pay.contract'
import type { Settings } from '@coopline/contract/site/settings-catalogue'
import { settingsIn } from '@coopline/contract/site/settings-in'
import { addCents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { checkOverpay } from '@coopline/rules/payment-amount/balance-limits'
import { checkPaymentCents } from '@coopline/rules/payment-amount/check-payment-amount'
import type { AmountSettings } from '@coopline/rules/payment-amount/payable-account'
import { paymentAmountMessage } from '@coopline/rules/payment-amount/payment-amount.messages'
import {
  type PaymentsUnderWay,
  paymentsUnderWayRefusal,
} from '@coopline/rules/payment-amount/payments-under-way.messages'
import { reconnectMeter } from '@coopline/rules/payment-amount/reconnect-meter'
import { checkPayable } from '@coopline/rules/payment-method/check-payable'
import { notPayableMessage } from '@coopline/rules/payment-method/payment-method.messages'
import type { PaymentMethods, PaymentType } from '@coopline/rules/payment-method/payment-methods'
import type { ProblemEntry } from '@coopline/contract/problem-body'
import { yesNo } from '@coopline/rules/kernel/flag'
import { BadInput, Conflict, RuleRefused } from '../../platform/errors.ts'
import { type Account, payableOf } from '../accounts/public.ts'
import { requestPaymentText } from '../payments/public.ts'

/**
 * Compares what the browser showed with what is so. The figures of the request decide nothing; but a payer who saw other
 * ones must look again before paying.
 *
 * @throws Conflict (`stale-figures`) when any figure differs from the database's.
 */
export function checkFigures(shown: AccountToPay, account: Account, language: Language): void {
  const figures: Omit<AccountToPay, 'paymentAmount' | 'accountNumber' | 'arrangementAmount'> = {
    accountBalance: account.balance,
    dueDate: account.dueDate,
    pastDueAmount: account.pastDue,
    reconnectFee: account.reconnectFee,
    additionalDeposit: account.additionalDeposit,
    liabilityConfirmationAmount: account.liabilityConfirmationAmount,
    showLiabilityConfirmation: yesNo(account.showLiabilityConfirmation),
    cutoffAmount: account.cutoffAmount,
    derivedStatus: account.derivedStatus,
    disconnectFee: account.disconnectFee,
    isPrepaidAccount: yesNo(account.isPrepaid),
    minimumPaymentAmount: account.minimumPaymentDue,
    overPayAmount: account.overPayAmount,
    prepaidReconnectAmount: account.prepaidReconnect,
  }
  const names = Object.keys(figures) as (keyof typeof figures)[]
  if (names.some((name) => shown[name] !== figures[name]))
    throw new Conflict('stale-figures', requestPaymentText('stale-figures', language))
}

/**
 * Checks that the totals of a request are those of its one account.
 *
 * @throws BadInput naming every total that is not.
 */
export function checkTotals(
  request: PaymentRequest,
  shown: AccountToPay,
  account: Account,
  settings: Settings,
  language: Language,
): void {
  const totals = {
    amount: shown.paymentAmount,
    reconnectFee: shown.reconnectFee,
    additionalDeposit: shown.additionalDeposit,
    // Quick Pay knows no arrangements (REQ-D-045).
    arrangementPaymentAmount: 0,
    reconnectMeter: reconnectMeter(payableOf(account), request.amount, amountSettingsOf(settings)),
  }
  const wrong = (Object.keys(totals) as (keyof typeof totals)[]).filter((name) => request[name] !== totals[name])
  if (shown.arrangementAmount !== 0) wrong.push('arrangementPaymentAmount')
  const message = requestPaymentText('totals-differ', language)
  if (wrong.length > 0) throw new BadInput(wrong.map((field) => ({ code: 'totals-differ', field, message })))
}

export const amountSettingsOf = (settings: Settings): AmountSettings => ({
  allowOverPay: settings.allowOverPay,
  allowUnderPay: settings.allowUnderPay,
  canOverrideCutoff: settings.payOnlineAllowCutoffPaymentOverride,
  prepaidMinimumPaymentAmount: settings.prepaidMinimumPaymentAmount,
  ccPrepaidAmountMinimum: settings.ccPrepaidAmountMinimum,
  defaultPaymentAmt: settings.defaultPaymentAmt,
})

/**
 * Where overpaying is not allowed, the payments under way of an account count as paid (REQ-D-017).
 *
 * @throws RuleRefused when this payment and they together are above the ceiling.
 */
export function checkCeiling(
  request: PaymentRequest,
  account: Account,
  settings: Settings,
  underWay: PaymentsUnderWay,
  language: Language,
): void {
  const payable = payableOf(account)
  const together = addCents(request.amount, underWay.amount)
  if (payable.isPrepaid || checkOverpay(together, payable, amountSettingsOf(settings)) === null) return
  const message = paymentsUnderWayRefusal(underWay, settings.timeZone, language)
  throw new RuleRefused([{ code: 'payment-under-way', field: 'amount', message }])
}

/**
 * Runs the payment rules on the figures of the database: the amount, then whether the account may be paid so at all.
 *
 * @throws RuleRefused with every problem, in that order.
 */
export function checkRules(
  request: PaymentRequest,
  account: Account,
  settings: Settings,
  chosen: { readonly methods: PaymentMethods; readonly paymentType: PaymentType },
  language: Language,
): void {
  const payable = payableOf(account)
  const problems: ProblemEntry[] = []
  const amount = checkPaymentCents(request.amount, payable, amountSettingsOf(settings))
  if (amount !== null)
    problems.push({ code: amount.code, field: amount.field, message: paymentAmountMessage(amount, language) })
  for (const restriction of checkPayable(payable, settings, chosen.methods, chosen.paymentType)) {
    const message = notPayableMessage(restriction, settingsIn(settings, language).cutoffMessage, language)
    problems.push({ code: restriction.code, message, ...('field' in restriction ? { field: restriction.field } : {}) })
  }
  if (problems.length > 0) throw new RuleRefused(problems)
}
