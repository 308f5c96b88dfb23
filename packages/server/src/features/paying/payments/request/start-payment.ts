import type { PaymentOrigin } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { idempotencyKeyLength } from '@coopline/contract/endpoint'
import type { PaymentRequest, Requisition } from '@coopline/contract/paying/payments/payment-request'
import { paths } from '@coopline/contract/paths'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { type Cents, zeroCents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import {
  acceptedCardTypes,
  type PaymentMethods,
  paymentMethods,
  type PaymentType,
  sharedMethods,
} from '@coopline/rules/paying/payment-method/payment-methods'
import { checkStoredMethod, type StoredMethodProblem } from '@coopline/rules/paying/stored-method/check-stored-method'
import { storedMethodMessage } from '@coopline/rules/paying/stored-method/stored-method.messages'
import type { Tx } from '../../../../platform/db/open-database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { BadInput, Refused } from '../../../../platform/errors.ts'
import { refusal } from '../../../../platform/refusal.ts'
import type { RequestFacts } from '../../../../platform/http/call.ts'
import { notValid } from '../../../../platform/http/parse-input.ts'
import { randomText } from '../../../../platform/random.ts'
import { todayOf } from '../../../../platform/today.ts'
import { type Account, eligibilityOf } from '../../../accounts/accounts/public.ts'
import {
  type RequestedAccount,
  checkCeilings,
  checkFigures,
  checkRules,
  checkTotals,
  reconnects,
} from './check-request.ts'
import { feeTermsOf, accountDisplay, type Guest, maskedAccount, type NewPayment, utilityNameOf } from '../payment.ts'
import type { UnderWayByAccount } from './payments-under-way.store.ts'
import { requestPayment, type RequestedBy } from './request-payment.ts'
import type { StoredMethod } from '../stored-methods/stored-methods.ts'

/** A payer: of one account by Quick Pay or a link, a member with accounts of their own, or a guest with a shared account. */
export interface Payer extends Pick<RequestedBy, 'confirm'> {
  readonly origin: PaymentOrigin
  readonly memberNumber: string
  /** The scope within which an Idempotency-Key is unique. */
  readonly scope: string
  /** Loads each of these accounts, in this order. @throws NotOwned when one of them is not the payer's. */
  readonly loadAccounts: (tx: Tx, accountNumbers: readonly string[]) => Promise<readonly AccountOfPayer[]>
  /** Returns the field that a refusal of an account's amount names. */
  readonly fieldOf: (accountNumber: string) => string
  /** The guest who pays, if any. */
  readonly guest?: Guest
}

export interface AccountOfPayer {
  readonly account: Account
  /** The next payment of its arrangement, when the payer sees it. */
  readonly arrangementAmount?: Cents
}

/**
 * Records one requested payment of one or more accounts and returns the form that hands the payer to the provider.
 *
 * Every check uses the figures in the database. The figures of the request are only compared with them.
 *
 * @throws BadInput for an account that is named twice, or totals that do not agree; Conflict for stale figures or a key used
 *   before; Refused with the rules' sentences; TooManyAttempts; what `loadAccounts` throws.
 */
export async function startPayment(
  deps: Deps,
  facts: RequestFacts,
  payer: Payer,
  request: PaymentRequest,
): Promise<Requisition> {
  const accountNumbers = accountsOf(request)
  const identity = {
    accountNumbers,
    scope: payer.scope,
    key: idempotencyKey(deps, facts),
    requestText: JSON.stringify([accountNumbers[0], request]),
  }
  const by = { ...facts, ...(payer.confirm && { confirm: payer.confirm }) }
  return requestPayment(deps, by, identity, (tx, underWay) =>
    buildPayment(deps, tx, facts.language, { payer, requestFor: () => request, underWay, accountNumbers }),
  )
}

/** Lists the accounts of a request. @throws BadInput when it names one twice. */
export function accountsOf({ accountsToPay }: PaymentRequest): readonly string[] {
  const accountNumbers = accountsToPay.map((one) => one.accountNumber)
  if (new Set(accountNumbers).size < accountNumbers.length) throw new BadInput(notValid('accountsToPay'))
  return accountNumbers
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
  const methods = requested.map(({ account }) => paymentMethods(eligibilityOf(account), settings))
  const shared = sharedMethods(methods)
  const paymentType = method?.paymentType ?? request.paymentType ?? shared.forced ?? 'cc'
  checkRules(requested, isDue ? { ...settings, allowUnderPay: true } : settings, { methods, paymentType })
  checkCeilings(requested, { settings, now: deps.clock.now(), isDue }, underWay)
  if (method !== undefined) checkMethod(deps, method, request.amount)
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
    items: requested.map((one) => ({
      accountNumber: one.account.accountNumber,
      amount: one.shown.paymentAmount,
      reconnectMeter: reconnects(one, settings) === 'Y',
    })),
    handOff: {
      ...handOffOf(settings, method === undefined ? shared : methodsOf(method), paymentType),
      ...(method !== undefined && { storedMethodId: method.methodId }),
      ...handOffBy(payer.origin, deps.env.PUBLIC_ORIGIN, settings),
      ...accountOf(payer, requested.length, main),
    },
  }
}

/** Finds the reason why a stored method cannot be charged with an amount now; `null` when it can. */
export function findMethodProblem(
  deps: Pick<Deps, 'clock' | 'settings'>,
  method: StoredMethod,
  amount: Cents,
): StoredMethodProblem | null {
  const settings = deps.settings.current()
  return checkStoredMethod(method, amount, {
    acceptedCardTypes: acceptedCardTypes(settings),
    maxCardAmount: settings.maxChargeAmount,
    month: todayOf(deps).slice(0, 7),
  })
}

/** @throws Refused when the stored method cannot be charged with the amount. */
function checkMethod(deps: Pick<Deps, 'clock' | 'settings'>, method: StoredMethod, amount: Cents): void {
  const problem = findMethodProblem(deps, method, amount)
  if (problem !== null) throw new Refused(refusal(storedMethodMessage, problem, 'methodId'))
}

/** Returns the kind of the stored method as the only allowed one. A charge of another kind would differ from the request. */
const methodsOf = ({ paymentType }: StoredMethod): Pick<PaymentMethods, 'card' | 'echeck'> => ({
  card: paymentType === 'cc',
  echeck: paymentType === 'echeck',
})

const handOffOf = (settings: Settings, methods: Pick<PaymentMethods, 'card' | 'echeck'>, paymentType: PaymentType) => ({
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
  const query = quickPay
    ? ({ isFromQuickPay: 'true' } as const)
    : origin === 'guest'
      ? ({ isShared: 'true' } as const)
      : {}
  return {
    quickPay,
    taxIncluded: !quickPay && settings.paymentTaxIncluded,
    returnUrl: portal + paths.paymentSuccess(query),
    cancelUrl: portal + paths.paymentCancel(query),
  }
}

/** Returns the caller's Idempotency-Key, or a random key without one. @throws BadInput when the header is not a valid key. */
export function idempotencyKey(deps: Deps, facts: RequestFacts): string {
  const key = facts.header('idempotency-key')
  if (key === undefined) return randomText(deps.random, 32)
  const { minLength, maxLength } = idempotencyKeyLength
  if (key.length < minLength || key.length > maxLength || /[^!-~]/u.test(key))
    throw new BadInput(notValid('Idempotency-Key'))
  return key
}
