import { account, flag, text } from '../../../platform/events/event-schema.ts'

/** Describes the body of each kind of event that the slice records. A body never has the numbers of a bank account or card. */
export const registrationEvents = {
  'member.registered': account.extend({
    email: text,
    hasOptedForPaperlessBilling: flag,
    hasOptedForPaperlessOther: flag,
    areMarketingEmailsAllowed: flag,
  }),
} as const

declare module '../../../platform/events/event-schema.ts' {
  interface EventKinds extends Record<keyof typeof registrationEvents, unknown> {}
}
