import type { PaymentEvent } from '@coopline/rules/payment-state/payment-state'
import type { ProviderEvent } from '../../platform/payment-gateway/payment-gateway.ts'
import { isOtherCharge, namesOtherCharge } from './compare-event.ts'
import type { Payment } from './payment.ts'
import type { PostedEvent } from './postings.store.ts'

export const isReversal = (event: PaymentEvent): boolean => event === 'refunded' || event === 'returned'

/**
 * True when a payment was declined after it had succeeded, which is how some providers report a return. By the provider's
 * clock, and not by the order of arrival: the decline of an earlier try may arrive late. A later decline of another card or
 * account is one more try of a payer who had paid already, so the payment keeps its credit.
 */
export function isDeclinedLate(events: readonly ProviderEvent[]): boolean {
  const lastOf = (type: ProviderEvent['type'], among: readonly ProviderEvent[]) =>
    among.filter((one) => one.type === type).reduce<ProviderEvent | undefined>(later, undefined)
  const success = lastOf('payment.succeeded', events)
  if (success === undefined) return false
  const decline = lastOf(
    'payment.declined',
    events.filter((one) => !isOtherCharge(success, one)),
  )
  return decline !== undefined && Date.parse(decline.occurredAt) > Date.parse(success.occurredAt)
}

const later = (one: ProviderEvent | undefined, other: ProviderEvent): ProviderEvent =>
  one !== undefined && Date.parse(one.occurredAt) >= Date.parse(other.occurredAt) ? one : other

/** An event of the provider, with the outcome at the time it was recorded. */
type RecordedEvent = ProviderEvent & Partial<Pick<PostedEvent, 'outcome'>>

/**
 * The charges with the same money beyond the one that is, or would be, booked. A refund or return of another confirmation
 * number and another card or account proves a charge whose success has not arrived.
 */
export function otherCharges(payment: Payment, events: readonly RecordedEvent[]): readonly ProviderEvent[] {
  const successes = events.filter((one) => one.type === 'payment.succeeded')
  const booked = payment.accepted ?? successes.find((one) => one.outcome === 'applied') ?? successes[0]
  if (booked === undefined) return []
  const add = (isOther: typeof isOtherCharge) => (charges: readonly ProviderEvent[], one: ProviderEvent) =>
    charges.every((charge) => isOther(charge, one)) ? [...charges, one] : charges
  const sameMoney = (among: readonly ProviderEvent[]) =>
    among.filter((one) => one.amount === booked.amount && one.totalAmount === booked.totalAmount)
  const charges = sameMoney(successes).reduce(add(isOtherCharge), [booked])
  const reversals = events.filter((one) => one.type === 'payment.refunded' || one.type === 'payment.returned')
  return sameMoney(reversals).reduce(add(namesOtherCharge), charges).slice(1)
}

/** Identifies a reversal, which the provider may report twice. Both charges may be refunded in the same second, so the confirmation number counts too. */
const reversalKey = ({ type, occurredAt, confirmationNumber }: ProviderEvent) =>
  `${type} ${Date.parse(occurredAt)} ${confirmationNumber}`

const otherReversals = (events: readonly RecordedEvent[]): ReadonlySet<string> =>
  new Set(events.filter((one) => one.type !== 'payment.succeeded' && one.outcome === 'double-charge').map(reversalKey))

/**
 * True when a reversal gives back a second charge, which was never booked, so that the payment keeps its credit. With the same
 * money it does not matter which of the charges it names: what the provider still holds is what is booked.
 *
 * @param before the other events of the payment.
 */
export function givesBackOtherCharge(payment: Payment, event: ProviderEvent, before: readonly PostedEvent[]): boolean {
  const givenBack = otherReversals(before)
  return givenBack.has(reversalKey(event)) || givenBack.size < otherCharges(payment, [...before, event]).length
}

/** True when a reversal is the first to prove a charge: no success has reported it. */
export const provesOtherCharge = (payment: Payment, event: ProviderEvent, before: readonly PostedEvent[]): boolean =>
  otherCharges(payment, [...before, event]).length > otherCharges(payment, before).length

/** True when the credit of a payment was reversed while the provider still holds one of its charges. */
export const keepsCharge = (payment: Payment, events: readonly RecordedEvent[]): boolean =>
  (payment.state === 'refunded' || payment.state === 'returned') &&
  otherCharges(payment, events).length > otherReversals(events).size
