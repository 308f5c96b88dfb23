import type { PaymentRequest } from '@coopline/contract/paying/payments/payment-request'
import type { PaymentOutcome } from '@coopline/contract/paying/payments/payments.contract'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { paymentMethods } from '@coopline/rules/paying/payment-method/payment-methods'
import { awaitsProvider } from '@coopline/rules/paying/payment-state/payment-state'
import type { Executor, Tx } from '../../../../platform/db/open-database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Conflict, NotOwned, Unavailable } from '../../../../platform/errors.ts'
import { refusal } from '../../../../platform/refusal.ts'
import type { RequestFacts } from '../../../../platform/http/call.ts'
import { type Account, eligibilityOf, listAccountsByNumber } from '../../../accounts/accounts/public.ts'
import { applyProviderAnswer } from '../provider-events/provider-events.ts'
import {
  atProvider,
  expectedFee,
  feesToCharge,
  type FeeTerms,
  feeTermsOf,
  type ChargeReason,
  type NewPayment,
  type Payment,
  transNoOfCharge,
  outcomeOf,
} from '../payment.ts'
import { duePayer, memberPayer } from './member-payer.ts'
import {
  openToken,
  findStoredMethod,
  findToken,
  lockStoredMethod,
  type StoredMethod,
} from '../stored-methods/stored-methods.ts'
import { hasDuplicate, lockPaymentRequests } from './payments-under-way.store.ts'
import { findByRequest, findPaymentWithItems, type PaymentWithItems, storeReference } from '../payments.store.ts'
import { requestPaymentText } from './request-payment.messages.ts'
import { type ItemToPay, requestOf, requestOfOwed } from './request-of-items.ts'
import { recordRequest, type RequestedBy, type RequestIdentity, storedKey, identityOf } from './request-payment.ts'
import { buildPayment, findMethodProblem, type Payer, type PaymentContext } from './build-payment.ts'

/** A charge that a member set up earlier: by AutoPay, a scheduled payment or a draft. */
export interface StoredMethodCharge {
  readonly memberNumber: string
  readonly methodId: string
  /** The amounts to pay, without the fee. Each account is named once. Less is charged when less is owed by then (REQ-D-270). */
  readonly items: readonly ItemToPay[]
  /** The key of this charge among those with the same reason and member, such as `enrollment-12:2026-12-10`. */
  readonly idempotencyKey: string
  readonly reason: ChargeReason
  /** The language of the receipt, when the member has no login. */
  readonly language: Language
  /** Returns the most that may still be paid of the agreed amounts, in whole cents, when the charge is recorded; `null`: all of it. */
  readonly atMost?: (tx: Tx) => Promise<Cents | null>
  /** The fees that were announced to the member. A later increase is not charged. `null` where none were stored. */
  readonly agreedFees: FeeTerms | null
  /** Throws when the charge must no longer be made. Runs first in the transaction that records the charge, and again in each call. */
  readonly confirm?: (tx: Tx) => Promise<void>
}

/** The outcome of a charge. */
export interface StoredCharge {
  readonly transNo: string
  /** In whole cents, without the fee. */
  readonly amount: Cents
  /**
   * `confirmed`: the money is booked. `declined`: the charge failed permanently, and `message` has the reason. `processing`: the provider
   * has not answered, and the sweeper asks until it does. The other outcomes are those of any payment.
   */
  readonly outcome: PaymentOutcome
  readonly message: string | null
}

/**
 * Charges a member's stored card or bank account while the member is absent. AutoPay, scheduled payments and card drafts all use it. It
 * never charges more than the amount owed when the charge is recorded (REQ-D-270). The payment has the same rules, ledger, events,
 * receipts, notices, sweeper and alarms as any other.
 *
 * Call it again with the same charge after a crash or a `processing` outcome. It charges once per idempotency key, even when the database
 * was restored in between. Store the amounts before the first call, because the same key with other amounts is refused. Call it outside
 * a transaction.
 *
 * @throws NotOwned when the method is removed or another member's, or an account is not the member's or is closed with nothing owed;
 *   Refused when a payment rule refuses an amount or the method (`refusals` has the reasons); Conflict when the key was used for
 *   another charge; what `confirm` throws. In each of these cases nothing is recorded or charged.
 */
export async function chargeStoredMethod(deps: Deps, charge: StoredMethodCharge): Promise<StoredCharge> {
  const { memberNumber, methodId, items, reason, language, confirm, atMost, agreedFees } = charge
  const payer = duePayer(memberNumber, reason)
  const identity = {
    accountNumbers: items.map((one) => one.accountNumber),
    scope: payer.scope,
    key: charge.idempotencyKey,
    requestText: JSON.stringify([methodId, items.map((one) => [one.accountNumber, one.amountCents])]),
    transNo: transNoOfCharge(deps.keys, payer.scope, charge.idempotencyKey),
  }
  if (new Set(identity.accountNumbers).size < items.length) throw new Error('A charge names an account twice')
  return recordAndCharge(deps, { language, ...(confirm && { confirm }) }, identity, {
    payer,
    methodId,
    requestFor: requestOfOwed(deps, items, { atMost }),
    isDue: true,
    agreedFees,
  })
}

/** Finds the payment of a charge that was recorded and may have been sent; `undefined` when none was recorded. */
export const findStoredCharge = async (
  executor: Executor,
  { memberNumber, reason, idempotencyKey: key }: Pick<StoredMethodCharge, 'memberNumber' | 'reason' | 'idempotencyKey'>,
): Promise<Payment | undefined> => findByRequest(executor, memberPayer(memberNumber, reason).scope, storedKey(key))

/**
 * Checks what `chargeStoredMethod` would refuse now, for a charge on a later day. Other payments under way do not count.
 * Locks the method, so that it is not removed until the transaction ends.
 *
 * @returns the current fee for the charge, in whole cents, and the fees to store with it.
 * @throws what `chargeStoredMethod` throws.
 */
export async function checkStoredCharge(
  deps: Deps,
  tx: Tx,
  charge: Pick<StoredMethodCharge, 'memberNumber' | 'methodId' | 'items' | 'reason' | 'language'>,
): Promise<{ readonly fee: Cents; readonly feeTerms: FeeTerms }> {
  const { memberNumber, methodId, items, reason, language } = charge
  const method = await lockStoredMethod(tx, memberNumber, methodId)
  if (method === undefined) throw new NotOwned('Not a stored method of the member')
  const payer = memberPayer(memberNumber, reason)
  const accountNumbers = items.map((one) => one.accountNumber)
  const context = { payer, requestFor: requestOf(deps, items), underWay: new Map(), accountNumbers, method }
  const built = await buildPayment(deps, tx, language, context)
  return { fee: expectedFee(built, built.paymentType), feeTerms: feeTermsOf(deps.settings.current()) }
}

/**
 * Charges a stored method while the member is present. The request is checked as that of `startPayment`.
 *
 * @param displayedFee the fee that the member saw, in whole cents.
 * @throws what `startPayment` and `chargeStoredMethod` throw; Conflict also when the fee has changed, and when the member made the same
 *   payment with the same method within ten minutes, under another key.
 */
export async function payWithStoredMethod(
  deps: Deps,
  facts: RequestFacts,
  payer: Payer,
  request: PaymentRequest,
  { methodId, displayedFee }: { readonly methodId: string; readonly displayedFee: Cents },
): Promise<StoredCharge> {
  // A repetition returns the result of its charge even when the fee has changed since.
  const { convenienceFee: _, ...wanted } = request
  const identity = identityOf(deps, facts, payer, request.accountsToPay, [methodId, wanted], undefined)
  return recordAndCharge(deps, { ...facts, isHolder: payer.origin === 'member' }, identity, {
    payer,
    methodId,
    requestFor: () => ({ ...request, convenienceFee: displayedFee }),
  })
}

interface ChargeContext {
  readonly payer: Payer
  readonly methodId: string
  readonly requestFor: PaymentContext['requestFor']
  readonly isDue?: boolean
  readonly agreedFees?: FeeTerms | null
}

/** Returns the payment with the fees that the member agreed to, where the cooperative has raised them since. */
const withAgreedFees = ({ handOff, ...payment }: NewPayment, agreed: FeeTerms): NewPayment => ({
  ...payment,
  handOff: { ...handOff, ...feesToCharge(agreed, handOff, payment.amount) },
})

async function recordAndCharge(
  deps: Deps,
  by: RequestedBy,
  identity: RequestIdentity,
  { payer, methodId, requestFor, isDue = false, agreedFees = null }: ChargeContext,
): Promise<StoredCharge> {
  const { accountNumbers } = identity
  const recorded = await recordRequest(deps, by, identity, async (tx, underWay) => {
    const method = await findStoredMethod(tx, payer.memberNumber, methodId)
    if (method === undefined) throw new NotOwned('Not a stored method of the member')
    const context = { payer, requestFor, underWay, accountNumbers, method, isDue }
    const built = await buildPayment(deps, tx, by.language, context)
    if (payer.origin === 'member') await refuseDuplicate(deps, tx, built, methodId)
    return agreedFees === null ? built : withAgreedFees(built, agreedFees)
  })
  const { payment } = recorded
  if (awaitsProvider(payment.state) && deps.clock.now() < payment.expiresAt) await sendCharge(deps, recorded)
  deps.failPoints.reach('charge.after-send')
  const now = (await findPaymentWithItems(deps.db, payment.transNo))?.payment ?? payment
  return { transNo: now.transNo, amount: now.amount, outcome: outcomeOf(now), message: now.message }
}

/** An equal payment under another key counts as a duplicate for this long: the member may have pressed Pay again in another tab. */
const duplicateMs = 10 * 60_000

/** @throws Conflict when the member made the same payment within ten minutes: no page of the provider would ask them again. */
async function refuseDuplicate(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { memberNumber, items }: NewPayment,
  methodId: string,
): Promise<void> {
  // A separate statement: the search must see what the last holder of the lock wrote.
  await lockPaymentRequests(
    tx,
    items.map((item) => item.accountNumber),
  )
  const since = new Date(deps.clock.now().getTime() - duplicateMs)
  if (await hasDuplicate(tx, { memberNumber, methodId, items }, since))
    throw new Conflict(refusal(requestPaymentText, 'same-payment'))
}

/**
 * Finds the method of a recorded payment, which may be sent some time after it was recorded. Finds none when the member removed it, its
 * bank refused it, or an account of the payment no longer accepts it or has another holder.
 */
async function findChargeable(
  deps: Deps,
  { payment: { memberNumber, amount, handOff }, items }: PaymentWithItems,
): Promise<StoredMethod | undefined> {
  const method = await findStoredMethod(deps.db, memberNumber, handOff.storedMethodId ?? '')
  if (method === undefined || findMethodProblem(deps, method, amount) !== null) return undefined
  const kind = method.paymentType === 'cc' ? 'card' : 'echeck'
  const accounts = await listAccountsByNumber(
    deps.db,
    items.map((item) => item.accountNumber),
  )
  const settings = deps.settings.current()
  const isStillPayable = (account: Account) =>
    account.memberNumber === memberNumber && paymentMethods(eligibilityOf(account), settings)[kind]
  // An account that is gone is not payable.
  return accounts.length === items.length && accounts.every(isStillPayable) ? method : undefined
}

/** Sends the charge and applies the provider's answer. Without an answer the payment stays open, and the sweeper asks about it. */
async function sendCharge(deps: Deps, recorded: PaymentWithItems): Promise<void> {
  const { transNo, provider } = recorded.payment
  const methodId = (await findChargeable(deps, recorded))?.methodId ?? ''
  const sealed = await findToken(deps.db, methodId)
  // The method is not charged. The payment expires, unless the provider knows an earlier attempt.
  if (sealed === undefined) return
  try {
    const token = openToken(deps.keys, sealed, methodId)
    const remember = async (reference: string) => {
      // A payment that has ended meanwhile must not be charged: nothing moves before this.
      const isFirst = await storeReference(deps.db, transNo, reference)
      if (isFirst === null) throw new Unavailable('The payment')
      return isFirst
    }
    const answer = await deps.gateways.of(provider).charge(atProvider(recorded), token, remember)
    await applyProviderAnswer(deps, answer)
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    deps.log.warn({ transNo, reason: error.message }, 'The provider did not answer a charge')
  }
}
