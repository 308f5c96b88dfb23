import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { yesNo } from '@coopline/rules/kernel/flag'
import { type Cents, cents, zeroCents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import {
  isPaid,
  type PaymentEvent,
  type PaymentMove,
  type Posting,
} from '@coopline/rules/paying/payment-state/payment-state'
import type { AuditEntry } from '../../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../../platform/db/open-database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { ProviderEvent } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { findAccountRecipient } from '../../../../platform/notices/notify-account.ts'
import { recordAttempt } from '../../../../platform/attempts/record-attempt.ts'
import { raiseAlarm, settleAlarmsOf, settleLongReview } from '../alarms/alarms.ts'
import {
  composeReceipt,
  type FailureReason,
  notifyFailure,
  notifyGuestPayment,
  notifyReceipt,
} from '../notices/notices.ts'
import {
  type Booking,
  insertBooking,
  creditsOf,
  endReportedRefund,
  type FeeWaiver,
  feeOf,
  returnFeeLines,
  isReturnFeeWithheld,
  statedReturnFee,
  linesOf,
  type NumberedMovement,
} from '../ledger/ledger.ts'
import { hasLogin, type Payment, type PaymentItem, type RequestedItem } from '../payment.ts'
import { type EventRecord, type EventSource, settlePayment } from './postings.store.ts'
import type { ProviderView } from '../payments.store.ts'

export interface LegalEvent {
  readonly payment: Payment
  /** The accounts of the payment, each with the amount that it is credited. */
  readonly items: readonly RequestedItem[]
  readonly event: ProviderEvent
  readonly source: EventSource | 'review'
  readonly paymentEvent: PaymentEvent
  readonly to: Extract<PaymentMove, { kind: 'move' }>
  /** The bookings to make, in this order; see `settle`. */
  readonly bookings: readonly NumberedMovement[]
  /** The provider's status and sum since this event; undefined leaves the recorded ones unchanged. */
  readonly provider: ProviderView | undefined
  /** The sum of the ledger after these bookings. */
  readonly net: Cents
  /** An account of the payment belongs to another member now. */
  readonly isForFormerHolder: boolean
  /** Given when a return has no fee. The payer of a debit that was never collected hears that it did not go through. */
  readonly feeWaiver?: FeeWaiver | undefined
}

export type ApplyDeps = Pick<Deps, 'env' | 'random' | 'clock' | 'log' | 'settings'>

/** Declined payments per account and hour above which we suspect card testing. */
const declinedPerHour = 5

/**
 * Moves the payment and books the money that the event reports. Part of one transaction.
 *
 * @param record the event to record; omitted when it was recorded before.
 * @returns false, with nothing changed, when the event's key was recorded before.
 */
export async function moveAndBook(deps: ApplyDeps, tx: Tx, legal: LegalEvent, record?: EventRecord): Promise<boolean> {
  const { payment, event, source, paymentEvent, to, feeWaiver } = legal
  const now = deps.clock.now()
  const corrected = to.corrected === true
  const [first, ...others] = legal.bookings
  // A payment that is returned a second time already has its fee.
  const stated = legal.bookings.some(({ booking }) => booking === 'return') ? statedReturnFee(deps, legal) : zeroCents
  const isWithheld = stated !== zeroCents && (await isReturnFeeWithheld(tx, payment, now))
  const returnFee = isWithheld ? zeroCents : stated
  const prepared = first && (await prepareBooking(deps, tx, first, legal, returnFee))
  const isSettled = await settlePayment(tx, payment.transNo, {
    move: { from: payment.state, to: to.to, event: paymentEvent, corrected, source, at: now },
    event,
    provider: legal.provider,
    isReversal: isPaid(payment.state),
    settledAt: settledAt(payment, event, now),
    audit: auditOf(legal, now),
    booking: prepared?.booking,
    record,
  })
  if (!isSettled) return false
  await settleLongReview(tx, payment, now)
  if (payment.state === 'under-review') await settleAlarmsOf(tx, payment.transNo, ['unanswered'], now)
  await prepared?.notify()
  for (const movement of others) await book(deps, tx, movement, legal, returnFee)
  if (returnFee !== zeroCents) await bookReturnFee(deps, tx, legal, returnFee)
  if (event.type === 'payment.refunded') {
    const { confirmationNumber: name, movedAmount: amount = event.totalAmount } = event
    await endReportedRefund(tx, payment.transNo, { name, amount })
  }
  await raiseAlarms(deps, tx, legal)
  if (isWithheld)
    await raiseAlarm(tx, deps.log, {
      kind: 'return-fee-withheld',
      transNo: payment.transNo,
      detail: { fee: stated },
      dedupeKey: `return-fee-withheld:${payment.transNo}`,
      now,
    })
  if (paymentEvent === 'declined' || wasNeverCollected(feeWaiver))
    await notifyFailure(deps, tx, { payment, items: legal.items }, failureOf(legal))
  if (paymentEvent === 'declined') await noteDeclined(deps, tx, payment, now)
  return true
}

const wasNeverCollected = (waiver: FeeWaiver | undefined): boolean =>
  waiver !== undefined && waiver !== 'presented-again'

const failureOf = ({ payment, event, feeWaiver }: LegalEvent): FailureReason =>
  typeof feeWaiver === 'object'
    ? feeWaiver
    : event.needsPayer === true && hasLogin(payment.origin)
      ? 'to-confirm'
      : 'declined'

function auditOf({ payment, event, source, bookings, to }: LegalEvent, now: Date): AuditEntry {
  const { transNo, memberNumber, accountNumber, amount } = payment
  const only = bookings.length === 1 ? bookings[0]?.kind : undefined
  // A part that moved leaves the state as it is, and is what the audit says.
  const isSaid = only === 'reinstatement' || (only !== undefined && to.to === 'confirmed')
  const { movedAmount } = event
  const stated = movedAmount === undefined ? {} : { movedAmount }
  return {
    kind: `payment.${isSaid ? movedAs[only] : to.to}`,
    at: now,
    memberNumber,
    accountNumber,
    detail: { transNo, amount, ...stated, source, corrected: to.corrected === true },
  }
}

const movedAs = { payment: 'confirmed', refund: 'refunded', return: 'returned', reinstatement: 'reinstated' } as const

/** Returns the time when the money moved, by the provider's clock, but never in the future. A reversal keeps the time of the payment. */
function settledAt(payment: Payment, event: ProviderEvent, now: Date): Date {
  if (isPaid(payment.state) && payment.settledAt !== null) return payment.settledAt
  return new Date(Math.min(Date.parse(event.occurredAt), now.getTime()))
}

async function raiseAlarms(deps: ApplyDeps, tx: Tx, legal: LegalEvent): Promise<void> {
  const { payment, bookings, to, source, event, isForFormerHolder, net } = legal
  const { transNo, state } = payment
  const alarm = { transNo, detail: { from: state, to: to.to, source }, now: deps.clock.now() }
  if (isForFormerHolder && bookings.length > 0) {
    const detail = { type: event.type, eventId: event.eventId }
    const cause = `former-holder:${transNo}:${bookings.map(({ booking }) => booking).join()}`
    await raiseAlarm(tx, deps.log, { ...alarm, kind: 'former-holder', detail, dedupeKey: cause })
  }
  if (to.corrected === true)
    await raiseAlarm(tx, deps.log, { ...alarm, kind: 'corrected', dedupeKey: `corrected:${transNo}:${to.to}` })
  if (net < 0) {
    const detail = { ...alarm.detail, booked: net }
    const figures = String(net)
    await raiseAlarm(tx, deps.log, {
      ...alarm,
      kind: 'reversed-twice',
      detail,
      dedupeKey: `reversed-twice:${transNo}`,
      figures,
    })
  }
}

const eventKinds: Record<Posting, Booking['eventKind']> = {
  payment: 'payment-confirmed',
  refund: 'payment-refunded',
  return: 'payment-returned',
  reinstatement: 'payment-reinstated',
}

async function book(deps: ApplyDeps, tx: Tx, movement: NumberedMovement, legal: LegalEvent, fee: Cents): Promise<void> {
  const { booking, notify } = await prepareBooking(deps, tx, movement, legal, fee)
  await insertBooking(tx, booking)
  await notify()
}

/** Books the fee for a return: one per payment, owed by the account that the payment was requested for. */
async function bookReturnFee(deps: ApplyDeps, tx: Tx, { payment, event }: LegalEvent, fee: Cents): Promise<void> {
  const { transNo, accountNumber } = payment
  await insertBooking(tx, {
    transNo,
    kind: 'return-fee',
    now: deps.clock.now(),
    lines: returnFeeLines(accountNumber, fee),
    eventKind: 'payment-return-fee',
    credits: [
      {
        accountNumber,
        amount: cents(zeroCents - fee),
        body: eventBody({ payment, event, items: [] }, { accountNumber, amount: fee }),
      },
    ],
    receipt: null,
  })
}

/** Builds a booking. `fee` is the fee of a return. Call `notify` after the booking is written: it notifies a payer who has a login. */
async function prepareBooking(
  deps: ApplyDeps,
  tx: Tx,
  movement: NumberedMovement,
  legal: LegalEvent,
  fee: Cents,
): Promise<{ readonly booking: Booking; readonly notify: () => Promise<void> }> {
  const { payment, event, net, feeWaiver } = legal
  const { kind, booking: bookingKind } = movement
  const now = deps.clock.now()
  const day = calendarDateIn(deps.settings.current().timeZone, new Date(event.occurredAt))
  const { lines, left, whole } = await linesOf(tx, movement, legal)
  const credits = creditsOf(lines)
  const items = credits.map((credit) => ({ ...credit, amount: magnitude(credit.amount) }))
  // When the reversal of a whole payment arrives before it, the payer gets one notice, about the reversal. It has the same figures.
  const isNotified = (kind !== 'payment' || net > 0) && !wasNeverCollected(feeWaiver)
  // The member with a login chose whether and where to get receipts; any other gets one at the address on file, if any.
  // A guest's own address gets the receipt.
  const topic = kind === 'return' || kind === 'reinstatement' ? 'payment-returned' : 'payment-received'
  const isGuests = payment.origin === 'guest'
  const recipient = isGuests ? undefined : await findAccountRecipient(deps, tx, payment, topic)
  const returnFee = bookingKind === 'return' ? fee : zeroCents
  const facts = { kind: bookingKind, items, convenienceFee: feeOf(lines), whole: whole.total, returnFee, day, now }
  const receipt = (language: Language) => composeReceipt({ ...facts, payment, event, language })
  const booking: Booking = {
    transNo: payment.transNo,
    kind: bookingKind,
    now,
    lines,
    eventKind: eventKinds[kind],
    credits: credits.map((credit, index) => ({
      ...credit,
      body: { ...eventBody(legal, items[index] ?? credit), ...(kind !== 'payment' && leftOn(left, credit)) },
    })),
    receipt:
      isNotified && recipient === undefined && !isGuests
        ? { memberNumber: payment.memberNumber, message: receipt(payment.language) }
        : null,
  }
  const notify = async () => {
    if (isNotified && isGuests)
      await notifyGuestPayment(deps, tx, {
        payment,
        items,
        kind: bookingKind,
        returnFee,
        whole: whole.credited,
        receipt,
      })
    if (isNotified && recipient !== undefined) await notifyReceipt(deps, tx, recipient, receipt)
  }
  return { booking, notify }
}

const leftOn = (left: readonly PaymentItem[], { accountNumber }: PaymentItem) => ({
  amountLeft: left.find((one) => one.accountNumber === accountNumber)?.amount ?? zeroCents,
})

const magnitude = (amount: Cents): Cents => (amount < 0 ? cents(zeroCents - amount) : amount)

interface EventBodySource extends Pick<LegalEvent, 'items' | 'event'> {
  readonly payment: Pick<Payment, 'transNo' | 'memberNumber' | 'currency' | 'confirmationNumber'>
}

/** Builds the body of the event for the cooperative's system. Amounts are whole cents, and above zero for reversals too. */
export const eventBody = (
  { payment, items, event }: EventBodySource,
  item: PaymentItem,
): Readonly<Record<string, unknown>> => ({
  transNo: payment.transNo,
  memberNumber: payment.memberNumber,
  accountNumber: item.accountNumber,
  amount: item.amount,
  currency: payment.currency,
  paymentType: event.paymentType,
  confirmationNumber: event.confirmationNumber ?? payment.confirmationNumber,
  reconnectMeter: yesNo(items.some((one) => one.accountNumber === item.accountNumber && one.reconnectMeter)),
  occurredAt: event.occurredAt,
})

async function noteDeclined(deps: ApplyDeps, tx: Tx, payment: Payment, now: Date): Promise<void> {
  const limit = {
    kind: 'payment.declined',
    subject: payment.accountNumber,
    windowSeconds: 3600,
    limit: declinedPerHour,
  }
  const count = await recordAttempt(tx, limit, now)
  if (count.allowed) return
  await raiseAlarm(tx, deps.log, {
    kind: 'declined-velocity',
    transNo: payment.transNo,
    detail: { declinedPerHour },
    dedupeKey: `declined-velocity:${payment.accountNumber}:${now.toISOString().slice(0, 13)}`,
    now,
  })
}
