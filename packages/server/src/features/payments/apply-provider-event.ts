import { createHash } from 'node:crypto'
import { move, type PaymentEvent, type PaymentMove } from '@coopline/rules/payment-state/payment-state'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ProviderEvent } from '../../platform/payment-gateway/payment-gateway.ts'
import { moveAndBook } from './move-and-book.ts'
import { compareEvent, figuresOf, type Mismatch } from './compare-event.ts'
import type { Payment } from './payment.ts'
import { lockPaymentWithItems } from './payments.store.ts'
import { findPostedEvent, insertPosting, type EventOutcome, type EventSource } from './postings.store.ts'
import { raiseAlarm } from './raise-alarm.ts'

export type EventDeps = Pick<Deps, 'db' | 'env' | 'keys' | 'clock' | 'log' | 'settings' | 'failPoints'>

const paymentEventOf: Record<ProviderEvent['type'], PaymentEvent> = {
  'payment.succeeded': 'succeeded',
  'payment.declined': 'declined',
  'payment.canceled': 'canceled',
  'payment.refunded': 'refunded',
}

/**
 * The one door by which money moves: a signed postback, a status call and the provider's report all come through here.
 *
 * Each event is taken once, whatever its order and however often it is told; what differs from the request is put aside;
 * what the state table forbids changes nothing. All of it, the ledger included, is one transaction.
 *
 * @returns what came of it. Nothing here is an error for the teller: it told us, and we have written it down.
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
    const verdict = judge(payment, event)
    if (!(await isFirstCopy(deps, tx, event, source, verdict.outcome))) return 'duplicate'
    reach('after-insert')
    if (held !== undefined && verdict.outcome === 'applied' && verdict.move.kind === 'move')
      await moveAndBook(deps, tx, {
        ...held,
        event,
        source,
        paymentEvent: paymentEventOf[event.type],
        to: verdict.move,
      })
    await raiseAlarmFor(deps, tx, event, verdict, payment)
    reach('before-commit')
    return verdict.outcome
  })
  reach('after-commit')
  deps.log.info({ transNo: event.transNo, type: event.type, source, outcome }, 'The provider told of a payment')
  return outcome
}

interface Verdict {
  readonly outcome: EventOutcome
  readonly move: PaymentMove
  readonly mismatches: readonly Mismatch[]
}

function judge(payment: Payment | undefined, event: ProviderEvent): Verdict {
  const same = { kind: 'same' } as const
  if (payment === undefined) return { outcome: 'unknown-payment', move: same, mismatches: [] }
  const mismatches = compareEvent(payment, event)
  if (mismatches.length > 0) return { outcome: 'quarantined', move: same, mismatches }
  const to = move(payment.state, paymentEventOf[event.type])
  const outcome = to.kind === 'move' ? 'applied' : to.kind === 'same' ? 'duplicate' : 'illegal'
  return { outcome, move: to, mismatches: [] }
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

async function raiseAlarmFor(
  deps: EventDeps,
  tx: Tx,
  event: ProviderEvent,
  { outcome, mismatches }: Verdict,
  payment: Payment | undefined,
): Promise<void> {
  const { transNo, type, eventId } = event
  const alarm = { transNo, now: deps.clock.now() }
  if (outcome === 'quarantined')
    await raiseAlarm(tx, deps.log, {
      ...alarm,
      kind: 'quarantined',
      // The account number that was said may be anything; that it differs is enough.
      detail: {
        type,
        eventId,
        mismatches: mismatches.filter((one) => one.figure !== 'account'),
        account: mismatches.some((one) => one.figure === 'account'),
      },
      dedupeKey: `quarantined:${eventId}`,
    })
  if (outcome === 'illegal')
    await raiseAlarm(tx, deps.log, {
      ...alarm,
      kind: 'illegal-move',
      detail: { type, eventId, state: payment?.state },
      dedupeKey: `illegal-move:${eventId}`,
    })
  if (outcome === 'unknown-payment')
    await raiseAlarm(tx, deps.log, {
      ...alarm,
      kind: 'unknown-payment',
      detail: { type, eventId },
      dedupeKey: `unknown-payment:${transNo}`,
    })
}
