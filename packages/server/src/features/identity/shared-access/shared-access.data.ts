import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice how long rows stay. */
export const sharedAccessData: FeatureData = {
  retention: [
    {
      table: 'portal.shared_activity',
      column: 'hour',
      days: 400,
      leastDays: 30,
      what: 'What people with access opened, by hour',
    },
    {
      table: 'portal.shared_access',
      column: 'ends_at',
      days: 400,
      leastDays: 30,
      what: 'Ended access to members’ accounts, and invitations that nobody accepted',
    },
  ],
}
