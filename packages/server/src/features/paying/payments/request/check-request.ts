import type { AccountToPay, PaymentRequest } from '@coopline/contract/paying/payments/payment-request'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { settingsIn } from '@coopline/contract/site/site/settings-in'
import { addCents, type Cents } from '@coopline/rules/kernel/money'
import { mostOwed, mostPayable, reconnectMeter } from '@coopline/rules/paying/payment-amount/amount-limits'
import { checkAccountsTogether, checkPaymentCents } from '@coopline/rules/paying/payment-amount/check-payment-amount'
import type { AmountSettings } from '@coopline/rules/paying/payment-amount/payable-account'
import { paymentAmountMessage } from '@coopline/rules/paying/payment-amount/payment-amount.messages'
import {
  type PaymentsUnderWay,
  paymentsUnderWayRefusal,
} from '@coopline/rules/paying/payment-amount/payments-under-way.messages'
import {
  notPayableMessage,
  notPayableTogetherMessage,
} from '@coopline/rules/paying/payment-method/payment-method.messages'
import {
  checkPayable,
  checkPayableTogether,
  type PaymentMethods,
  type PaymentType,
} from '@coopline/rules/paying/payment-method/payment-methods'
import type { Language } from '@coopline/rules/kernel/problem'
import { yesNo } from '@coopline/rules/kernel/flag'
import { BadInput, Conflict, Refused } from '../../../../platform/errors.ts'
import { Refusal, refusal } from '../../../../platform/refusal.ts'
import { type Account, payableOf } from '../../../accounts/accounts/public.ts'
import { requestPaymentText } from './request-payment.messages.ts'

/**
 * Compares the figures that the browser showed with those in the database. The payment never uses the figures of the request, but a payer
 * who saw other figures must see the current ones before paying.
 *
 * @throws Conflict (`stale-figures`) when any figure differs from the database's.
 */
export function checkFigures(shown: AccountToPay, account: Account): void {
  const figures = figuresOf(account)
  const names = Object.keys(figures) as (keyof typeof figures)[]
  if (names.some((name) => shown[name] !== figures[name]))
    throw new Conflict(refusal(requestPaymentText, 'stale-figures'))
}

/** Returns the figures of an account that a request repeats. */
export const figuresOf = (
  account: Account,
): Omit<AccountToPay, 'paymentAmount' | 'accountNumber' | 'arrangementAmount'> => ({
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
})

/** An account that the payer asked to pay, with its figures in the database and those in the request. */
export interface RequestedAccount {
  readonly account: Account
  readonly shown: AccountToPay
  /** The next payment of its arrangement, when the caller sees it; otherwise 0 (REQ-D-045). */
  readonly arrangementAmount: Cents
  /** The field that a refusal of its amount names. */
  readonly field: string
}

/** Returns `Y` when the requested amount reconnects the meter of the account. */
export const reconnects = ({ account, shown }: RequestedAccount, settings: Settings): 'Y' | 'N' =>
  reconnectMeter(payableOf(account), shown.paymentAmount, amountSettingsOf(settings))

/**
 * Checks that the totals of a request are those of its accounts.
 *
 * @throws BadInput naming every total that is not.
 */
export function checkTotals(request: PaymentRequest, requested: readonly RequestedAccount[], settings: Settings): void {
  // Plain numbers, because the sums of the request may be above the limit of `Cents`.
  const sumOf = (amount: (one: AccountToPay) => number) => requested.reduce((sum, { shown }) => sum + amount(shown), 0)
  const totals = {
    amount: sumOf((one) => one.paymentAmount),
    reconnectFee: sumOf((one) => one.reconnectFee),
    additionalDeposit: sumOf((one) => one.additionalDeposit),
    arrangementPaymentAmount: addCents(...requested.map((one) => one.arrangementAmount)),
    reconnectMeter: yesNo(requested.some((one) => reconnects(one, settings) === 'Y')),
  }
  const wrong = (Object.keys(totals) as (keyof typeof totals)[]).filter((name) => request[name] !== totals[name])
  const isArrangementWrong = requested.some((one) => one.shown.arrangementAmount !== one.arrangementAmount)
  if (isArrangementWrong && !wrong.includes('arrangementPaymentAmount')) wrong.push('arrangementPaymentAmount')
  if (wrong.length > 0) throw new BadInput(...wrong.map((field) => refusal(requestPaymentText, 'totals-differ', field)))
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
 * Checks that a payment and the payments under way of its accounts stay below the ceiling. They count where overpaying is not allowed
 * (REQ-D-017), and always for a payer who is absent (REQ-D-270).
 *
 * @throws Refused naming every account on which this payment and those together are above the ceiling.
 */
export function checkCeilings(
  requested: readonly RequestedAccount[],
  { settings, now, isDue }: { readonly settings: Settings; readonly now: Date; readonly isDue: boolean },
  underWay: ReadonlyMap<string, PaymentsUnderWay>,
): void {
  const ceilingOf = isDue ? mostOwed : mostPayable
  const problems = requested.flatMap(({ account, shown, field }) => {
    const others = underWay.get(account.accountNumber)
    const payable = payableOf(account)
    if (others === undefined || payable.isPrepaid) return []
    const together = addCents(shown.paymentAmount, others.amount)
    const most = ceilingOf(payable, amountSettingsOf(settings))
    if (most === null || together <= most) return []
    const sentence = (language: Language) => paymentsUnderWayRefusal(others, settings.timeZone, now, language)
    return [new Refusal('payment-under-way', sentence, field)]
  })
  if (problems.length > 0) throw new Refused(...problems)
}

/** True when a payment was refused only because other payments of one of its accounts are under way, so that it may be made later. */
export const isPaymentUnderWay = (error: unknown): boolean =>
  error instanceof Refused && error.refusals.some(({ code }) => code === 'payment-under-way')

/** The methods that each account may be paid with, and the one that was chosen. */
interface Chosen {
  readonly methods: readonly PaymentMethods[]
  readonly paymentType: PaymentType
}

/**
 * Runs the payment rules on the figures in the database. For each account it checks the amount and then the method, and finally whether
 * the accounts may be paid together.
 *
 * @throws Refused with every problem, in that order.
 */
export function checkRules(requested: readonly RequestedAccount[], settings: Settings, chosen: Chosen): void {
  const { methods, paymentType } = chosen
  const problems = requested.flatMap((one, index) => {
    const own = methods[index]
    return own === undefined ? [] : problemsOf(one, settings, { own, paymentType, isAlone: requested.length === 1 })
  })
  const isEachPayable = methods.every(({ restriction }) => restriction !== 'both')
  const together = requested.length > 1 && isEachPayable ? checkPayableTogether(methods, paymentType) : null
  if (together !== null) problems.push(refusal(notPayableTogetherMessage, together))
  const sum = checkAccountsTogether(requested.map(({ shown }) => shown.paymentAmount))
  if (sum !== null && requested.length > 1) problems.push(refusal(paymentAmountMessage, sum))
  if (problems.length > 0) throw new Refused(...problems)
}

function problemsOf(
  { account, shown, field }: RequestedAccount,
  settings: Settings,
  {
    own,
    paymentType,
    isAlone,
  }: { readonly own: PaymentMethods; readonly paymentType: PaymentType; readonly isAlone: boolean },
): Refusal[] {
  const payable = payableOf(account)
  const problems: Refusal[] = []
  const amount = checkPaymentCents(shown.paymentAmount, payable, amountSettingsOf(settings))
  if (amount !== null) problems.push(refusal(paymentAmountMessage, amount, field))
  for (const restriction of checkPayable(payable, settings, own, paymentType)) {
    // For several accounts, `checkPayableTogether` reports one problem about the method.
    if (restriction.code === 'method-restricted' && !isAlone) continue
    const sentence = (language: Language) =>
      notPayableMessage(restriction, settingsIn(settings, language).cutoffMessage, language)
    const named = 'field' in restriction ? restriction.field : isAlone ? undefined : field
    problems.push(new Refusal(restriction.code, sentence, named))
  }
  return problems
}
