import type { FeatureData } from '../../../platform/feature-data.ts'

/** Says how long rows of the slice stay. */
export const autoPayData: FeatureData = {
  retention: [
    {
      table: 'portal.autopay_charge',
      column: 'charge_on',
      days: 400,
      leastDays: 60,
      what: 'Announced AutoPay charges, counted from their charge date',
    },
  ],
}
