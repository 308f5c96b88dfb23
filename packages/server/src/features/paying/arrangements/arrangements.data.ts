import type { FeatureData } from '../../../platform/feature-data.ts'
import { kept } from '../../../platform/personal-data.ts'

/** States for the tables of the slice how long rows stay and what an export and an erasure of a member do with them. */
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
  personalData: [
    kept(
      'portal.arrangement',
      'own-account',
      ['account_number', 'id'],
      'Arrangements made here; an agreement about a debt',
    ),
  ],
}
