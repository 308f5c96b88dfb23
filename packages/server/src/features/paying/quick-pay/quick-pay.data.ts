import type { FeatureData } from '../../../platform/feature-data.ts'
import { erased } from '../../../platform/personal-data.ts'

/** States for the tables of the slice how long rows stay and what an export and an erasure of a member do with them. */
export const quickPayData: FeatureData = {
  retention: [
    {
      table: 'portal.quick_pay_grant',
      column: 'created_at',
      days: 30,
      leastDays: 1,
      what: 'Quick Pay grants; they identify a returning payer',
    },
    {
      table: 'portal.quick_pay_browser',
      column: 'expires_at',
      days: 0,
      leastDays: 0,
      what: 'Browsers that Quick Pay recognizes, once they expired: 365 days after the last verification',
    },
  ],
  personalData: [
    erased(
      'portal.quick_pay_browser',
      'account',
      ['account_number', 'browser_hash'],
      'Browsers that Quick Pay recognizes',
      'all',
    ),
    erased('portal.quick_pay_grant', 'member', ['account_number', 'token_hash'], 'Quick Pay grants', [
      'token_hash',
      'cookie_hash',
      'client_hash',
    ]),
  ],
}
