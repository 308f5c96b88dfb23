import type {
  StaffAlarm,
  StaffListedPayment,
  StaffPaymentStory,
} from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { addCents, cents, type Cents, formatUsd, zeroCents } from '@coopline/rules/kernel/money'
import type { Capabilities } from '../../../platform/payment-gateway/payment-gateway.ts'
import { clearingAccounts, isRefundable, isSettledByDecision, refundedOf } from '../../paying/payments/public.ts'
import type { AlarmRow } from './alarms-of-staff.store.ts'
import type { ListedPayment } from './find-payments.store.ts'
import type { PaymentStory } from './payment-story.store.ts'

/** One fact that an alarm is based on. */
interface AlarmFact {
  readonly name: string
  readonly value: string
}

/** Facts that are whole cents. */
const amounts: ReadonlySet<string> = new Set(['amount', 'totalAmount', 'said', 'booked', 'sent', 'held', 'bookedSum'])
/** Figures of a payment that are whole cents. */
const moneyFigures: ReadonlySet<string> = new Set(['amount', 'convenience-fee', 'total'])

/**
 * Reads the detail of an alarm as facts, in its order. What differs is named by its figure, with the expected and the reported
 * value: `mismatch.total`, `$102.95 → $103.95`.
 */
const readAlarmFacts = (detail: Readonly<Record<string, unknown>>): readonly AlarmFact[] =>
  Object.entries(detail).flatMap(([name, value]) => {
    if (name === 'mismatches') return recordsIn(value).map(mismatchFact)
    if (name === 'shares') return recordsIn(value).map(shareFact)
    const shown = Array.isArray(value) ? value.map(String).join(', ') : textOf(value, amounts.has(name))
    return shown === '' ? [] : [{ name, value: shown }]
  })

type JsonRecord = Readonly<Record<string, unknown>>

const recordsIn = (value: unknown): readonly JsonRecord[] =>
  Array.isArray(value) ? value.filter((one): one is JsonRecord => typeof one === 'object' && one !== null) : []

function mismatchFact({ figure, expected, said }: JsonRecord): AlarmFact {
  const isMoney = moneyFigures.has(String(figure))
  return { name: `mismatch.${String(figure)}`, value: `${textOf(expected, isMoney)} → ${textOf(said, isMoney)}` }
}

const shareFact = ({ kind, booked, sent }: JsonRecord): AlarmFact => ({
  name: `share.${String(kind)}`,
  value: `${textOf(booked, true)} → ${textOf(sent, true)}`,
})

function textOf(value: unknown, isMoney: boolean): string {
  if (value === null || value === undefined || value === false) return ''
  if (isMoney && typeof value === 'number' && Number.isSafeInteger(value)) return formatUsd(cents(value))
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** PostgreSQL writes instants in JSON with an offset. */
const instant = (value: Date | string): string => new Date(value).toISOString()
const instantOrNull = (value: Date | string | null): string | null => (value === null ? null : instant(value))
const centsOrNull = (amount: number | null): Cents | null => (amount === null ? null : cents(amount))

/** A payment of a list, in the form of the contract. */
export const showListedPayment = ({
  transNo,
  memberNumber,
  origin,
  state,
  amount,
  fee,
  requestedAt,
  confirmationNumber,
  accounts,
}: ListedPayment): StaffListedPayment => ({
  transNo,
  memberNumber,
  origin,
  state,
  amount: cents(amount),
  fee: centsOrNull(fee),
  requestedAt: instant(requestedAt),
  confirmationNumber,
  accounts: accounts.map((one) => ({ ...one, amount: cents(one.amount) })),
})

/** The sums of the bookings in the account that the money came through. */
function bookedSums({ ledger }: PaymentStory): StaffPaymentStory['booked'] {
  const lines = ledger.filter(({ ledgerAccount }) => clearingAccounts.includes(ledgerAccount))
  const sumOf = (some: PaymentStory['ledger']) => cents(some.reduce((sum, { amount }) => sum + amount, 0))
  if (lines.length === 0) return null
  const [received, net] = [sumOf(lines.filter(({ kind }) => kind === 'payment')), sumOf(lines)]
  const refunds = sumOf(lines.filter(({ kind }) => kind === 'refund'))
  return { received, refunded: refundedOf({ received, net, refunds }), left: net }
}

/** The refunds that staff can ask for. Those without an answer may have been carried out, and can be asked for again. */
function refundable(story: PaymentStory, refunds: Capabilities['refunds']): StaffPaymentStory['refund'] {
  const booked = bookedSums(story)
  if (booked === null || refunds === 'none' || !isRefundable(story)) return null
  const asked = story.refundOrders.filter(({ state }) => state === 'asked').map(({ amount }) => cents(amount))
  const rest = cents(Math.max(0, booked.left - addCents(...asked)))
  const isPart = refunds === 'parts'
  const left = isPart || rest === booked.received ? rest : zeroCents
  const again = asked[0] ?? null
  return left > 0 || again !== null ? { left, isPart, again } : null
}

/** The refunds of a payment: those in the ledger, with who asked for them, and those that are not booked. */
function listRefunds({ ledger, refundOrders }: PaymentStory): StaffPaymentStory['refunds'] {
  const done = refundOrders.filter(({ state }) => state === 'done')
  const booked = ledger
    .filter(({ kind, ledgerAccount }) => kind === 'refund' && clearingAccounts.includes(ledgerAccount))
    .map(({ at, amount }) => {
      const found = done.findIndex((order) => order.amount === -amount)
      const [order] = found < 0 ? [] : done.splice(found, 1)
      return { at: instant(at), amount: cents(-amount), by: order?.by ?? null, state: 'booked' } as const
    })
  // What the provider carried out without saying how much is not booked.
  const others = [...refundOrders.filter(({ state }) => state !== 'done'), ...done].map((order) => ({
    at: instant(order.at),
    amount: cents(order.amount),
    by: order.by,
    state: order.state === 'refused' ? ('refused' as const) : ('asked' as const),
  }))
  return [...booked, ...others].toSorted((a, b) => (a.at < b.at ? -1 : 1))
}

/**
 * A payment with its history, in the form of the contract.
 *
 * @param refunds the refunds that the payment's provider takes.
 */
export const showPaymentStory = (story: PaymentStory, refunds: Capabilities['refunds']): StaffPaymentStory => ({
  ...showListedPayment(story),
  paymentType: story.paymentType,
  cardType: story.cardType,
  lastFour: story.lastFour,
  paidBy: story.paidBy,
  expiresAt: instant(story.expiresAt),
  settledAt: instantOrNull(story.settledAt),
  message: story.message,
  provider:
    story.providerStatus === null
      ? null
      : { status: story.providerStatus, sum: story.providerSum === null ? null : cents(story.providerSum) },
  canRefund: refundable(story, refunds) !== null,
  refund: refundable(story, refunds),
  booked: bookedSums(story),
  refunds: listRefunds(story),
  moves: story.moves.map((move) => ({ ...move, at: instant(move.at) })),
  reports: story.reports.map((report) => ({
    ...report,
    at: instant(report.at),
    amount: centsOrNull(report.amount),
    fee: centsOrNull(report.fee),
    moved: centsOrNull(report.moved),
  })),
  ledger: story.ledger.map((line) => ({ ...line, at: instant(line.at), amount: cents(line.amount) })),
  events: story.events.map((event) => ({
    ...event,
    at: instant(event.at),
    amount: centsOrNull(event.amount),
    acknowledgedAt: instantOrNull(event.acknowledgedAt),
  })),
  notices: story.notices.map((notice) => ({
    ...notice,
    at: instant(notice.at),
    sentAt: instantOrNull(notice.sentAt),
  })),
  actions: story.actions.map((action) => ({ ...action, at: instant(action.at) })),
  alarms: story.alarms.map(showAlarm),
})

interface DisplayedAlarm extends Omit<AlarmRow, 'raisedAt' | 'settledAt'> {
  readonly raisedAt: Date | string
  readonly settledAt: Date | string | null
}

/** An alarm in the form of the contract. */
export const showAlarm = ({
  settledAt,
  settledBy,
  settleReason,
  raisedAt,
  detail,
  ...alarm
}: DisplayedAlarm): StaffAlarm => ({
  id: alarm.id,
  kind: alarm.kind,
  transNo: alarm.transNo,
  raisedAt: instant(raisedAt),
  isUnderReview: isSettledByDecision(alarm, alarm.isUnderReview),
  facts: [...readAlarmFacts(detail)],
  settled: settledAt === null ? null : { at: instant(settledAt), by: settledBy, reason: settleReason },
})
