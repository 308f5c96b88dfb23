import type { FeatureData } from '../../../platform/feature-data.ts'

/** Says how long rows of the slice stay. */
export const staffSignInData: FeatureData = {
  retention: [
    {
      table: 'portal.staff_session',
      column: 'ends_at',
      // An address from which staff signed in is known for 30 days.
      days: 90,
      leastDays: 31,
      what: 'Staff sessions, from their latest possible end',
    },
  ],
}
