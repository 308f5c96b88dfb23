import { z } from 'zod'
import { amount, count, date, text } from '../../../platform/events/event-schema.ts'

/** Describes the body of each kind of event that the slice records. A body never has the numbers of a bank account or card. */
export const runsEvents = {
  'run.completed': z.strictObject({
    runDate: date,
    items: z.array(z.strictObject({ kind: text, state: text, reason: text, items: count, amount })),
  }),
  'bank-file.released': z.strictObject({
    file: text,
    entries: count,
    debits: amount,
    settlesOn: date,
    sha256: text,
  }),
} as const

declare module '../../../platform/events/event-schema.ts' {
  interface EventKinds extends Record<keyof typeof runsEvents, unknown> {}
}
