import { topics } from '@coopline/rules/messages/notifications/topics'
import { z } from 'zod'
import { account, amount, count, flag, text } from '../../../platform/events/event-schema.ts'

const contact = account.extend({ contactId: text, channel: z.enum(['email', 'text']), value: text })
const choices = z.array(z.strictObject({ topic: z.enum(topics), byEmail: flag, byText: flag }))

/** Describes the body of each kind of event that the slice records. A body never has the numbers of a bank account or card. */
export const notificationsEvents = {
  'notifications.changed': account.extend({
    account: z.strictObject({ emailContactId: text, textContactId: text.nullable(), choices }),
    login: z.strictObject({ textContactId: text.nullable(), choices }),
    prepaid: z
      .strictObject({ daysLeft: count.nullable(), amounts: z.array(amount) })
      .exactOptional()
      .meta({ description: 'When the member is warned about prepaid money, if that was saved too' }),
  }),
  'notifications.contact-added': contact.extend({ isVerified: z.literal(false) }),
  'notifications.contact-changed': contact.extend({ isVerified: z.literal(false) }),
  'notifications.contact-confirmed': contact.extend({ isVerified: z.literal(true) }),
  'notifications.contact-removed': contact,
  'notifications.unsubscribed': account.extend({ topic: z.enum(topics), channel: z.literal('email') }),
  'notifications.resubscribed': account.extend({ topic: z.enum(topics), channel: z.literal('email') }),
  'notifications.texts-stopped': account.extend({
    about: text.meta({ description: 'The account, or login' }),
    topics: z.array(z.enum(topics)),
    channel: z.literal('text'),
  }),
} as const

declare module '../../../platform/events/event-schema.ts' {
  interface EventKinds extends Record<keyof typeof notificationsEvents, unknown> {}
}
