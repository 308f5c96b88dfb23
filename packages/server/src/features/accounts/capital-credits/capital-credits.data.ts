import type { FeatureData } from '../../../platform/feature-data.ts'
import { copied, kept } from '../../../platform/personal-data.ts'

/**
 * States for the tables of the slice how long rows stay, what an export and an erasure of a member do with them, and
 * which secrets they hold.
 */
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
  personalData: [
    copied('cis.capital_credit', 'member', ['entry_id'], 'Capital credits by year'),
    copied('cis.capital_credit_letter', 'member', ['letter_id'], 'Capital credit letters'),
    kept(
      'portal.returned_letter',
      'member',
      ['letter_id'],
      'Returned capital credit letters; a claim; ends by retention',
    ),
  ],
  notPersonalData: {
    'cis.unclaimed_credit': 'Former members, shown by the public search',
    'portal.claim_digits': 'Digits that visitors sent with a claim, which names no one; deleted after 90 days',
  },
}
