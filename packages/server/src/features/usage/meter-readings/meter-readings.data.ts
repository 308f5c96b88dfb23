import type { FeatureData } from '../../../platform/feature-data.ts'

/** Says how long rows of the slice stay. */
export const meterReadingsData: FeatureData = {
  retention: [
    {
      table: 'portal.meter_reading',
      column: 'created_at',
      // The newest reading is compared with the next one for 400 days.
      days: 400,
      leastDays: 30,
      what: 'Readings that members sent; the event tells the cooperative',
    },
    {
      table: 'portal.meter_reading_photo',
      column: 'created_at',
      days: 90,
      leastDays: 1,
      what: 'Photos of readings; staff save those that the office keeps',
    },
  ],
}
