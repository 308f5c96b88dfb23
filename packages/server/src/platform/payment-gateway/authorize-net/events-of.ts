import { addCents, type Cents, cents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import type { DeclineReason } from '@coopline/rules/paying/decline-reason/decline-reason'
import { declineMessage } from '@coopline/rules/paying/decline-reason/decline-reason.messages'
import type { CardType } from '@coopline/rules/paying/payment-method/payment-methods'
import type { ProviderEvent, ProviderPayment, ProviderStanding } from '../payment-gateway.ts'
import { declineReasonOf, returnReasonOf } from './decline-reasons.ts'
import type { MarkedPayment } from './marks.ts'
import type { Transaction } from './objects.ts'

/** The transactions of one payment that are known at one moment. */
export interface Snapshot {
  /** Charges and attempts to charge, in any order. */
  readonly charges: readonly Transaction[]
  /** Refunds, chargebacks and reversals of chargebacks, in any order. */
  readonly back: readonly Transaction[]
  /** True when no other attempt can follow: the page has ended, or there was none. */
  readonly isOver: boolean
}

/** Something that happened to the money of a payment. */
interface Fact {
  readonly id: string
  readonly type: ProviderEvent['type']
  /** Milliseconds since 1970; `null` where the vendor does not say, for what happened after everything that it dates. */
  readonly at: number | null
  readonly charge: Transaction | undefined
  readonly confirmationNumber: string | null
  readonly movedAmount?: Cents
  readonly reason?: DeclineReason
  /** The code of Nacha for a returned debit. */
  readonly returnCode?: string
  readonly voidedSuccess?: string
}

const paidStatuses: ReadonlySet<string> = new Set(['capturedPendingSettlement', 'settledSuccessfully', 'couldNotVoid'])
const declinedStatuses: ReadonlySet<string> = new Set([
  'communicationError',
  'declined',
  'expired',
  'failedReview',
  'generalError',
])
const madeRefunds: ReadonlySet<string> = new Set(['refundPendingSettlement', 'refundSettledSuccessfully'])

/** True for a charge or a refund that the vendor did not make. */
export const isDeclined = ({ transactionStatus }: Transaction): boolean => declinedStatuses.has(transactionStatus)

/** True for a transaction that takes money back or gives it back again, by its type or status. */
export const isBack = ({ refTransId, transactionType, transactionStatus: status }: Transaction): boolean =>
  transactionType === 'refundTransaction' ||
  (refTransId !== null && ['chargeback', 'chargebackReversal', 'returnedItem'].includes(status))

/** True for a transaction that took money back or gave it back again, also one that failed afterwards. */
export const movesMoney = (one: Transaction): boolean => backFacts(one, undefined).length > 0

/**
 * Derives the state of a payment from its transactions. The ids of the events come from the transactions, so that the same fact has the
 * same id from a postback, a look-up and a report, in any order. No sum is stated: each event says what it alone moved (decision 0292).
 */
export function paymentOf(snapshot: Snapshot, payment: MarkedPayment): ProviderPayment {
  const facts = allFacts(snapshot)
  if (facts.length === 0) return isHeld(snapshot) ? { kind: 'open', isHeld: true } : { kind: 'open' }
  return { kind: 'events', events: toEvents(facts, payment), standing: standingOf(facts) }
}

/** Returns the events of one movement back, of a payment whose other movements are not at hand. */
export function movementOf(
  charge: Transaction,
  movement: Transaction,
  payment: MarkedPayment,
): readonly ProviderEvent[] {
  return toEvents(backFacts(movement, charge), payment)
}

const isHeld = ({ charges }: Pick<Snapshot, 'charges'>): boolean => charges.some((one) => !isDeclined(one))

function allFacts({ charges, back, isOver }: Snapshot): readonly Fact[] {
  const paid = charges.flatMap(paidFacts)
  const moved = back.flatMap((one) => {
    const charge = charges.find(({ transId }) => transId === one.refTransId)
    return charge?.returnedItems.some(({ id }) => id === one.transId) === true
      ? []
      : backFacts(one, charge ?? charges[0])
  })
  if (paid.length > 0) return [...paid, ...moved]
  // A payer may try another card while the page is open. One that is held for review may still be paid.
  const last = charges.toSorted((one, other) => one.submitTimeUTC - other.submitTimeUTC).at(-1)
  if (!isOver || last === undefined || isHeld({ charges })) return []
  return [
    {
      id: `${last.transId}/declined`,
      type: 'payment.declined',
      at: last.submitTimeUTC,
      charge: last,
      confirmationNumber: null,
      reason: declineReasonOf(last.responseReasonCode),
    },
  ]
}

function paidFacts(charge: Transaction): readonly Fact[] {
  const { transId, transactionStatus: status, settleAmount, submitTimeUTC } = charge
  const common = { charge, confirmationNumber: transId }
  const paid: Fact = { id: `${transId}/succeeded`, type: 'payment.succeeded', at: submitTimeUTC, ...common }
  const movedAmount = settleAmount
  const returned = charge.returnedItems.map(
    ({ id, dateUTC, code }): Fact => ({
      ...common,
      id: `${id}/returned`,
      type: 'payment.returned',
      at: dateUTC,
      confirmationNumber: id,
      movedAmount,
      ...returnReasonOf(code),
    }),
  )
  if (paidStatuses.has(status)) return [paid, ...returned]
  if (status === 'voided') {
    const { id: voidedSuccess } = paid
    const refund: Fact = { ...common, id: `${transId}/voided`, type: 'payment.refunded', at: null, movedAmount }
    return [
      { ...paid, voidedSuccess },
      { ...refund, voidedSuccess },
    ]
  }
  // It was taken, and its bank did not pay.
  if (status === 'settlementError')
    return [
      paid,
      {
        ...common,
        id: `${transId}/unsettled`,
        type: 'payment.returned',
        at: null,
        movedAmount,
        ...returnReasonOf(null),
      },
    ]
  return []
}

function backFacts(one: Transaction, charge: Transaction | undefined): readonly Fact[] {
  const { transId, transactionType, transactionStatus: status, settleAmount: movedAmount, submitTimeUTC: at } = one
  const common = { charge, confirmationNumber: transId, movedAmount }
  if (transactionType === 'refundTransaction') {
    const made: Fact = { ...common, id: `${transId}/refunded`, type: 'payment.refunded', at }
    if (madeRefunds.has(status)) return [made]
    // A refund that was refused at once never moved anything.
    if (status !== 'voided' && status !== 'settlementError') return []
    return [made, { ...common, id: `${transId}/failed`, type: 'payment.reinstated', at: null }]
  }
  if (status === 'chargebackReversal')
    return [{ ...common, id: `${transId}/reinstated`, type: 'payment.reinstated', at }]
  const code = charge?.returnedItems.find(({ id }) => id === transId)?.code
  const reason = status === 'returnedItem' ? returnReasonOf(code) : ({ reason: 'bank-returned' } as const)
  return [{ ...common, id: `${transId}/returned`, type: 'payment.returned', at, ...reason }]
}

/** The cents of a payment that are left after these transactions, fee included. */
export const leftOf = (snapshot: Snapshot): Cents => sumsOf(allFacts(snapshot)).left

function sumsOf(facts: readonly Fact[]): { readonly left: Cents; readonly returned: Cents } {
  const sumOf = (type: Fact['type']): Cents =>
    addCents(
      zeroCents,
      ...facts
        .filter((one) => one.type === type)
        .map((one) => one.movedAmount ?? one.charge?.settleAmount ?? zeroCents),
    )
  const returned = subtractCents(sumOf('payment.returned'), sumOf('payment.reinstated'))
  return { left: cents(sumOf('payment.succeeded') - returned - sumOf('payment.refunded')), returned }
}

function standingOf(facts: readonly Fact[]): ProviderStanding {
  if (facts.every(({ type }) => type !== 'payment.succeeded')) return { status: 'declined', netAmount: null }
  const { left, returned } = sumsOf(facts)
  return { status: left > 0 ? 'succeeded' : returned > 0 ? 'returned' : 'refunded', netAmount: null }
}

function toEvents(facts: readonly Fact[], payment: MarkedPayment): readonly ProviderEvent[] {
  const dated = Math.max(0, ...facts.flatMap(({ at }) => at ?? []))
  const timeOf = ({ at }: Fact): number => at ?? dated + 1000
  const inOrder = facts.toSorted((first, second) => timeOf(first) - timeOf(second))
  return inOrder.map((fact): ProviderEvent => {
    const total = fact.type === 'payment.declined' ? payment.total : (fact.charge?.settleAmount ?? payment.total)
    return {
      eventId: fact.id,
      type: fact.type,
      transNo: payment.transNo,
      accountNumber: payment.accountNumber,
      currency: 'USD',
      amount: subtractCents(total, payment.convenienceFee),
      convenienceFee: payment.convenienceFee,
      totalAmount: total,
      ...methodOf(fact.charge),
      confirmationNumber: fact.confirmationNumber,
      message: messageOf(fact, payment),
      ...(fact.movedAmount !== undefined && { movedAmount: fact.movedAmount }),
      ...(fact.voidedSuccess !== undefined && { voidedSuccess: fact.voidedSuccess }),
      occurredAt: new Date(timeOf(fact)).toISOString(),
    }
  })
}

const messageOf = ({ reason, returnCode }: Fact, { language }: MarkedPayment): string | null =>
  reason === undefined ? null : declineMessage(reason, language) + (returnCode === undefined ? '' : ` (${returnCode})`)

const brands = new Map<string, CardType>(
  Object.entries({
    visa: 'VI',
    mastercard: 'MC',
    americanexpress: 'AX',
    discover: 'DI',
    // Cards of the Discover network.
    dinersclub: 'DI',
    jcb: 'DI',
  }),
)

/** The brand of a card as the portal names it; `null` for another brand. */
export const cardTypeOf = (brand: string | null | undefined): CardType | null =>
  brands.get((brand ?? '').toLowerCase().replaceAll(' ', '')) ?? null

/** The last four digits of a masked number such as `XXXX1111`; `null` for anything else. */
export const lastFourOf = (masked: string): string | null => /[0-9]{4}(?![\s\S])/u.exec(masked)?.[0] ?? null

function methodOf(charge: Transaction | undefined): Pick<ProviderEvent, 'paymentType' | 'cardType' | 'lastFour'> {
  const { bankAccount, creditCard } = charge?.payment ?? {}
  if (bankAccount !== null && bankAccount !== undefined)
    return { paymentType: 'echeck', cardType: null, lastFour: lastFourOf(bankAccount.accountNumber) }
  return {
    paymentType: 'cc',
    cardType: cardTypeOf(creditCard?.cardType),
    lastFour: lastFourOf(creditCard?.cardNumber ?? ''),
  }
}
