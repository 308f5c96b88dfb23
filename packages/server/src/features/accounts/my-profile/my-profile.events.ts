import { z } from 'zod'
import { account, amount, date, flag, member, text } from '../../../platform/events/event-schema.ts'

const paperless = z.strictObject({ isPaperlessBilling: flag, isPaperlessOther: flag })

/** Describes the body of each kind of event that the slice records. A body never has the numbers of a bank account or card. */
export const myProfileEvents = {
  'member.profile-changed': member.extend({
    ...z
      .strictObject({
        loginId: text,
        userName: text,
        ...paperless.shape,
        annualMarketingElectricKit: flag,
        isMarketEmail: flag,
        receivePaymentEmail: flag,
        receiveServiceOrderEmail: flag,
        canMaskPhone: flag,
        removeStoredBankData: z.literal(true),
        removeStoredCreditData: z.literal(true),
      })
      .partial().shape,
  }),
  'account.paperless-changed': account.extend({ isEmail: flag, isPaperless: flag, isPaperlessOther: flag }),
  'account.roundup-changed': account.extend({
    isRoundup: flag,
    amount: amount.nullable(),
    expiration: date.nullable(),
  }),
} as const

declare module '../../../platform/events/event-schema.ts' {
  interface EventKinds extends Record<keyof typeof myProfileEvents, unknown> {}
}
