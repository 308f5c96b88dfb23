import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice how long rows stay. */
export const taskLinksData: FeatureData = {
  retention: [
    {
      table: 'portal.task_link',
      column: 'expires_at',
      days: 2,
      // A payer may return from the payment page after the link expired.
      leastDays: 2,
      what: 'Links in messages that open one task without a sign-in, from when they expired: 72 hours after the message',
    },
  ],
}
