import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice how long rows stay and which secrets they hold. */
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
  secrets: [
    {
      name: 'photos of meter readings',
      table: 'portal.meter_reading_photo',
      id: ['reading_id'],
      column: 'sealed_key',
      stored: { as: 'sealed', purpose: 'upload', ownerOf: ([id]) => `meter-reading:${String(id)}` },
    },
  ],
}
