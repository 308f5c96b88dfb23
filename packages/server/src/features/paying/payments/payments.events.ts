import { z } from 'zod'
import { account, amount, instant, text } from '../../../platform/events/event-schema.ts'

const payment = account.extend({
  transNo: text,
  amount: amount.min(0).meta({ description: 'Whole cents, above zero for reversals, too' }),
  currency: text,
  paymentType: z.enum(['cc', 'echeck']),
  confirmationNumber: text.nullable(),
  reconnectMeter: z.enum(['Y', 'N']),
  occurredAt: instant,
})

/** Describes the body of each kind of event that the slice records. A body never has the numbers of a bank account or card. */
export const paymentsEvents = {
  'payment-confirmed': payment,
  'payment-refunded': payment,
  'payment-returned': payment,
  'payment-return-fee': payment,
  'payment-reinstated': payment,
  'account.no-more-checks': account.extend({ code: text.meta({ description: 'The return code of the bank' }) }),
} as const

declare module '../../../platform/events/event-schema.ts' {
  interface EventKinds extends Record<keyof typeof paymentsEvents, unknown> {}
}
