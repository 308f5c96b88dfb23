import { z } from 'zod'
import { account, flag, instant, text } from '../../../platform/events/event-schema.ts'

/** Describes the body of each kind of event that the slice records. A body never has the numbers of a bank account or card. */
export const outageEvents = {
  'outage.reported': account.extend({
    locationId: text,
    reportedAt: instant,
    writtenAt: instant.exactOptional(),
    outageReason: text,
    remarks: text,
    callBack: flag,
    callbackNumber: text,
    outageReportOrigin: z.enum(['Web', 'Text']),
  }),
} as const

declare module '../../../platform/events/event-schema.ts' {
  interface EventKinds extends Record<keyof typeof outageEvents, unknown> {}
}
