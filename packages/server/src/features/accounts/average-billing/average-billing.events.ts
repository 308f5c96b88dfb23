import { z } from 'zod'
import { account, amount, count, text } from '../../../platform/events/event-schema.ts'

/** Describes the body of each kind of event that the slice records. A body never has the numbers of a bank account or card. */
export const averageBillingEvents = {
  'account.average-billing-changed': account.extend({
    action: z.enum(['Add', 'Edit']),
    billingType: text,
    estimatedBill: amount.nullable(),
    settlementMonth: count.nullable(),
  }),
} as const

declare module '../../../platform/events/event-schema.ts' {
  interface EventKinds extends Record<keyof typeof averageBillingEvents, unknown> {}
}
