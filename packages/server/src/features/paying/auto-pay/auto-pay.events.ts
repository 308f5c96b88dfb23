import { z } from 'zod'
import { account, amount, count, date } from '../../../platform/events/event-schema.ts'

const autopay = account.extend({
  daysBefore: count.exactOptional(),
  maxAmount: amount.nullable().exactOptional(),
  paymentMethod: z.enum(['CHARGE', 'ECHECK']).exactOptional(),
})

/** Describes the body of each kind of event that the slice records. A body never has the numbers of a bank account or card. */
export const autoPayEvents = {
  'autopay.enrolled': autopay,
  'autopay.changed': autopay,
  'autopay.paused': autopay,
  'autopay.canceled': autopay,
  'autopay.charge-stopped': account.extend({ dueDate: date, amount }),
} as const

declare module '../../../platform/events/event-schema.ts' {
  interface EventKinds extends Record<keyof typeof autoPayEvents, unknown> {}
}
