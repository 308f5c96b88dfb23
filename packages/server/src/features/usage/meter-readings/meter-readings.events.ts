import { z } from 'zod'
import { count, date, member, text } from '../../../platform/events/event-schema.ts'

/** Describes the body of each kind of event that the slice records. A body never has the numbers of a bank account or card. */
export const meterReadingsEvents = {
  'meter-reading.sent': member.extend({
    meterNumber: text,
    unit: text,
    reading: count,
    readOn: date,
    sentOn: date,
    confirmed: z.enum(['lower', 'rollover', 'high']).nullable(),
    photo: count.nullable(),
  }),
} as const

declare module '../../../platform/events/event-schema.ts' {
  interface EventKinds extends Record<keyof typeof meterReadingsEvents, unknown> {}
}
