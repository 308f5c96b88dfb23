import type { FeatureData } from '../../../platform/feature-data.ts'
import { books, kept } from '../../../platform/personal-data.ts'

/** States for the tables of the slice how long rows stay and what an export and an erasure of a member do with them. */
export const scheduledPaymentsData: FeatureData = {
  retention: [
    {
      table: 'portal.scheduled_payment',
      column: 'ended_at',
      days: 400,
      leastDays: 60,
      what: 'Scheduled payments, from when they were charged or deleted; others stay',
    },
  ],
  personalData: [kept('portal.scheduled_payment', 'member', ['trans_no'], `Scheduled payments; ${books}`)],
}
