import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice how long rows stay. */
export const notificationsData: FeatureData = {
  retention: [
    {
      table: 'portal.sent_notice',
      column: 'sent_at',
      days: 400,
      leastDays: 60,
      what: 'Which bills and due dates an account was notified about',
    },
    {
      table: 'portal.unsubscribe_link',
      column: 'expires_at',
      days: 0,
      leastDays: 0,
      what: 'Unsubscribe links, once they expired: 400 days after their mail',
    },
  ],
}
