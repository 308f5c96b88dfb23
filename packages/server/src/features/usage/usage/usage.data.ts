import type { FeatureData } from '../../../platform/feature-data.ts'
import { copied } from '../../../platform/personal-data.ts'

/**
 * States for the tables of the slice how long rows stay, what an export and an erasure of a member do with them, and which of them Citus
 * may distribute.
 */
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
  /**
   * They grow with meters and days, and the same account's rows of all of them are on one node (decision 0223). Every statement on them
   * names the column and reads no other table; `statements.test.ts` checks it. In place of their triggers the stores call
   * `portal.note_readings`.
   */
  distributed: {
    tables: [
      {
        table: 'meter.daily_reading',
        column: 'account_number',
        triggers: ['note_inserted_days', 'note_updated_days'],
      },
      {
        table: 'meter.interval_day',
        column: 'account_number',
        triggers: ['note_inserted_intervals', 'note_updated_intervals'],
      },
    ],
    functions: [
      'meter.merge_intervals(integer[],integer[])',
      'meter.merged_qualities(integer[],smallint[],text,integer[],smallint[],text)',
      'meter.status_of(smallint[],text)',
      'meter.if_mixed(smallint[])',
    ],
  },
  personalData: [
    copied(
      'cis.net_metering',
      'account',
      ['account_number', 'period_end'],
      'Net-metering ledger',
      'cis.holder_net_metering',
    ),
    {
      ...copied('meter.daily_reading', 'account', ['account_number', 'meter_number', 'day'], 'Daily readings'),
      isByDay: true,
    },
    {
      ...copied('meter.interval_day', 'account', ['account_number', 'meter_number', 'day'], 'Interval readings'),
      isByDay: true,
    },
  ],
  notPersonalData: {
    'meter.weather_day': 'Weather',
    'meter.weather_zip': 'Weather',
  },
}
