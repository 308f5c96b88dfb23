import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice how long rows stay. */
export const arrangementsData: FeatureData = {
  retention: [
    {
      table: 'portal.arrangement',
      column: 'created_at',
      days: 1900,
      // An arrangement runs for a year at most, and the longest wait for the next one is five years.
      leastDays: 400,
      what: 'Arrangements that members made; the event tells the cooperative',
    },
  ],
}
