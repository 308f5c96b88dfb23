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

/** A booking that takes from a payment, or gives back to it. */
const movement = payment.extend({
  amount: amount
    .min(0)
    .meta({ description: 'What moved on this account: all or a part of the payment. Whole cents, above zero' }),
  amountLeft: amount.exactOptional().meta({
    description:
      'What is left of the payment on this account after this event, in whole cents; below zero when more went back than was paid. Absent from events of former versions',
  }),
})

/** Describes the body of each kind of event that the slice records. A body never has the numbers of a bank account or card. */
export const paymentsEvents = {
  'payment-confirmed': payment,
  'payment-refunded': movement,
  'payment-returned': movement,
  'payment-return-fee': payment,
  'payment-reinstated': movement,
  'account.no-more-checks': account.extend({ code: text.meta({ description: 'The return code of the bank' }) }),
} as const

declare module '../../../platform/events/event-schema.ts' {
  interface EventKinds extends Record<keyof typeof paymentsEvents, unknown> {}
}
