import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice how long rows stay and which secrets they hold. */
export const paymentsData: FeatureData = {
  retention: [
    {
      table: 'pay.method_request',
      column: 'expires_at',
      days: 7,
      // The provider may report the method some days late.
      leastDays: 1,
      what: 'Requests to store a payment method, from when they expired',
    },
    {
      table: 'pay.compared_day',
      column: 'compared_at',
      days: 400,
      leastDays: 30,
      what: 'Days of the provider that were compared with the ledger',
    },
    {
      table: 'pay.guest_payment',
      column: 'requested_at',
      days: 800,
      // A bank may return a debit for months, and the guest gets a notice of it.
      leastDays: 400,
      what: 'Who paid an account that another member shares, and where the receipt was sent; the payment stays',
    },
  ],
  secrets: [
    {
      name: 'tokens of stored payment methods',
      table: 'pay.stored_method',
      id: ['method_id'],
      column: 'token',
      stored: { as: 'sealed', purpose: 'method-token', ownerOf: ([id]) => String(id) },
    },
  ],
}
