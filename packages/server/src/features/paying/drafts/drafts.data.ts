import type { FeatureData } from '../../../platform/feature-data.ts'
import { choice, copied, kept } from '../../../platform/personal-data.ts'

/**
 * States for the tables of the slice how long rows stay, what an export and an erasure of a member do with them, and
 * which secrets they hold.
 */
export const draftsData: FeatureData = {
  retention: [
    {
      table: 'portal.draft_request',
      column: 'expires_at',
      days: 7,
      leastDays: 1,
      what: 'Drafts that waited for the payment provider, from when they expired',
    },
  ],
  secrets: [
    {
      name: 'bank numbers of drafts',
      table: 'portal.draft',
      id: ['account_number'],
      column: 'bank_numbers',
      where: [{ column: 'bank_numbers', is: 'set' }],
      stored: { as: 'sealed', purpose: 'bank-numbers', ownerOf: ([id]) => String(id) },
    },
  ],
  personalData: [
    copied('cis.draft', 'account', ['account_number'], 'Drafts'),
    kept('portal.draft', 'own-account', ['account_number'], `Changed drafts; ${choice}`, ['bank_numbers']),
  ],
  notPersonalData: {
    'portal.draft_request': 'Drafts that wait for the provider; deleted after 7 days',
    'portal.financial_institution': 'Banks',
  },
}
