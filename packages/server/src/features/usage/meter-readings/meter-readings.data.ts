import type { FeatureData } from '../../../platform/feature-data.ts'
import { erased } from '../../../platform/personal-data.ts'

/**
 * States for the tables of the slice how long rows stay, what an export and an erasure of a member do with them, and
 * which secrets they hold.
 */
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
  personalData: [
    erased(
      'portal.meter_reading_photo',
      'member',
      ['account_number', 'reading_id'],
      'Photos of readings; an export names them and leaves out the pictures',
      ['sealed_key', 'content'],
    ),
    erased(
      'portal.meter_reading',
      'member',
      ['account_number', 'meter_number', 'read_on', 'reading'],
      'Readings that the member sent',
    ),
  ],
}
