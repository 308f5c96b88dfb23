import { z } from 'zod'
import { account, count, date, text } from '../../../platform/events/event-schema.ts'

/** Describes the body of each kind of event that the slice records. A body never has the numbers of a bank account or card. */
export const draftsEvents = {
  'draft.set-up': {
    body: account.extend({
      action: z.literal('ADD'),
      draftMethod: text,
      draftDay: count.nullable(),
      draftStartDate: date,
      draftType: text,
      bankAccountNumberMasked: text,
      bankName: text,
    }),
    // Only with `coopline events list --bank-numbers`.
    beside: { bankAccountNumber: text.exactOptional(), routingNumber: text.exactOptional() },
  },
  'draft.removed': account.extend({ action: z.literal('REMOVE') }),
} as const

declare module '../../../platform/events/event-schema.ts' {
  interface EventKinds extends Record<keyof typeof draftsEvents, unknown> {}
}
