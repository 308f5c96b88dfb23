import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice how long rows stay. */
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
}
