import type { PaymentEvent } from '@coopline/rules/payment-state/payment-state'
import type { ProviderEvent } from '../../platform/payment-gateway/payment-gateway.ts'
import { isOtherCharge } from './compare-event.ts'
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

/** The charges with the same money beyond the one that is, or would be, booked. */
export function otherCharges(payment: Payment, events: readonly PostedEvent[]): readonly ProviderEvent[] {
  const successes = events.filter((one) => one.type === 'payment.succeeded')
  const booked = payment.accepted ?? successes.find((one) => one.outcome === 'applied') ?? successes[0]
  if (booked === undefined) return []
  return successes
    .filter((one) => one.amount === booked.amount && one.totalAmount === booked.totalAmount)
    .reduce<readonly ProviderEvent[]>(
      (charges, one) => (charges.every((charge) => isOtherCharge(charge, one)) ? [...charges, one] : charges),
      [booked],
    )
    .slice(1)
}

/**
 * True when a reversal gives back a second charge, which was never booked, so that the payment keeps its credit. With the same
 * money it does not matter which of the charges it names: what the provider still holds is what is booked.
 *
 * @param before the other events of the payment.
 */
export function givesBackOtherCharge(payment: Payment, event: ProviderEvent, before: readonly PostedEvent[]): boolean {
  // Both charges may be refunded in the same second; the confirmation number then distinguishes them.
  const occasion = ({ type, occurredAt, confirmationNumber }: ProviderEvent) =>
    `${type} ${Date.parse(occurredAt)} ${confirmationNumber}`
  const givenBack = new Set(
    before.filter((one) => one.type !== 'payment.succeeded' && one.outcome === 'double-charge').map(occasion),
  )
  return givenBack.has(occasion(event)) || givenBack.size < otherCharges(payment, before).length
}
