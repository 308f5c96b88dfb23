import { createHash } from 'node:crypto'
import { isPaid, move, type PaymentEvent } from '@coopline/rules/payment-state/payment-state'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ProviderEvent } from '../../platform/payment-gateway/payment-gateway.ts'
import { compareEvent, figuresOf, isOtherCharge, movesMoney } from './compare-event.ts'
import { type LegalEvent, moveAndBook } from './move-and-book.ts'
import type { Payment } from './payment.ts'
import { lockPaymentWithItems, movePayment } from './payments.store.ts'
import {
  findPostedEvent,
  insertPosting,
  listEventsOfPayment,
  type EventOutcome,
  type EventSource,
} from './postings.store.ts'
import { raiseAlarmsFor, type Verdict } from './raise-event-alarms.ts'
import { raiseAlarm } from './raise-alarm.ts'

export type EventDeps = Pick<Deps, 'db' | 'env' | 'keys' | 'clock' | 'log' | 'settings' | 'failPoints'>

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
  const reach = (name: string) => (source === 'postback' ? deps.failPoints.reach(`postback.${name}`) : undefined)
  const outcome = await inTransaction(deps.db, async (tx) => {
    const held = await lockPaymentWithItems(tx, event.transNo)
    const payment = held?.payment
    const verdict = await evaluate(tx, payment, event)
    if (!(await isFirstCopy(deps, tx, event, source, verdict.outcome))) return 'duplicate'
    reach('after-insert')
    if (held !== undefined && verdict.move.kind === 'move')
      await apply(deps, tx, { ...held, event, source, paymentEvent: verdict.paymentEvent, to: verdict.move })
    await raiseAlarmsFor(deps, tx, event, verdict, payment)
    reach('before-commit')
    return verdict.outcome
  })
  reach('after-commit')
  deps.log.info({ transNo: event.transNo, type: event.type, source, outcome }, 'The provider reported a payment')
  return outcome
}

async function evaluate(tx: Tx, payment: Payment | undefined, event: ProviderEvent): Promise<Verdict> {
  const same = { kind: 'same' } as const
  const stated = paymentEventOf[event.type]
  const nothing = { paymentEvent: stated, move: same, mismatches: [], isDoubleCharge: false }
  if (payment === undefined) return { ...nothing, outcome: 'unknown-payment' }
  const isDoubleCharge = await chargesAgain(tx, payment, event)
  // Once a payment is paid, a second charge is no event of its own: it was never asked for, so nothing books it.
  if (isDoubleCharge && isPaid(payment.state)) return { ...nothing, outcome: 'double-charge', isDoubleCharge }
  const mismatches = compareEvent(payment, event)
  const isMismatched = mismatches.length > 0 && movesMoney(event)
  const paymentEvent = isMismatched ? 'mismatched' : await toPaymentEvent(tx, payment, event)
  const to = move(payment.state, paymentEvent)
  const outcome = to.kind === 'move' ? 'applied' : to.kind === 'same' ? 'duplicate' : 'illegal'
  return { outcome: isMismatched ? 'quarantined' : outcome, paymentEvent, move: to, mismatches, isDoubleCharge }
}

/** True for a success that reports another charge than an earlier success of the same payment. */
async function chargesAgain(tx: Tx, payment: Payment, event: ProviderEvent): Promise<boolean> {
  const mayBeCharged = isPaid(payment.state) || payment.state === 'under-review' || payment.state === 'rejected'
  if (event.type !== 'payment.succeeded' || !mayBeCharged) return false
  const before = await listEventsOfPayment(tx, payment.transNo)
  return before.some((one) => one.type === event.type && one.eventId !== event.eventId && isOtherCharge(one, event))
}

/**
 * Some providers report a returned payment as one that was declined after it had succeeded. By the provider's clock, and
 * not by the order of arrival: the decline of an earlier try may arrive late.
 */
async function toPaymentEvent(tx: Tx, payment: Payment, event: ProviderEvent): Promise<PaymentEvent> {
  const stated = paymentEventOf[event.type]
  const isDeclineOfPaid = stated === 'declined' && isPaid(payment.state)
  const isSuccessOfDeclined = stated === 'succeeded' && payment.state === 'declined'
  if (!isDeclineOfPaid && !isSuccessOfDeclined) return stated
  const before = await listEventsOfPayment(tx, payment.transNo)
  const timesOf = (type: ProviderEvent['type']) =>
    [...before, event].filter((one) => one.type === type).map((one) => Date.parse(one.occurredAt))
  const lastSuccess = Math.max(...timesOf('payment.succeeded'))
  const lastDecline = Math.max(...timesOf('payment.declined'))
  return Number.isFinite(lastSuccess) && lastDecline > lastSuccess ? 'returned' : stated
}

async function apply(deps: EventDeps, tx: Tx, legal: LegalEvent): Promise<void> {
  if (legal.paymentEvent !== 'mismatched') return moveAndBook(deps, tx, legal)
  const { payment, event, source, to } = legal
  const { transNo, memberNumber, accountNumber, amount, state: from } = payment
  const at = deps.clock.now()
  await movePayment(tx, transNo, { from, to: to.to, event: 'mismatched', corrected: false, source, at })
  await recordAudit(tx, {
    kind: `payment.${to.to}`,
    at,
    memberNumber,
    accountNumber,
    detail: { transNo, amount, source, eventId: event.eventId },
  })
}

/**
 * Records the event under its id; false when that id was recorded before. When the two copies contradict each
 * other, it raises an alarm, and the second one counts only when we asked for it ourselves: then under a key of its own.
 */
async function isFirstCopy(
  deps: EventDeps,
  tx: Tx,
  event: ProviderEvent,
  source: EventSource,
  outcome: EventOutcome,
): Promise<boolean> {
  const now = deps.clock.now()
  const posting = { event, source, outcome, now }
  if (await insertPosting(tx, event.eventId, posting)) return true
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
  return insertPosting(tx, `${event.eventId}#${fingerprint}`, posting)
}
