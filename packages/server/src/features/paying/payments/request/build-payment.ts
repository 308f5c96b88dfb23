import type { PaymentOrigin } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import type { AccountToPay, PaymentRequest } from '@coopline/contract/paying/payments/payment-request'
import { paths } from '@coopline/contract/paths'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { settingsIn } from '@coopline/contract/site/site/settings-in'
import { addCents, type Cents, zeroCents } from '@coopline/rules/kernel/money'
import {
  mostOwed,
  mostPayable,
  reconnectMeter,
  type AmountSettings,
} from '@coopline/rules/paying/payment-amount/amount-limits'
import { checkAccountsTogether, checkPaymentCents } from '@coopline/rules/paying/payment-amount/check-payment-amount'
import { paymentAmountMessage } from '@coopline/rules/paying/payment-amount/payment-amount.messages'
import { paymentsUnderWayRefusal } from '@coopline/rules/paying/payment-amount/payments-under-way.messages'
import {
  notPayableMessage,
  notPayableTogetherMessage,
} from '@coopline/rules/paying/payment-method/payment-method.messages'
import {
  acceptedCardTypes,
  checkPayable,
  checkPayableTogether,
  fixMethod,
  type OpenMethods,
  type PaymentMethods,
  paymentMethods,
  type PaymentType,
  sharedMethods,
} from '@coopline/rules/paying/payment-method/payment-methods'
import { checkStoredMethod, type StoredMethodProblem } from '@coopline/rules/paying/stored-method/check-stored-method'
import { storedMethodMessage } from '@coopline/rules/paying/stored-method/stored-method.messages'
import type { Language } from '@coopline/rules/kernel/problem'
import { yesNo } from '@coopline/rules/kernel/flag'
import type { Tx } from '../../../../platform/db/open-database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { BadInput, Conflict, Refused } from '../../../../platform/errors.ts'
import { Refusal, refusal } from '../../../../platform/refusal.ts'
import { todayOf } from '../../../../platform/today.ts'
import { type Account, eligibilityOf, payableOf } from '../../../accounts/accounts/public.ts'
import {
  accountDisplay,
  feeOn,
  feeTermsOf,
  type Guest,
  maskedAccount,
  type NewPayment,
  utilityNameOf,
} from '../payment.ts'
import { isOutOfReach, methodSettings, type StoredMethod } from '../stored-methods/stored-methods.ts'
import { forHolder } from './amounts-owed.ts'
import type { UnderWayByAccount } from './payments-under-way.store.ts'
import { requestPaymentText } from './request-payment.messages.ts'

/** A payer: of one account by Quick Pay or a link, a member with accounts of their own, or a guest with a shared account. */
export interface Payer {
  readonly origin: PaymentOrigin
  readonly memberNumber: string
  /** The scope within which an Idempotency-Key is unique. */
  readonly scope: string
  /** Loads each of these accounts, in this order. @throws NotOwned when one of them is not the payer's. */
  readonly loadAccounts: (tx: Tx, accountNumbers: readonly string[]) => Promise<readonly AccountOfPayer[]>
  /** Returns the field that a refusal of an account's amount names. */
  readonly fieldOf: (accountNumber: string) => string
  /** Runs first in the transaction that records the payment, so that it locks before the payment does. Throws to record nothing. */
  readonly confirm?: (tx: Tx) => Promise<void>
  /** The guest who pays, if any. */
  readonly guest?: Guest
}

export interface AccountOfPayer {
  readonly account: Account
  /** The next payment of its arrangement, when the payer sees it. */
  readonly arrangementAmount?: Cents
}

export interface PaymentContext {
  readonly payer: Payer
  /** Returns the request for the accounts with their figures in the database. */
  readonly requestFor: (accounts: readonly AccountOfPayer[], tx: Tx) => PaymentRequest | Promise<PaymentRequest>
  readonly underWay: UnderWayByAccount
  readonly accountNumbers: readonly string[]
  /** The stored method to charge without the provider's page. */
  readonly method?: StoredMethod
  /** True when the payer agreed to the amounts earlier and is absent. The amount owed may have changed since. */
  readonly isDue?: boolean
}

/**
 * Checks a request with the figures in the database and builds its payment. A payment that is due may omit accounts. The rule against
 * paying less than the balance applies only to amounts that a payer chooses now (decision 0058, REQ-D-383).
 *
 * @throws what `startPayment` throws.
 */
export async function buildPayment(
  deps: Deps,
  tx: Tx,
  language: Language,
  { payer, requestFor, underWay, accountNumbers, method, isDue = false }: PaymentContext,
): Promise<NewPayment> {
  const settings = deps.settings.current()
  const loaded = await payer.loadAccounts(tx, accountNumbers)
  const request = await requestFor(loaded, tx)
  const requested = loaded.flatMap(({ account, arrangementAmount = zeroCents }): readonly RequestedAccount[] => {
    const shown = request.accountsToPay.find((one) => one.accountNumber === account.accountNumber)
    if (shown === undefined) return []
    checkFigures(shown, account)
    return [{ account, shown, arrangementAmount, field: payer.fieldOf(account.accountNumber) }]
  })
  checkTotals(request, requested, settings)
  const { methods, paymentType, left } = chooseMethod(deps, requested, request, method)
  checkRules(requested, isDue ? { ...settings, allowUnderPay: true } : settings, { methods, paymentType })
  const others = payer.origin === 'member' ? forHolder(underWay) : underWay
  checkCeilings(requested, { settings, now: deps.clock.now(), isDue }, others)
  if (method !== undefined) checkMethod(deps, method, request.amount)
  else if (request.paymentType === 'cc') checkCardMaximum(settings, request.amount)
  const main = requested[0]?.account.accountNumber
  if (main === undefined) throw new Error('A request names at least one account')
  return {
    ...(payer.guest && { guest: payer.guest }),
    memberNumber: payer.memberNumber,
    accountNumber: main,
    origin: payer.origin,
    paymentType,
    amount: request.amount,
    language,
    provider: method === undefined ? deps.gateways.current.name : method.provider,
    items: requested.map((one) => ({
      accountNumber: one.account.accountNumber,
      amount: one.shown.paymentAmount,
      reconnectMeter: reconnects(one, settings) === 'Y',
    })),
    handOff: {
      ...handOffOf(settings, left, paymentType),
      ...(method !== undefined && { storedMethodId: method.methodId }),
      ...handOffBy(payer.origin, deps.env.PUBLIC_ORIGIN, settings),
      ...accountOf(payer, requested.length, main),
    },
  }
}

/**
 * Compares the figures that the browser showed with those in the database. The payment never uses the figures of the request, but a payer
 * who saw other figures must see the current ones before paying.
 *
 * @throws Conflict (`stale-figures`) when any figure differs from the database's.
 */
function checkFigures(shown: AccountToPay, account: Account): void {
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
interface RequestedAccount {
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
function checkTotals(request: PaymentRequest, requested: readonly RequestedAccount[], settings: Settings): void {
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
function checkCeilings(
  requested: readonly RequestedAccount[],
  { settings, now, isDue }: { readonly settings: Settings; readonly now: Date; readonly isDue: boolean },
  underWay: UnderWayByAccount,
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
function checkRules(requested: readonly RequestedAccount[], settings: Settings, chosen: Chosen): void {
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

/** Finds the reason why a stored method cannot be charged with an amount now; `null` when it can. */
export function findMethodProblem(
  deps: Pick<Deps, 'clock' | 'settings' | 'gateways'>,
  method: StoredMethod,
  amount: Cents,
): StoredMethodProblem | null {
  const settings = deps.settings.current()
  return checkStoredMethod({ ...method, isOutOfReach: isOutOfReach(deps, method) }, amount, {
    acceptedCardTypes: acceptedCardTypes(settings),
    maxCardAmount: settings.maxChargeAmount,
    month: todayOf(deps).slice(0, 7),
  })
}

/** The method to pay with, and the methods that are left open at the provider. */
interface ChosenMethod extends Chosen {
  readonly left: OpenMethods
}

/** Chooses and fixes the method. @throws Conflict when its fee is not the one that the payer saw. */
function chooseMethod(
  deps: Pick<Deps, 'settings' | 'gateways'>,
  requested: readonly RequestedAccount[],
  request: PaymentRequest,
  method: StoredMethod | undefined,
): ChosenMethod {
  // `checkMethod` checks that the provider of a stored method charges it.
  const open = method === undefined ? methodSettings(deps) : deps.settings.current()
  const methods = requested.map(({ account }) => paymentMethods(eligibilityOf(account), open))
  const shared = sharedMethods(methods)
  const chosen = method?.paymentType ?? request.paymentType
  const paymentType = chosen ?? shared.forced ?? 'cc'
  const fees = feesOf(open, request.amount)
  if ((request.convenienceFee ?? fees[paymentType]) !== fees[paymentType])
    throw new Conflict(refusal(requestPaymentText, 'stale-figures'))
  return { methods, paymentType, left: method === undefined ? fixMethod(shared, chosen, fees) : methodsOf(method) }
}

/** @throws Refused when the stored method cannot be charged with the amount. */
function checkMethod(deps: Pick<Deps, 'clock' | 'settings' | 'gateways'>, method: StoredMethod, amount: Cents): void {
  const problem = findMethodProblem(deps, method, amount)
  if (problem !== null) throw new Refused(refusal(storedMethodMessage, problem, 'methodId'))
}

/** @throws Refused when the amount is above the most that a card may pay: not every provider's page refuses it. */
function checkCardMaximum({ maxChargeAmount: maximum }: Settings, amount: Cents): void {
  if (maximum === null || amount <= maximum) return
  throw new Refused(refusal(storedMethodMessage, { code: 'card-above-maximum', maximum }, 'paymentType'))
}

/** Returns the kind of the stored method as the only allowed one. A charge of another kind would differ from the request. */
const methodsOf = ({ paymentType }: StoredMethod): OpenMethods => ({
  card: paymentType === 'cc',
  echeck: paymentType === 'echeck',
})

/** Returns the fee of each method for an amount, in whole cents. */
const feesOf = (settings: Settings, amount: Cents): Readonly<Record<PaymentType, Cents>> => {
  const terms = feeTermsOf(settings)
  return { cc: feeOn(terms, 'cc', amount), echeck: feeOn(terms, 'echeck', amount) }
}

const handOffOf = (settings: Settings, methods: OpenMethods, paymentType: PaymentType) => ({
  paymentType,
  enableCard: methods.card,
  enableEcheck: methods.echeck,
  acceptedCardTypes: acceptedCardTypes(settings),
  ...feeTermsOf(settings),
  maxCardAmount: settings.maxChargeAmount,
  coopNumber: settings.pgClientId,
  utilityName: utilityNameOf(settings),
  applicationId: settings.applicationWebId,
})

/** Builds the name of the account in the provider's form and page. For a link the number is masked: the payer's browser has the form. */
const accountOf = ({ origin }: Payer, accounts: number, main: string) =>
  origin === 'link'
    ? { accountDisplay: maskedAccount(main), accountAlias: maskedAccount(main) }
    : { accountDisplay: accountDisplay(accounts, main) }

/** Returns the return addresses and the flags of the hand-off, which depend on the sign-in. Quick Pay and links show no tax (REQ-D-051). */
function handOffBy(origin: PaymentOrigin, portal: string, settings: Settings) {
  // The link is not part of the address: the provider must not learn it.
  if (origin === 'link')
    return {
      quickPay: true,
      taxIncluded: false,
      returnUrl: portal + paths.payBill(),
      cancelUrl: portal + paths.payBill({ canceled: 'true' }),
    }
  const quickPay = origin === 'quick-pay'
  const shared = origin === 'guest' && ({ isShared: 'true' } as const)
  const query = { ...shared, ...(quickPay && ({ isFromQuickPay: 'true' } as const)) }
  return {
    quickPay,
    taxIncluded: !quickPay && settings.paymentTaxIncluded,
    returnUrl: portal + paths.paymentSuccess(query),
    cancelUrl: portal + paths.paymentCancel(query),
  }
}
