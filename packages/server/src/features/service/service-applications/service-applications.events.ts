import { application, document } from '@coopline/contract/service/service-applications/service-applications.contract'
import { z } from 'zod'
import { date, text } from '../../../platform/events/event-schema.ts'

/** Describes the body of each kind of event that the slice records. A body never has the numbers of a bank account or card. */
export const serviceApplicationsEvents = {
  'service-application.submitted': application.extend({
    referenceNumber: text,
    submittedOn: date,
    language: z.enum(['en', 'es']),
    documents: z.array(document),
  }),
} as const

declare module '../../../platform/events/event-schema.ts' {
  interface EventKinds extends Record<keyof typeof serviceApplicationsEvents, unknown> {}
}
