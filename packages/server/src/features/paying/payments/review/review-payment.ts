import { type Cents, cents } from '@coopline/rules/kernel/money'
import type { StaffPaymentRefusal } from '@coopline/rules/staff/staff-payments/staff-payments.messages'
import { move, type PaymentMove } from '@coopline/rules/paying/payment-state/payment-state'
import { recordAudit } from '../../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../../platform/db/open-database.ts'
import { withoutCardNumbers } from '../../../../platform/payment-gateway/redact-card-numbers.ts'
import { type Alarm, settleAlarmsOf } from '../alarms/alarms.store.ts'
import { type EventDeps, matchingOf, paymentEventOf } from '../provider-events/apply-provider-event.ts'
import { figuresOf, movesMoneyBack } from '../provider-events/compare-event.ts'
import { refuseReturnedMethod } from '../stored-methods/forbid-checks.ts'
import { allocate, nextKinds } from '../ledger/ledger-lines.ts'
import { findLedgerSum } from '../ledger/ledger.store.ts'
import { type MovementKind, moveAndBook } from '../provider-events/move-and-book.ts'
import { netSumOf, notBooked, settle } from '../provider-events/net-sum.ts'
import { notifyFailure } from '../notices/notify-payer.ts'
import type { Payment } from '../payment.ts'
import { type LockedPayment, lockPaymentWithItems, movePayment } from '../payments.store.ts'
import { listEventsOfPayment, type PostedEvent } from '../provider-events/postings.store.ts'
import { recordAcceptance } from './reviewed-payments.store.ts'
import { agreeOnDecision, type StaffDecision } from './second-person.ts'

/** The decision of a staff member about a payment under review. */
export interface ReviewDecision extends StaffDecision {
  readonly transNo: string
  /** The id of the provider's event to accept, when its events differ. */
  readonly eventId?: string | undefined
}

/** The outcome of a decision. `problem` and `done` are sentences for the command line. With a problem nothing has changed. */
export type ReviewOutcome = ReviewProblem | { readonly done: string }

interface ReviewProblem {
  readonly problem: string
  readonly code: StaffPaymentRefusal
}

/** Books the amount that the provider collected for a payment under review, and records the difference from the request. */
export async function acceptPayment(deps: EventDeps, decision: ReviewDecision): Promise<ReviewOutcome> {
  const { transNo } = decision
  return inTransaction(deps.db, async (tx): Promise<ReviewOutcome> => {
    const held = await lockPaymentWithItems(tx, transNo)
    if (held?.payment.state !== 'under-review') return notUnderReview(transNo)
    const events = await listEventsOfPayment(tx, transNo)
    const choice = chooseEvent(events, decision.eventId)
    if ('problem' in choice) return choice
    const { payment } = held
    const received = cents(choice.totalAmount - choice.convenienceFee)
    if (choice.currency !== payment.currency || choice.convenienceFee < 0 || received <= 0)
      return {
        problem: `Payment ${transNo} cannot be booked with these figures. Give it back at the provider and reject it.`,
        code: 'not-bookable',
      }
    const to = move(payment.state, paymentEventOf[choice.type])
    if (to.kind !== 'move')
      return { problem: `Event ${choice.eventId} reports no money. Reject the payment.`, code: 'no-money' }
    const agreed = await agreeOnDecision(
      tx,
      deps,
      payment,
      { decision: 'askedToAccept', amount: received, eventId: choice.postingKey },
      decision,
    )
    if (agreed === 'own')
      return { problem: `You have asked to accept payment ${transNo} before.`, code: 'needs-another-person' }
    if (agreed === 'proposed')
      return { done: `Payment ${transNo} waits for another person, who must accept the same report.` }
    const state = await bookAccepted(deps, tx, held, events, { ...choice, received, to }, decision)
    return { done: `Payment ${transNo} is ${state}.` }
  })
}

/** Books an accepted report. @returns the state of the payment. */
async function bookAccepted(
  deps: EventDeps,
  tx: Tx,
  held: LockedPayment,
  events: readonly PostedEvent[],
  accepted: PostedEvent & { readonly received: Cents; readonly to: PaymentMove & { readonly kind: 'move' } },
  decision: ReviewDecision,
): Promise<string> {
  const { payment } = held
  const { transNo } = payment
  const { outcome: _quarantined, postingKey, received, to, ...event } = accepted
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
    bookings: nextKinds([], postings) as readonly MovementKind[],
    net,
    provider: undefined,
  })
  const settled = await applyMoneyBack(deps, tx, transNo, events)
  await settleAlarmsOf(tx, transNo, settled.kinds, deps.clock.now())
  await recordDecision(deps, tx, payment, decision, 'accepted', {
    eventId: postingKey,
    requestedAmount: payment.amount,
    bookedAmount: received,
    difference: received - payment.amount,
  })
  return settled.state
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
): Promise<{ readonly state: string; readonly kinds: readonly Alarm['kind'][] }> {
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
  const kinds = isClear ? reviewAlarms : (['reconciliation-missing'] as const)
  if (last === undefined) return { state: held.payment.state, kinds }
  const ledger = await findLedgerSum(tx, transNo)
  const { postings, state, net } = settle(ledger, sum, last)
  if (postings.length === 0) return { state: held.payment.state, kinds }
  const paymentEvent = last.type === 'payment.declined' ? 'returned' : paymentEventOf[last.type]
  const bookings = nextKinds(ledger.kinds, postings) as readonly MovementKind[]
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
  if (last.type === 'payment.declined') await refuseReturnedMethod(tx, deps, { ...held, event: last, paymentEvent })
  return { state, kinds }
}

const backOf = (events: readonly PostedEvent[]): number => events.filter(movesMoneyBack).length

const reviewAlarms: readonly Alarm['kind'][] = ['quarantined', 'reconciliation-missing']

const successesOf = (events: readonly PostedEvent[]) => events.filter((one) => one.type === 'payment.succeeded')

/** Ends the review of a payment without booking anything. */
export async function rejectPayment(deps: EventDeps, decision: ReviewDecision): Promise<ReviewOutcome> {
  const { transNo } = decision
  return inTransaction(deps.db, async (tx): Promise<ReviewOutcome> => {
    const held = await lockPaymentWithItems(tx, transNo)
    if (held?.payment.state !== 'under-review') return notUnderReview(transNo)
    const { payment } = held
    const at = deps.clock.now()
    const moved = {
      from: payment.state,
      to: 'rejected',
      event: 'rejected',
      corrected: false,
      source: 'review',
      at,
    } as const
    await movePayment(tx, transNo, moved)
    await notifyFailure(tx, deps, held, 'rejected')
    await settleAlarmsOf(tx, transNo, [...reviewAlarms, 'unreadable', 'unanswered', 'second-person'], at)
    await recordDecision(deps, tx, payment, decision, 'rejected', { requestedAmount: payment.amount })
    return { done: `Payment ${transNo} is rejected. If the payer was charged, give the money back at the provider.` }
  })
}

const notUnderReview = (transNo: string): ReviewProblem => ({
  problem: `Payment ${transNo} is not under review.`,
  code: 'not-under-review',
})

function chooseEvent(events: readonly PostedEvent[], eventId: string | undefined): PostedEvent | ReviewProblem {
  const aside = events.filter((event) => event.outcome === 'quarantined')
  // Money that went back since is booked with the charge.
  const charges = successesOf(aside)
  const unnamed = charges.length > 0 ? charges : aside
  const wanted = eventId === undefined ? unnamed : aside.filter((event) => event.postingKey === eventId)
  const [event] = wanted
  if (event === undefined)
    return {
      problem: 'The provider reported no such event for this payment, or none that can be read.',
      code: 'no-such-report',
    }
  if (new Set(wanted.map(figuresOf)).size === 1) return event
  const ids = wanted.map((one) => one.postingKey).join(', ')
  return {
    problem: `The provider reported different figures. Name one of its events with --event: ${ids}`,
    code: 'reports-differ',
  }
}

async function recordDecision(
  deps: EventDeps,
  tx: Tx,
  payment: Payment,
  { by, reason, clientAddress, requestId }: ReviewDecision,
  decided: 'accepted' | 'rejected',
  detail: Readonly<Record<string, string | number>>,
): Promise<void> {
  const { transNo, memberNumber, accountNumber } = payment
  const at = deps.clock.now()
  await recordAudit(tx, {
    kind: `staff.payment-${decided}`,
    at,
    memberNumber,
    accountNumber,
    clientAddress,
    requestId,
    detail: { transNo, by, reason: withoutCardNumbers(reason), ...detail },
  })
}
