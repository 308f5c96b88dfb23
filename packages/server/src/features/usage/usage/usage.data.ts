import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice how long rows stay. */
export const usageData: FeatureData = {
  retention: [
    {
      table: 'meter.daily_reading',
      column: 'day',
      isByMonth: true,
      days: 1200,
      // The database enforces this minimum, because usage is compared with the year before.
      leastDays: 400,
      what: 'Daily readings, deleted by whole months',
    },
    {
      table: 'meter.interval_day',
      column: 'day',
      isByMonth: true,
      days: 1200,
      leastDays: 400,
      what: 'Interval readings, deleted by whole months',
    },
    {
      table: 'meter.weather_day',
      column: 'day',
      days: 1200,
      leastDays: 400,
      what: 'Daily temperatures',
    },
  ],
}
