import { z } from 'zod'
import { account, amount, count, date } from '../../../platform/events/event-schema.ts'

/** Describes the body of each kind of event that the slice records. A body never has the numbers of a bank account or card. */
export const arrangementsEvents = {
  'arrangement.made': account.extend({
    kind: z.enum(['extension', 'installments']),
    count,
    madeOn: date,
    balance: amount,
    payments: z.array(z.strictObject({ dueOn: date, amount })),
    scheduled: count.meta({ description: 'How many of the payments the portal charges' }),
  }),
} as const

declare module '../../../platform/events/event-schema.ts' {
  interface EventKinds extends Record<keyof typeof arrangementsEvents, unknown> {}
}
