import { createHash } from 'node:crypto'
import { type Cents, zeroCents } from '@coopline/rules/kernel/money'
import { declineMessage } from '@coopline/rules/paying/decline-reason/decline-reason.messages'
import { isPaid, move, type PaymentEvent } from '@coopline/rules/paying/payment-state/payment-state'
import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../../platform/db/open-database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import {
  type ProviderEvent,
  type ProviderName,
  type RefundAnswer,
  providerOf,
} from '../../../../platform/payment-gateway/payment-gateway.ts'
import {
  compareEvent,
  concernMoney,
  contradicts,
  figuresOf,
  isOtherCharge,
  type Mismatch,
  movesMoney,
  movesMoneyBack,
  movesOther,
} from './compare-event.ts'
import { refuseReturnedMethod } from '../stored-methods/stored-methods.ts'
import { type FeeWaiver, findLedgerSum, nextKinds } from '../ledger/ledger.ts'
import { type LegalEvent, moveAndBook } from './move-and-book.ts'
import { bookableSum, isLateDecline, type NetSum, netSumOf, notBooked, settle } from './net-sum.ts'
import { hasLaterPayment } from './open-payments.store.ts'
import type { Payment } from '../payment.ts'
import { lockPaymentWithItems, type ProviderView, recordProviderView } from '../payments.store.ts'
import {
  findPostedEvent,
  insertPosting,
  listEventsOfPayment,
  type EventOutcome,
  type EventRecord,
  type EventSource,
  type PostedEvent,
  listPostedEvents,
} from './postings.store.ts'
import { nothingFollows, raiseAlarmsFor, type Verdict } from './raise-event-alarms.ts'
import { followDisputes, raiseAlarm, putAsideUnreadable } from '../alarms/alarms.ts'
import { startReview } from './start-review.ts'

export type EventDeps = Pick<Deps, 'db' | 'env' | 'random' | 'clock' | 'log' | 'settings' | 'failPoints'>

export const paymentEventOf: Record<ProviderEvent['type'], PaymentEvent> = {
  'payment.succeeded': 'succeeded',
  'payment.declined': 'declined',
  'payment.canceled': 'canceled',
  'payment.refunded': 'refunded',
  'payment.returned': 'returned',
  'payment.reinstated': 'reinstated',
}

/**
 * Applies an event of the provider. Signed postbacks, status calls and the provider's report all use it, and only it moves money.
 *
 * Each event applies once, in any order and however often it arrives. An event whose figures differ from the request puts
 * the payment under review; an event that the state table forbids changes nothing. All of it, the ledger included, is one
 * transaction.
 *
 * @param by the provider that says so, where it names the payment itself. About a payment of another one it changes nothing, and an alarm
 *   says so: one provider must not confirm or refund the payments of another.
 * @returns the outcome. No outcome is an error for the caller: the event is recorded.
 */
export async function applyProviderEvent(
  deps: EventDeps,
  event: ProviderEvent,
  source: EventSource,
  by?: ProviderName,
): Promise<EventOutcome> {
  const outcome = await inTransaction(deps.db, (tx) => applyEventIn(deps, tx, event, source, { by }))
  reach(deps, source, 'after-commit')
  deps.log.info({ transNo: event.transNo, type: event.type, source, outcome }, 'The provider reported a payment')
  return outcome
}

const reach = ({ failPoints }: EventDeps, source: EventSource, name: string): void => {
  if (source === 'postback') failPoints.reach(`postback.${name}`)
}

/**
 * Applies an event as `applyProviderEvent` does, as a part of the caller's transaction.
 *
 * @param how with `feeWaiver`, a return of this payment has no fee; `by` as of `applyProviderEvent`.
 */
export async function applyEventIn(
  deps: EventDeps,
  tx: Tx,
  reported: ProviderEvent,
  source: EventSource,
  { feeWaiver, by }: { readonly feeWaiver?: FeeWaiver | undefined; readonly by?: ProviderName | undefined } = {},
): Promise<EventOutcome> {
  const held = await lockPaymentWithItems(tx, reported.transNo)
  if (by !== undefined && held !== undefined && providerOf(held.payment.provider) !== by) {
    const { eventId, transNo } = reported
    const dedupeKey = `unknown-payment:${by}:${eventId}`
    const [detail, now] = [{ eventId, provider: by }, deps.clock.now()]
    await raiseAlarm(tx, deps.log, { kind: 'unknown-payment', transNo, detail, dedupeKey, now })
    return 'unknown-payment'
  }
  const event = held === undefined ? reported : await countedForm(tx, held.payment, reported)
  if (event === null) return 'duplicate'
  const verdict = await evaluate(tx, held?.payment, event)
  const { paymentEvent, move: to, bookings, net, provider } = verdict
  const record = { event, source, outcome: verdict.outcome, now: deps.clock.now() }
  const legal =
    held !== undefined && to.kind === 'move'
      ? { ...held, event, source, paymentEvent, to, bookings, net, provider, feeWaiver }
      : undefined
  const isNew = await recordOnce(deps, tx, record, (key) => apply(deps, tx, legal, { ...record, key }))
  if (!isNew) return 'duplicate'
  const isMoved = legal !== undefined && paymentEvent !== 'mismatched'
  if (held !== undefined && provider !== undefined && !isMoved) await recordProviderView(tx, event.transNo, provider)
  reach(deps, source, 'after-insert')
  // Any other outcome is a repetition, or concerns a charge that was never booked and may be of another bank account.
  if (held !== undefined && (verdict.outcome === 'applied' || verdict.outcome === 'quarantined')) {
    const meaning = event.type === 'payment.returned' ? 'returned' : paymentEvent
    await refuseReturnedMethod(deps, tx, { ...held, event, paymentEvent: meaning })
  }
  await raiseAlarmsFor(deps, tx, event, verdict, held)
  reach(deps, source, 'before-commit')
  return verdict.outcome
}

/**
 * Returns the form in which an event counts. A charge that was voided before its success was recorded moved no money: its success is a
 * decline (decision 0296). The caller has locked the payment.
 *
 * @returns `null` for an event that changes nothing: the refund of such a charge, and its success when another charge paid the payment.
 */
async function countedForm(
  tx: Tx,
  { state, language }: Pick<Payment, 'state' | 'language'>,
  event: ProviderEvent,
): Promise<ProviderEvent | null> {
  const { voidedSuccess: success } = event
  if (success === undefined || (await findPostedEvent(tx, success)) !== undefined) return event
  if (event.type !== 'payment.succeeded' || isPaid(state)) return null
  return {
    ...event,
    eventId: `${success}/voided`,
    type: 'payment.declined',
    message: declineMessage('declined', language),
  }
}

async function evaluate(tx: Tx, payment: Payment | undefined, event: ProviderEvent): Promise<Verdict> {
  const stated = paymentEventOf[event.type]
  const none: Verdict = { ...nothingFollows, paymentEvent: stated, outcome: 'duplicate' }
  if (payment === undefined) return { ...none, outcome: 'unknown-payment' }
  const all = needsHistory(payment, event) ? await listEventsOfPayment(tx, payment.transNo) : []
  const before = all.filter((one) => one.eventId !== event.eventId)
  const isDoubleCharge = chargesAgain(payment, event, before)
  const mismatches = mismatchesOf(payment, event, before)
  const isMismatched = concernMoney(mismatches) && movesMoney(event)
  // A second charge of a paid payment was never requested. It needs no review, even when its figures differ.
  if (isDoubleCharge && isMismatched && isPaid(payment.state))
    return { ...none, outcome: 'double-charge', isDoubleCharge }
  if (isMismatched && repeatsRejected(payment, event, before)) return none
  const provider = viewOf(event, before)
  if (isMismatched) {
    const to = move(payment.state, 'mismatched')
    return {
      ...none,
      outcome: 'quarantined',
      paymentEvent: 'mismatched',
      move: to,
      mismatches,
      isDoubleCharge,
      provider,
    }
  }
  const counted = matchingOf(payment, before)
  const sum = netSumOf([...counted, event])
  const paymentEvent = stated === 'declined' && isPaid(payment.state) && isLateDecline(sum, event) ? 'returned' : stated
  if (!movesMoney(event) && paymentEvent === stated) {
    const to = move(payment.state, stated)
    const outcome = to.kind === 'move' ? 'applied' : to.kind === 'same' ? 'duplicate' : 'illegal'
    return { ...none, outcome, move: to, mismatches, provider: provider && viewWith(provider, sum) }
  }
  const verdict = {
    ...none,
    paymentEvent,
    mismatches,
    isDoubleCharge,
    provider: provider && viewWith(provider, sum),
  }
  return bookDifference(tx, payment, event, { verdict, counted, sum })
}

/** Adds to the verdict the bookings that make the ledger equal to what the provider holds, and the findings that a person must see. */
async function bookDifference(
  tx: Tx,
  payment: Payment,
  event: ProviderEvent,
  {
    verdict,
    counted,
    sum,
  }: { readonly verdict: Verdict; readonly counted: readonly PostedEvent[]; readonly sum: NetSum },
): Promise<Verdict> {
  const { transNo, state } = payment
  const ledger = isPaid(state) ? await findLedgerSum(tx, transNo) : { ...notBooked, kinds: [], refunded: zeroCents }
  const { postings, net, isPart, ...settled } = settle(ledger, sum, event)
  const isFirstReport =
    event.type === 'payment.succeeded' && counted.every((one) => one.type !== event.type || isOtherCharge(one, event))
  const former = netSumOf(counted)
  const addsNothing = former.held === sum.held && former.charges === sum.charges && !isFirstReport
  const wasReversed = counted.some(movesMoneyBack) || former.lateDeclines.length > 0
  const isOfOtherCharge = verdict.isDoubleCharge || (!addsNothing && sum.charges > 1)
  const table = move(state, verdict.paymentEvent)
  const isCorrected =
    !isPaid(state) &&
    table.kind === 'move' &&
    (table.corrected === true || (state === 'declined' && (await hasLaterPayment(tx, transNo))))
  return {
    ...verdict,
    outcome: postings.length > 0 ? 'applied' : isOfOtherCharge ? 'double-charge' : 'duplicate',
    move:
      postings.length > 0
        ? { kind: 'move', to: settled.state, ...(isCorrected && { corrected: true }) }
        : { kind: 'same' },
    bookings: nextKinds(ledger.kinds, postings),
    net,
    isDoubleCharge: verdict.isDoubleCharge || sum.charges > Math.max(1, former.charges),
    isInferred: postings.length > 0 && event.type === 'payment.declined' && event.netAmount === undefined,
    isRepeatAfterReversal: postings.length === 0 && addsNothing && wasReversed,
    differingSum: isPart || saysOtherSum(event, counted, sum, ledger.received) ? sum.byEvents : null,
    explainsSum: sum.parts === 'all' && sum.held === sum.byEvents,
  }
}

/** True when the provider's newest event states a sum that its events do not add up to. */
function saysOtherSum(
  event: ProviderEvent,
  before: readonly ProviderEvent[],
  sum: NetSum,
  received: Cents | null,
): boolean {
  if (event.netAmount === undefined || !isNewest(event, before)) return false
  const one = received ?? event.totalAmount
  return bookableSum(event.netAmount, one, sum.parts) !== bookableSum(sum.byEvents, one, sum.parts)
}

const isNewest = (event: ProviderEvent, before: readonly ProviderEvent[]): boolean =>
  before.every((one) => Date.parse(one.occurredAt) < Date.parse(event.occurredAt))

/**
 * Returns the provider's view after this event, with the sum that the event states; undefined when the provider has reported something
 * newer. Callers replace that sum by the sum of the events, unless the figures of this event differ from those of the payment.
 */
function viewOf(event: ProviderEvent, before: readonly ProviderEvent[]): ProviderView | undefined {
  if (!isNewest(event, before)) return undefined
  const { type, netAmount = null } = event
  const status = type.slice('payment.'.length) as ProviderView['status'] | 'reinstated'
  return { status: status === 'reinstated' ? 'succeeded' : status, sum: netAmount }
}

/** Returns the view with the sum of the events. A payment of which only a part went back is still paid. */
const viewWith = (view: ProviderView, { held, parts }: NetSum): ProviderView => {
  const isPartLeft = parts === 'all' && held > 0 && (view.status === 'refunded' || view.status === 'returned')
  return { status: isPartLeft ? 'succeeded' : view.status, sum: held }
}

/** Selects the events whose figures equal those of the payment. The others wait for staff, or were never requested. */
export const matchingOf = <Event extends ProviderEvent>(payment: Payment, events: readonly Event[]): readonly Event[] =>
  events.filter((one) => !concernMoney(compareEvent(payment, one)))

/** True when the meaning of the event depends on earlier events. */
const needsHistory = ({ state }: Payment, event: ProviderEvent): boolean =>
  isPaid(state) || state === 'under-review' || state === 'rejected' || (state === 'declined' && movesMoney(event))

/**
 * Lists the figures that differ from the request. During a review it also lists those of money that goes back with the requested
 * figures when the charge has others: it is only a part of the charge, and does not end the review.
 */
function mismatchesOf(payment: Payment, event: ProviderEvent, before: readonly PostedEvent[]): readonly Mismatch[] {
  const mismatches = compareEvent(payment, event)
  const isDuringReview = payment.state === 'under-review' && movesMoneyBack(event)
  const charge = before.find((one) => one.type === 'payment.succeeded' && one.outcome === 'quarantined')
  if (mismatches.length > 0 || !isDuringReview || charge === undefined) return mismatches
  return compareEvent({ ...payment, accepted: charge }, event)
}

/** True for a success that reports another charge than an earlier success of the same payment. */
function chargesAgain({ state }: Payment, event: ProviderEvent, before: readonly PostedEvent[]): boolean {
  const mayBeCharged = isPaid(state) || state === 'under-review' || state === 'rejected'
  if (event.type !== 'payment.succeeded' || !mayBeCharged) return false
  return before.some((one) => one.type === event.type && isOtherCharge(one, event))
}

/**
 * True for an event that changes nothing about a rejected payment. Staff give its money back and nothing was booked that could be
 * reversed, or the provider repeats a report that staff have rejected.
 */
function repeatsRejected({ state }: Payment, event: ProviderEvent, before: readonly PostedEvent[]): boolean {
  if (state !== 'rejected') return false
  if (movesMoneyBack(event) || event.type === 'payment.reinstated') return true
  return before.some((one) => figuresOf(one) === figuresOf(event) && !isOtherCharge(one, event))
}

/** Records the event and applies it. @returns false, with nothing changed, when its key was recorded before. */
async function apply(deps: EventDeps, tx: Tx, legal: LegalEvent | undefined, record: EventRecord): Promise<boolean> {
  if (legal !== undefined && legal.paymentEvent !== 'mismatched') return moveAndBook(deps, tx, legal, record)
  if (!(await insertPosting(tx, record))) return false
  if (legal === undefined) return true
  const { payment, event, source, to } = legal
  await startReview(deps, tx, payment, { to, source, eventId: event.eventId })
  return true
}

/**
 * Applies the event once per id. Returns false for a repeat. When two copies contradict each other, it raises an alarm. The
 * second one counts only when the portal fetched it, and then under a different key.
 *
 * @param applyUnder false, with nothing changed, when that key was recorded before.
 */
async function recordOnce(
  deps: EventDeps,
  tx: Tx,
  { event, source, now }: Omit<EventRecord, 'key'>,
  applyUnder: (key: string) => Promise<boolean>,
): Promise<boolean> {
  if (await applyUnder(event.eventId)) return true
  const before = await findPostedEvent(tx, event.eventId)
  const figures = figuresOf(event)
  if (before !== undefined && !contradicts(before, event)) return false
  await raiseAlarm(tx, deps.log, {
    kind: 'contradiction',
    transNo: event.transNo,
    detail: { eventId: event.eventId, source },
    dedupeKey: `contradiction:${event.eventId}`,
    figures,
    now,
  })
  // The recorded movement was booked. Another amount of the same movement would be booked beside it.
  if (source === 'postback' || (before !== undefined && movesOther(before, event))) return false
  const fingerprint = createHash('sha256').update(figures).digest('base64url').slice(0, 16)
  return applyUnder(`${event.eventId}#${fingerprint}`)
}

/**
 * Applies the provider's answer about a payment. It applies the events in order, raises and settles the alarms about its disputes, and sets
 * an unreadable answer aside with an alarm. Other answers change nothing.
 */
export async function applyProviderAnswer(deps: EventDeps, answer: RefundAnswer): Promise<void> {
  if (answer.kind === 'unreadable') await putAsideUnreadable(deps, answer.payment, 'status')
  if (answer.kind !== 'events') return
  for (const event of voidedLast(answer.events)) await applyProviderEvent(deps, event, 'status')
  const [first] = answer.events
  if (first !== undefined) await followDisputes(deps, { transNo: first.transNo, disputes: answer.disputes })
}

/** Moves the events of voided charges to the end, because another charge may have paid the payment. */
const voidedLast = (events: readonly ProviderEvent[]): readonly ProviderEvent[] => {
  const isVoided = ({ voidedSuccess }: ProviderEvent): boolean => voidedSuccess !== undefined
  return [...events.filter((one) => !isVoided(one)), ...events.filter(isVoided)]
}

/** Selects the events that are new or have other figures, in the order to apply them. Most events of a report repeat postbacks. */
export async function selectUnposted(
  { db }: Pick<Deps, 'db'>,
  all: readonly ProviderEvent[],
): Promise<readonly ProviderEvent[]> {
  const posted = await listPostedEvents(
    db,
    all.map((event) => event.eventId),
  )
  return voidedLast(all).filter((event) => {
    const before = posted.get(event.eventId)
    return before === undefined || contradicts(before, event)
  })
}
