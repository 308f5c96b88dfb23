import type { FeatureData } from '../../../platform/feature-data.ts'

/** Says how long rows of the slice stay. */
export const capitalCreditsData: FeatureData = {
  retention: [
    {
      table: 'portal.returned_letter',
      column: 'returned_at',
      days: 400,
      leastDays: 30,
      what: 'Returned capital credit letters; the cooperative has the event',
    },
    {
      table: 'portal.claim_digits',
      column: 'created_at',
      days: 90,
      leastDays: 1,
      what: 'SSN digits of capital credit claims; staff read them in the console',
    },
  ],
}
