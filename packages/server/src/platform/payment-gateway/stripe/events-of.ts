import { addCents, type Cents, cents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { DeclineReason } from '@coopline/rules/paying/decline-reason/decline-reason'
import { declineMessage } from '@coopline/rules/paying/decline-reason/decline-reason.messages'
import type { CardType, PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'
import type {
  Dispute as DisputeOfPayment,
  ProviderEvent,
  ProviderPayment,
  ProviderStanding,
} from '../payment-gateway.ts'
import { declineReasonOf, returnCodeOf } from './decline-reasons.ts'
import type { Charge, Dispute, Intent, Refund, Session } from './objects.ts'

/** Everything that Stripe has about one payment at one moment. */
export interface Snapshot {
  /** `null` for a charge of a stored method, and where only the charge was listed. */
  readonly session: Pick<Session, 'status'> | null
  readonly intent: Pick<
    Intent,
    'id' | 'amount' | 'canceled_at' | 'created' | 'currency' | 'last_payment_error' | 'status'
  > | null
  readonly charge: Charge | null
  readonly refunds: readonly Refund[]
  readonly disputes: readonly Dispute[]
}

/** The facts that the portal wrote on the objects of a payment. */
export interface MarkedPayment {
  readonly transNo: string
  readonly accountNumber: string
  readonly convenienceFee: Cents
  readonly paymentType: PaymentType
  readonly language: Language
}

/** Something that happened to the money of a payment. */
interface Fact {
  readonly id: string
  readonly type: ProviderEvent['type']
  /** Seconds since 1970; `null` where Stripe's objects do not say, for what happened after everything that they date. */
  readonly at: number | null
  readonly confirmationNumber: string | null
  readonly movedAmount?: Cents
  readonly reason?: DeclineReason
  /** The code of Nacha for a returned debit. */
  readonly returnCode?: string
}

/**
 * Derives the state of a payment from Stripe's objects. The ids of the events come from the objects, so that the same fact has the same
 * id from a postback, a look-up and a report, in any order.
 */
export function paymentOf(snapshot: Snapshot, payment: MarkedPayment): ProviderPayment {
  const facts = factsOf(snapshot)
  if (facts.length === 0)
    return { kind: snapshot.session?.status === 'expired' && !isUnderWay(snapshot) ? 'over' : 'open' }
  return {
    kind: 'events',
    events: toEvents(snapshot, payment, facts),
    standing: standingOf(snapshot, facts),
    ...(snapshot.disputes.length > 0 && { disputes: snapshot.disputes.map(readDispute) }),
  }
}

/** The states in which the cooperative may answer in the Dashboard, that of an inquiry included. */
const unanswered: ReadonlySet<string> = new Set(['needs_response', 'warning_needs_response'])

function readDispute({ id, amount, status, evidence_details: details }: Dispute): DisputeOfPayment {
  const needsAnswer = unanswered.has(status)
  const dueBy = needsAnswer ? (details?.due_by ?? null) : null
  return {
    reference: id,
    amount,
    needsAnswer,
    answerBy: dueBy === null ? null : new Date(dueBy * 1000).toISOString(),
  }
}

/** True while a charge may still succeed, whatever became of the page. */
const isUnderWay = ({ intent, charge }: Snapshot): boolean =>
  charge?.status === 'pending' || intent?.status === 'processing'

const isBankDebit = (charge: Charge): boolean => charge.payment_method_details?.type === 'us_bank_account'

/** True for a debit that was refused at once; a bank answers a debit that was accepted days later. */
function isRefusedAtOnce({ session, intent }: Snapshot, charge: Charge): boolean {
  if (!isBankDebit(charge)) return true
  if (charge.outcome?.type === 'blocked' || charge.outcome?.type === 'invalid') return true
  return session === null ? intent?.status === 'canceled' : session.status !== 'complete'
}

function factsOf(snapshot: Snapshot): readonly Fact[] {
  const { charge } = snapshot
  if (charge === null) return factsWithoutCharge(snapshot)
  const paid: Fact = {
    id: `${charge.id}/succeeded`,
    type: 'payment.succeeded',
    at: charge.created,
    confirmationNumber: charge.id,
  }
  const back = [
    ...snapshot.refunds.flatMap(refundFacts),
    ...snapshot.disputes.flatMap((one) => disputeFacts(one, charge)),
  ]
  if (charge.status === 'succeeded') return [paid, ...back]
  // A debit counts as accepted, as an eCheck does, until a bank returns it. A card that is pending is not charged yet.
  if (charge.status === 'pending') return isBankDebit(charge) ? [paid, ...back] : []
  return isRefusedAtOnce(snapshot, charge) ? declineFacts(snapshot, charge) : [paid, ...back, returnFact(charge)]
}

/** A payer may try another card while the page is open: a decline counts only after that. */
const declineFacts = ({ session }: Snapshot, charge: Charge): readonly Fact[] =>
  session?.status === 'open'
    ? []
    : [
        {
          id: `${charge.id}/declined`,
          type: 'payment.declined',
          at: charge.created,
          confirmationNumber: null,
          reason: declineReasonOf(charge.outcome?.network_decline_code, charge.outcome?.reason, charge.failure_code),
        },
      ]

function factsWithoutCharge({ session, intent }: Snapshot): readonly Fact[] {
  if (intent?.status !== 'canceled' || session?.status === 'expired') return []
  const error = intent.last_payment_error
  const at = intent.canceled_at ?? intent.created
  const hasError = error !== null && error !== undefined
  // The member is away: a charge that was not made must reach them as a decline does.
  if (!hasError && session !== null)
    return [{ id: `${intent.id}/canceled`, type: 'payment.canceled', at, confirmationNumber: null }]
  const declined: Fact = { id: `${intent.id}/declined`, type: 'payment.declined', at, confirmationNumber: null }
  // No bank declined a charge without an error, so that none is named as the reason.
  return [hasError ? { ...declined, reason: declineReasonOf(error.decline_code, error.code) } : declined]
}

function returnFact(charge: Charge): Fact {
  const booked = charge.failure_balance_transaction
  return {
    id: `${charge.id}/failed`,
    type: 'payment.returned',
    at: typeof booked === 'object' && booked !== null ? booked.created : null,
    confirmationNumber: charge.id,
    movedAmount: charge.amount,
    ...returnReason(charge.failure_code),
  }
}

const returnReason = (code: string | null | undefined): Pick<Fact, 'reason' | 'returnCode'> => {
  const reason = declineReasonOf(code)
  return { reason: reason === 'declined' ? 'bank-returned' : reason, returnCode: returnCodeOf(code) }
}

/** A refund counts from the moment at which it is made, and no more once it fails. */
function refundFacts(refund: Refund): readonly Fact[] {
  if (!['succeeded', 'pending', 'failed', 'canceled'].includes(refund.status ?? '')) return []
  const common = { confirmationNumber: refund.id, movedAmount: refund.amount }
  const made: Fact = { id: `${refund.id}/refunded`, type: 'payment.refunded', at: refund.created, ...common }
  if (isRefunded(refund)) return [made]
  return [made, { id: `${refund.id}/failed`, type: 'payment.reinstated', at: null, ...common }]
}

const isRefunded = ({ status }: Refund): boolean => status === 'succeeded' || status === 'pending'

/**
 * The status of a dispute decides, because Stripe reports money as reinstated for lost disputes too. A loss after that is a movement of
 * its own, so that the events add up in whatever state they were read.
 */
function disputeFacts(dispute: Dispute, charge: Charge): readonly Fact[] {
  const { id, status, balance_transactions: moved } = dispute
  const withdrawn = moved.find(({ amount }) => amount < 0)
  const returned = moved.find(({ amount }) => amount > 0)
  if (withdrawn === undefined && status !== 'lost') return []
  const common = { confirmationNumber: id, movedAmount: dispute.amount }
  const reason = isBankDebit(charge) ? returnReason(dispute.reason) : ({ reason: 'bank-returned' } as const)
  const at = withdrawn?.created ?? null
  const taken: Fact = { id: `${id}/withdrawn`, type: 'payment.returned', at, ...common, ...reason }
  const back: Fact = { id: `${id}/reinstated`, type: 'payment.reinstated', at: returned?.created ?? null, ...common }
  if (status === 'won' || (returned !== undefined && status !== 'lost')) return [taken, back]
  if (returned === undefined) return [taken]
  return [taken, back, { id: `${id}/lost`, type: 'payment.returned', at: null, ...common, ...reason }]
}

const sum = (amounts: readonly Cents[]): Cents => addCents(zeroCents, ...amounts)

/** The cents of a dispute that Stripe has taken from the account. */
function heldBack({ status, amount, balance_transactions: moved }: Dispute): Cents {
  if (status === 'lost') return amount
  if (status === 'won') return zeroCents
  return subtractCents(zeroCents, sum(moved.map((one) => one.amount)))
}

/** The cents of the payment that the account at Stripe has, fee included. */
function netOf({ charge, refunds, disputes }: Snapshot, facts: readonly Fact[]): Cents {
  const isTaken = facts.some(({ type }) => type === 'payment.succeeded') && charge?.status !== 'failed'
  const taken =
    charge === null || !isTaken ? zeroCents : charge.status === 'pending' ? charge.amount : charge.amount_captured
  const refunded = sum(refunds.filter(isRefunded).map(({ amount }) => amount))
  return cents(taken - refunded - sum(disputes.map(heldBack)))
}

function standingOf(snapshot: Snapshot, facts: readonly Fact[]): ProviderStanding {
  const netAmount = netOf(snapshot, facts)
  const types = facts.map(({ type }) => type)
  if (!types.includes('payment.succeeded'))
    return { status: types.includes('payment.declined') ? 'declined' : 'canceled', netAmount }
  if (netAmount > 0) return { status: 'succeeded', netAmount }
  const isReturned = snapshot.charge?.status === 'failed' || snapshot.disputes.some((one) => heldBack(one) > 0)
  return { status: isReturned ? 'returned' : 'refunded', netAmount }
}

function toEvents(snapshot: Snapshot, payment: MarkedPayment, facts: readonly Fact[]): readonly ProviderEvent[] {
  const { charge, intent } = snapshot
  const total = charge?.amount ?? intent?.amount ?? zeroCents
  const dated = Math.max(...facts.flatMap(({ at }) => at ?? []))
  const timeOf = ({ at }: Fact): number => at ?? dated + 1
  const newest = Math.max(...facts.map(timeOf))
  const common = {
    transNo: payment.transNo,
    accountNumber: payment.accountNumber,
    currency: (charge?.currency ?? intent?.currency ?? '').toUpperCase(),
    amount: subtractCents(total, payment.convenienceFee),
    convenienceFee: payment.convenienceFee,
    totalAmount: total,
    ...methodOf(charge, payment),
  }
  // Stripe lists the newest refund first; the sum of the newest event must be the last that is applied.
  const inOrder = facts.toSorted((first, second) => timeOf(first) - timeOf(second))
  return inOrder.map((fact) => ({
    ...common,
    eventId: fact.id,
    type: fact.type,
    confirmationNumber: fact.confirmationNumber,
    message: fact.reason === undefined ? null : messageOf(fact.reason, fact.returnCode, payment.language),
    ...(fact.movedAmount !== undefined && { movedAmount: fact.movedAmount }),
    ...(fact.reason === 'authentication-required' && { needsPayer: true }),
    // The sum is that of now, so that only the newest events have it.
    ...(timeOf(fact) === newest && { netAmount: netOf(snapshot, facts) }),
    occurredAt: new Date(timeOf(fact) * 1000).toISOString(),
  }))
}

const messageOf = (reason: DeclineReason, returnCode: string | undefined, language: Language): string =>
  declineMessage(reason, language) + (returnCode === undefined ? '' : ` (${returnCode})`)

const brands = new Map<string, CardType>(
  Object.entries({
    visa: 'VI',
    mastercard: 'MC',
    amex: 'AX',
    discover: 'DI',
    // Cards of the Discover network.
    diners: 'DI',
    jcb: 'DI',
    unionpay: 'DI',
  }),
)

/** The brand of a card as the portal names it; `null` for another brand. */
export const cardTypeOf = (brand: string | null | undefined): CardType | null => brands.get(brand ?? '') ?? null

/** The last four digits of a card or an account; `null` for anything else. */
export const lastFourOf = (text: string | null | undefined): string | null =>
  text !== null && text !== undefined && /^[0-9]{4}(?![\s\S])/u.test(text) ? text : null

function methodOf(
  charge: Charge | null,
  payment: MarkedPayment,
): Pick<ProviderEvent, 'paymentType' | 'cardType' | 'lastFour'> {
  const details = charge?.payment_method_details
  if (details === null || details === undefined)
    return { paymentType: payment.paymentType, cardType: null, lastFour: null }
  if (details.type === 'us_bank_account')
    return { paymentType: 'echeck', cardType: null, lastFour: lastFourOf(details.us_bank_account?.last4) }
  return { paymentType: 'cc', cardType: cardTypeOf(details.card?.brand), lastFour: lastFourOf(details.card?.last4) }
}
