import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice how long rows stay. */
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
