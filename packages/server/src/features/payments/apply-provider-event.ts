import { createHash } from 'node:crypto'
import { isPaid, move, type PaymentEvent } from '@coopline/rules/payment-state/payment-state'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ProviderEvent } from '../../platform/payment-gateway/payment-gateway.ts'
import { compareEvent, figuresOf, isOtherCharge, type Mismatch, movesMoney } from './compare-event.ts'
import { refuseReturnedMethod } from './forbid-checks.ts'
import { givesBackOtherCharge, isDeclinedLate, isReversal, keepsCharge, provesOtherCharge } from './money-back.ts'
import { type LegalEvent, moveAndBook } from './move-and-book.ts'
import type { Payment } from './payment.ts'
import { lockPaymentWithItems } from './payments.store.ts'
import {
  findPostedEvent,
  insertPosting,
  listEventsOfPayment,
  type EventOutcome,
  type EventRecord,
  type EventSource,
  type PostedEvent,
} from './postings.store.ts'
import { raiseAlarmsFor, type Verdict } from './raise-event-alarms.ts'
import { raiseAlarm } from './raise-alarm.ts'
import { startReview } from './start-review.ts'

export type EventDeps = Pick<Deps, 'db' | 'env' | 'random' | 'clock' | 'log' | 'settings' | 'failPoints'>

export const paymentEventOf: Record<ProviderEvent['type'], PaymentEvent> = {
  'payment.succeeded': 'succeeded',
  'payment.declined': 'declined',
  'payment.canceled': 'canceled',
  'payment.refunded': 'refunded',
  'payment.returned': 'returned',
}

/**
 * The only function by which money moves: signed postbacks, status calls and the provider's report all end here.
 *
 * Each event applies once, in any order and however often it arrives. An event whose figures differ from the request puts
 * the payment under review; an event that the state table forbids changes nothing. All of it, the ledger included, is one
 * transaction.
 *
 * @returns the outcome. No outcome is an error for the caller: the event is recorded.
 */
export async function applyProviderEvent(
  deps: EventDeps,
  event: ProviderEvent,
  source: EventSource,
): Promise<EventOutcome> {
  const outcome = await inTransaction(deps.db, (tx) => applyEventIn(tx, deps, event, source))
  reach(deps, source, 'after-commit')
  deps.log.info({ transNo: event.transNo, type: event.type, source, outcome }, 'The provider reported a payment')
  return outcome
}

const reach = ({ failPoints }: EventDeps, source: EventSource, name: string): void => {
  if (source === 'postback') failPoints.reach(`postback.${name}`)
}

/**
 * The same as a part of the caller's transaction.
 *
 * @param isFeeWaived true when a return of this payment has no fee.
 */
export async function applyEventIn(
  tx: Tx,
  deps: EventDeps,
  event: ProviderEvent,
  source: EventSource,
  isFeeWaived = false,
): Promise<EventOutcome> {
  const held = await lockPaymentWithItems(tx, event.transNo)
  const verdict = await evaluate(tx, held?.payment, event)
  const { paymentEvent, move: to } = verdict
  const record = { event, source, outcome: verdict.outcome, now: deps.clock.now() }
  const legal =
    held !== undefined && to.kind === 'move' ? { ...held, event, source, paymentEvent, to, isFeeWaived } : undefined
  if (!(await recordOnce(deps, tx, record, (key) => apply(deps, tx, legal, { ...record, key })))) return 'duplicate'
  reach(deps, source, 'after-insert')
  // Any other outcome is a repeat, or of a charge that was never booked, which may be of another bank account.
  if (held !== undefined && (verdict.outcome === 'applied' || verdict.outcome === 'quarantined')) {
    const meaning = event.type === 'payment.returned' ? 'returned' : paymentEvent
    await refuseReturnedMethod(tx, deps, { ...held, event, paymentEvent: meaning })
  }
  await raiseAlarmsFor(deps, tx, event, verdict, held)
  reach(deps, source, 'before-commit')
  return verdict.outcome
}

async function evaluate(tx: Tx, payment: Payment | undefined, event: ProviderEvent): Promise<Verdict> {
  const same = { kind: 'same' } as const
  const stated = paymentEventOf[event.type]
  const none = { paymentEvent: stated, move: same, mismatches: [], isDoubleCharge: false, keepsCharge: false }
  if (payment === undefined) return { ...none, outcome: 'unknown-payment' }
  const all = needsHistory(payment, event) ? await listEventsOfPayment(tx, payment.transNo) : []
  const before = all.filter((one) => one.eventId !== event.eventId)
  const isDoubleCharge = chargesAgain(payment, event, before)
  const nothing = { ...none, keepsCharge: stated === 'succeeded' && keepsCharge(payment, [...before, event]) }
  // A second charge of a paid payment was never requested, so nothing books it.
  if (isDoubleCharge && isPaid(payment.state)) return { ...nothing, outcome: 'double-charge', isDoubleCharge }
  const mismatches = mismatchesOf(payment, event, before)
  const isMismatched = mismatches.length > 0 && movesMoney(event)
  if (isMismatched && repeatsRejected(payment, event, before)) return { ...nothing, outcome: 'duplicate' }
  const paymentEvent = isMismatched ? 'mismatched' : toPaymentEvent(payment, event, before)
  if (isReversal(paymentEvent) && isPaid(payment.state) && givesBackOtherCharge(payment, event, before))
    return { ...nothing, outcome: 'double-charge', isDoubleCharge: provesOtherCharge(payment, event, before) }
  const to = move(payment.state, paymentEvent)
  const outcome = to.kind === 'move' ? 'applied' : to.kind === 'same' ? 'duplicate' : 'illegal'
  return {
    ...nothing,
    outcome: isMismatched ? 'quarantined' : outcome,
    paymentEvent,
    move: to,
    mismatches,
    isDoubleCharge,
  }
}

/** True when it depends on earlier events what this one means. */
const needsHistory = ({ state }: Payment, { type }: ProviderEvent): boolean =>
  isPaid(state) ||
  state === 'under-review' ||
  state === 'rejected' ||
  (state === 'declined' && type === 'payment.succeeded')

/**
 * The figures that differ from the request. During a review also those of money that goes back with the requested figures but
 * not those of the charge: a part of it, which does not end the review.
 */
function mismatchesOf(payment: Payment, event: ProviderEvent, before: readonly PostedEvent[]): readonly Mismatch[] {
  const mismatches = compareEvent(payment, event)
  const isDuringReview = payment.state === 'under-review' && isReversal(paymentEventOf[event.type])
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
 * True for what changes nothing about a rejected payment: staff give its money back, and nothing was booked that this could
 * reverse; or the provider says again what staff have rejected.
 */
function repeatsRejected({ state }: Payment, event: ProviderEvent, before: readonly PostedEvent[]): boolean {
  if (state !== 'rejected') return false
  if (isReversal(paymentEventOf[event.type])) return true
  return before.some((one) => figuresOf(one) === figuresOf(event) && !isOtherCharge(one, event))
}

function toPaymentEvent({ state }: Payment, event: ProviderEvent, before: readonly PostedEvent[]): PaymentEvent {
  const stated = paymentEventOf[event.type]
  const isDeclineOfPaid = stated === 'declined' && isPaid(state)
  const isSuccessOfDeclined = stated === 'succeeded' && state === 'declined'
  if (!isDeclineOfPaid && !isSuccessOfDeclined) return stated
  return isDeclinedLate([...before, event]) ? 'returned' : stated
}

/** Records the event and does what it means. @returns false, with nothing changed, when its key was recorded before. */
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
  if (before !== undefined && figuresOf(before) === figures) return false
  await raiseAlarm(tx, deps.log, {
    kind: 'contradiction',
    transNo: event.transNo,
    detail: { eventId: event.eventId, source },
    dedupeKey: `contradiction:${event.eventId}`,
    now,
  })
  if (source === 'postback') return false
  const fingerprint = createHash('sha256').update(figures).digest('base64url').slice(0, 16)
  return applyUnder(`${event.eventId}#${fingerprint}`)
}
