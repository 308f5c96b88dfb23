import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice how long rows stay and which secrets they hold. */
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
  secrets: [
    {
      name: 'SSN digits of credit claims',
      table: 'portal.claim_digits',
      id: ['claim_number'],
      column: 'sealed_digits',
      stored: { as: 'sealed', purpose: 'claim-digits', ownerOf: ([id]) => String(id) },
    },
  ],
}
