import { cents } from '@coopline/rules/kernel/money'
import {
  staffPaymentMessage,
  type StaffPaymentRefusal,
} from '@coopline/rules/staff/staff-payments/staff-payments.messages'
import { move } from '@coopline/rules/paying/payment-state/payment-state'
import { recordAudit } from '../../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../../platform/db/open-database.ts'
import { Conflict } from '../../../../platform/errors.ts'
import { refusal } from '../../../../platform/refusal.ts'
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

/** The outcome of a decision, as a sentence for the command line. */
interface ReviewOutcome {
  readonly done: string
}

/** The reasons why a decision about a payment under review changes nothing. */
export type ReviewRefusal = Extract<
  StaffPaymentRefusal,
  'not-under-review' | 'no-such-report' | 'reports-differ' | 'no-money' | 'not-bookable' | 'needs-another-person'
>

/** Thrown when a decision changes nothing. The command line names the payment and the reports; the console shows both. */
export class ReviewRefused extends Conflict {
  readonly code: ReviewRefusal
  /** The ids of the provider's events that the reason is about. */
  readonly eventIds: readonly string[]
  constructor(code: ReviewRefusal, eventIds: readonly string[] = []) {
    super(refusal(staffPaymentMessage, code))
    this.code = code
    this.eventIds = eventIds
  }
}

/**
 * Books the amount that the provider collected for a payment under review, and records the difference from the request.
 *
 * @throws ReviewRefused.
 */
export async function acceptPayment(deps: EventDeps, decision: ReviewDecision): Promise<ReviewOutcome> {
  const { transNo } = decision
  return inTransaction(deps.db, async (tx): Promise<ReviewOutcome> => {
    const held = await lockPaymentWithItems(tx, transNo)
    if (held?.payment.state !== 'under-review') throw new ReviewRefused('not-under-review')
    const events = await listEventsOfPayment(tx, transNo)
    const choice = chooseEvent(events, decision.eventId)
    const { payment } = held
    const received = cents(choice.totalAmount - choice.convenienceFee)
    if (choice.currency !== payment.currency || choice.convenienceFee < 0 || received <= 0)
      throw new ReviewRefused('not-bookable')
    const to = move(payment.state, paymentEventOf[choice.type])
    if (to.kind !== 'move') throw new ReviewRefused('no-money', [choice.eventId])
    const agreed = await agreeOnDecision(
      deps,
      tx,
      payment,
      { decision: 'askedToAccept', amount: received, eventId: choice.postingKey },
      decision,
    )
    if (agreed === 'own') throw new ReviewRefused('needs-another-person')
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

/** Ends the review of a payment without booking anything. @throws ReviewRefused when it is not under review. */
export async function rejectPayment(deps: EventDeps, decision: ReviewDecision): Promise<ReviewOutcome> {
  const { transNo } = decision
  return inTransaction(deps.db, async (tx): Promise<ReviewOutcome> => {
    const held = await lockPaymentWithItems(tx, transNo)
    if (held?.payment.state !== 'under-review') throw new ReviewRefused('not-under-review')
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
    await notifyFailure(deps, tx, held, 'rejected')
    await settleAlarmsOf(tx, transNo, [...reviewAlarms, 'unreadable', 'unanswered', 'second-person'], at)
    await recordDecision(deps, tx, payment, decision, 'rejected', { requestedAmount: payment.amount })
    return { done: `Payment ${transNo} is rejected. If the payer was charged, give the money back at the provider.` }
  })
}

/** Finds the event to book. @throws ReviewRefused when there is none, or when several differ. */
function chooseEvent(events: readonly PostedEvent[], eventId: string | undefined): PostedEvent {
  const aside = events.filter((event) => event.outcome === 'quarantined')
  // Money that went back since is booked with the charge.
  const charges = successesOf(aside)
  const unnamed = charges.length > 0 ? charges : aside
  const wanted = eventId === undefined ? unnamed : aside.filter((event) => event.postingKey === eventId)
  const [event] = wanted
  if (event === undefined) throw new ReviewRefused('no-such-report')
  if (new Set(wanted.map(figuresOf)).size === 1) return event
  throw new ReviewRefused(
    'reports-differ',
    wanted.map((one) => one.postingKey),
  )
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
