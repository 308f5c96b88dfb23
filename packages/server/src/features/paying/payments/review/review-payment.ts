import { cents } from '@coopline/rules/kernel/money'
import type { StaffPaymentRefusal } from '@coopline/rules/staff/staff-payments/staff-payments.messages'
import { move } from '@coopline/rules/paying/payment-state/payment-state'
import { recordAudit } from '../../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../../platform/db/open-database.ts'
import { withoutCardNumbers } from '../../../../platform/payment-gateway/redact-card-numbers.ts'
import { settleAlarmsOf } from '../alarms/alarms.ts'
import {
  type EventDeps,
  paymentEventOf,
  figuresOf,
  listEventsOfPayment,
  type PostedEvent,
  applyAcceptedEvent,
  reviewAlarms,
} from '../provider-events/provider-events.ts'
import { notifyFailure } from '../notices/notices.ts'
import type { Payment } from '../payment.ts'
import { lockPaymentWithItems, movePayment } from '../payments.store.ts'
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
    const { state, kinds } = await applyAcceptedEvent(deps, tx, held, events, { ...choice, received, to })
    await settleAlarmsOf(tx, transNo, kinds, deps.clock.now())
    await recordDecision(deps, tx, payment, decision, 'accepted', {
      eventId: choice.postingKey,
      requestedAmount: payment.amount,
      bookedAmount: received,
      difference: received - payment.amount,
    })
    return { done: `Payment ${transNo} is ${state}.` }
  })
}

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
