import { z } from 'zod'
import { member, text } from '../../../platform/events/event-schema.ts'

/** Describes the body of each kind of event that the slice records. A body never has the numbers of a bank account or card. */
export const capitalCreditsEvents = {
  'capital-credit.claimed': z.strictObject({ creditNumber: text, memberNumber: text.nullable() }),
  'capital-credit-letter.returned': member.extend({ letterId: text }),
} as const

declare module '../../../platform/events/event-schema.ts' {
  interface EventKinds extends Record<keyof typeof capitalCreditsEvents, unknown> {}
}
