import { z } from 'zod'
import { account, address, flag, text } from '../../../platform/events/event-schema.ts'

const profile = account.extend({
  waitsForReview: flag.meta({ description: 'True while the cooperative has yet to accept the change' }),
})

/** Describes the body of each kind of event that the slice records. A body never has the numbers of a bank account or card. */
export const accountProfileEvents = {
  'profile.name-changed': profile.extend({ firstName: text, middleName: text, lastName: text }),
  'profile.address-changed': profile.extend(address.shape),
  'profile.phones-changed': profile.extend({
    contactPhones: z.array(
      z.strictObject({ eCommunicationDetailId: text, eCommunicationId: text, phoneNumber: text, extension: text }),
    ),
  }),
} as const

declare module '../../../platform/events/event-schema.ts' {
  interface EventKinds extends Record<keyof typeof accountProfileEvents, unknown> {}
}
