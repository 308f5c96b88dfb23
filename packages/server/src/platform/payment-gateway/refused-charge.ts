import { addCents } from '@coopline/rules/kernel/money'
import type { PaymentAtProvider, ProviderPayment } from './payment-gateway.ts'

/**
 * Returns the decline of a charge that left no trace at the provider, so that the portal's own number names it.
 *
 * @param why a part of the event's id, such as `no-method` for a method that the provider no longer has.
 * @param message the reason in the payer's language; `null` without one.
 */
export const refusedCharge = (payment: PaymentAtProvider, why: string, message: string | null): ProviderPayment => ({
  kind: 'events',
  events: [
    {
      eventId: `${payment.transNo}/${why}`,
      type: 'payment.declined',
      transNo: payment.transNo,
      accountNumber: payment.accountAlias ?? payment.accountNumber,
      currency: 'USD',
      amount: payment.amount,
      convenienceFee: payment.convenienceFee,
      totalAmount: addCents(payment.amount, payment.convenienceFee),
      paymentType: payment.paymentType,
      cardType: null,
      lastFour: null,
      confirmationNumber: null,
      message,
      occurredAt: payment.requestedAt.toISOString(),
    },
  ],
  standing: { status: 'declined', netAmount: null },
})
