import type { FeatureData } from '../../../platform/feature-data.ts'
import { copied } from '../../../platform/personal-data.ts'

/** States for the tables of the slice how long rows stay and what an export and an erasure of a member do with them. */
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
  personalData: [
    copied(
      'cis.net_metering',
      'account',
      ['account_number', 'period_end'],
      'Net-metering ledger',
      'cis.holder_net_metering',
    ),
    copied('meter.daily_reading', 'account', ['account_number', 'meter_number', 'day'], 'Daily readings'),
    copied('meter.interval_day', 'account', ['account_number', 'meter_number', 'day'], 'Interval readings'),
  ],
  notPersonalData: {
    'meter.weather_day': 'Weather',
    'meter.weather_zip': 'Weather',
  },
}
