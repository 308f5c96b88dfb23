import { account, address, date, text } from '../../../platform/events/event-schema.ts'

/** Describes the body of each kind of event that the slice records. A body never has the numbers of a bank account or card. */
export const serviceRequestsEvents = {
  'service-order.requested': account.extend({
    requestNumber: text,
    requestedOn: date,
    workType: text,
    comments: text,
    phone: text,
    ...address.extend({ landlordname: text, landlordphonenumber: text, requestedCompletionDate: date }).partial().shape,
  }),
} as const

declare module '../../../platform/events/event-schema.ts' {
  interface EventKinds extends Record<keyof typeof serviceRequestsEvents, unknown> {}
}
