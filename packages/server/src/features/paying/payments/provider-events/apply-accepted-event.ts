import type { Alarm } from '../alarms/alarms.ts'
import type { Cents } from '@coopline/rules/kernel/money'
import { type EventDeps, matchingOf, paymentEventOf } from './apply-provider-event.ts'
import { type LockedPayment, lockPaymentWithItems, recordAcceptance } from '../payments.store.ts'
import { moveAndBook } from './move-and-book.ts'
import type { PaymentMove } from '@coopline/rules/paying/payment-state/payment-state'
import type { PostedEvent } from './postings.store.ts'
import type { Tx } from '../../../../platform/db/open-database.ts'
import { allocate, findLedgerSum, nextKinds } from '../ledger/ledger.ts'
import { movesMoneyBack } from './compare-event.ts'
import { netSumOf, notBooked, settle } from './net-sum.ts'
import { refuseReturnedMethod } from '../stored-methods/stored-methods.ts'

/** A report that staff accept although its figures differ from the request. */
interface AcceptedEvent extends PostedEvent {
  /** The amount to credit, in whole cents and without the fee. */
  readonly received: Cents
  readonly to: Extract<PaymentMove, { kind: 'move' }>
}

/**
 * Books a report that staff accepted, as a part of the caller's transaction, and then what went back during the review. Later events of
 * the payment are compared with the accepted figures.
 *
 * @param events all events of the provider about the payment, oldest first.
 * @returns the state of the payment, and the alarms that are settled by it.
 */
export async function applyAcceptedEvent(
  deps: EventDeps,
  tx: Tx,
  held: LockedPayment,
  events: readonly PostedEvent[],
  accepted: AcceptedEvent,
): Promise<AfterReview> {
  const { payment } = held
  const { transNo } = payment
  const { outcome: _quarantined, postingKey: _key, received, to, ...event } = accepted
  const paymentEvent = paymentEventOf[event.type]
  await recordAcceptance(tx, transNo, event)
  const items = allocate(held.items, received, payment.accountNumber)
  const { postings, state, net } = settle(notBooked, netSumOf([event]), event)
  await moveAndBook(deps, tx, {
    ...held,
    items,
    event,
    source: 'review',
    paymentEvent,
    to: { ...to, to: state },
    bookings: nextKinds([], postings),
    net,
    provider: undefined,
  })
  return applyMoneyBack(deps, tx, transNo, events)
}

/** The state of a payment after its review, and the kinds of alarms that the decision settles. */
interface AfterReview {
  readonly state: string
  readonly kinds: readonly Alarm['kind'][]
}

/**
 * Books the refunds, returns and reinstatements that were quarantined during the review. The provider will not repeat them.
 *
 * @returns the state of the payment and the settled alarms; alarms about amounts that still differ, or about one of several
 *   charges, stay open.
 */
async function applyMoneyBack(
  deps: EventDeps,
  tx: Tx,
  transNo: string,
  events: readonly PostedEvent[],
): Promise<AfterReview> {
  const held = await lockPaymentWithItems(tx, transNo)
  if (held === undefined) return { state: 'gone', kinds: [] }
  const counted = matchingOf(
    held.payment,
    events.map(({ outcome: _outcome, postingKey: _key, ...event }) => event),
  )
  const sum = netSumOf(counted)
  const isClear = sum.charges < 2 && matchingOf(held.payment, events.filter(movesMoneyBack)).length === backOf(events)
  const last = [
    ...counted.filter((one) => movesMoneyBack(one) || one.type === 'payment.reinstated'),
    ...sum.lateDeclines,
  ].at(-1)
  const kinds: AfterReview['kinds'] = isClear ? reviewAlarms : ['reconciliation-missing']
  if (last === undefined) return { state: held.payment.state, kinds }
  const ledger = await findLedgerSum(tx, transNo)
  const { postings, state, net } = settle(ledger, sum, last)
  if (postings.length === 0) return { state: held.payment.state, kinds }
  const paymentEvent = last.type === 'payment.declined' ? 'returned' : paymentEventOf[last.type]
  const bookings = nextKinds(ledger.kinds, postings)
  const to = { kind: 'move', to: state } as const
  await moveAndBook(deps, tx, {
    ...held,
    event: last,
    source: 'review',
    paymentEvent,
    to,
    bookings,
    net,
    provider: undefined,
  })
  // The accepted charge turns this decline into a return.
  if (last.type === 'payment.declined') await refuseReturnedMethod(deps, tx, { ...held, event: last, paymentEvent })
  return { state, kinds }
}

const backOf = (events: readonly PostedEvent[]): number => events.filter(movesMoneyBack).length

/** Alarms about figures of a payment, which the decision about it settles. */
export const reviewAlarms: readonly Alarm['kind'][] = ['quarantined', 'reconciliation-missing']
