import { feeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Payment } from '../features/paying/payments/payment.ts'
import type { PostedEvent } from '../features/paying/payments/provider-events/postings.store.ts'
import type { Executor } from '../platform/db/open-database.ts'
import type { ProviderEvent } from '../platform/payment-gateway/payment-gateway.ts'

/** A payment of $100.00 for the pure rules of the payments core: $2.95 by card or $1.50 from a bank account on top. */
export const aPayment = (changes: Partial<Payment> = {}): Payment => ({
  transNo: 'T1',
  memberNumber: '10001',
  accountNumber: '100100101',
  origin: 'member',
  state: 'confirmed',
  paymentType: 'cc',
  amount: cents(10_000),
  currency: 'USD',
  language: 'en',
  requestedAt: new Date('2026-11-20T14:00:00Z'),
  expiresAt: new Date('2026-11-20T14:30:00Z'),
  settledAt: null,
  statusCheckedAt: null,
  convenienceFee: null,
  lastFour: null,
  confirmationNumber: null,
  message: null,
  handOff: {
    paymentType: 'cc',
    enableCard: true,
    enableEcheck: true,
    acceptedCardTypes: ['VI'],
    cardFee: feeOption('percent', '2.95'),
    echeckFee: feeOption('flat', '1.50'),
    maxCardAmount: null,
    coopNumber: '1',
    utilityName: 'Prairie Ridge',
    applicationId: 'Web',
    quickPay: false,
    returnUrl: '/back',
    cancelUrl: '/away',
  },
  requestHash: new Uint8Array(),
  accepted: null,
  provider: null,
  providerReference: null,
  ...changes,
})

export type EventChanges = Partial<PostedEvent>

/** Builds the provider's event that the card of `aPayment` was charged. */
export const anEvent = (changes: Partial<ProviderEvent> = {}): ProviderEvent => ({
  eventId: 'evt_1',
  type: 'payment.succeeded',
  transNo: 'T1',
  accountNumber: '100100101',
  currency: 'USD',
  amount: cents(10_000),
  convenienceFee: cents(295),
  totalAmount: cents(10_295),
  paymentType: 'cc',
  cardType: 'VI',
  lastFour: '1111',
  confirmationNumber: 'SB1',
  message: null,
  occurredAt: '2026-11-20T14:01:00Z',
  ...changes,
})

/** Lists the bookings, oldest first: the kind, and the amounts of the lines in whole cents, such as `payment 14657 -14237 -420`. */
export async function listBookings(executor: Executor): Promise<readonly string[]> {
  const { rows } = await sql<{ text: string }>`
    select booking.kind || ' ' || string_agg(entry.amount::text, ' ' order by entry.line) as text
    from pay.booking as booking join pay.ledger_entry as entry on entry.booking_id = booking.id
    group by booking.id order by booking.id`.execute(executor)
  return rows.map(({ text }) => text)
}
