import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice how long rows stay. */
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
}
