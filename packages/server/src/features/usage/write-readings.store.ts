import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { sql } from 'kysely'
import { arrayLiteral } from '../../platform/db/array-literal.ts'
import type { Executor } from '../../platform/db/open-database.ts'
import type { DailyReading, IntervalDay, WeatherDay } from './readings.store.ts'

/**
 * Makes the partitions of all months from one day's to another's. Rows of other months are refused by the database.
 *
 * @returns how many tables were made.
 */
export async function createMonths(executor: Executor, from: CalendarDate, to: CalendarDate): Promise<number> {
  const { rows } = await sql<{ readonly made: number }>`
    select meter.create_months(${from}::date, ${to}::date) as made`.execute(executor)
  return rows[0]?.made ?? 0
}

/**
 * Adds daily readings, or replaces earlier ones of the same meter and day. Their months must exist, their keys be unique.
 *
 * @returns how many are new or differ from what was there.
 */
export async function upsertDailyReadings(executor: Executor, rows: readonly DailyReading[]): Promise<number> {
  const column = (name: keyof DailyReading) => arrayText(rows.map((row) => row[name]))
  const result = await sql`
    insert into meter.daily_reading as old (account_number, meter_number, day, used, received, demand, status, unit, end_reading, charge,
        prepaid_vendor)
      select * from unnest(${column('accountNumber')}::text::text[], ${column('meterNumber')}::text::text[], ${column('day')}::text::date[],
        ${column('used')}::text::bigint[], ${column('received')}::text::bigint[], ${column('demand')}::text::bigint[],
        ${column('status')}::text::text[], ${column('unit')}::text::text[], ${column('endReading')}::text::bigint[],
        ${column('charge')}::text::bigint[], ${column('prepaidVendor')}::text::text[])
      on conflict (account_number, meter_number, day) do update set used = excluded.used, received = excluded.received,
        demand = excluded.demand, status = excluded.status, unit = excluded.unit, end_reading = excluded.end_reading,
        charge = excluded.charge, prepaid_vendor = excluded.prepaid_vendor
      where (old.used, old.received, old.demand, old.status, old.unit, old.end_reading, old.charge, old.prepaid_vendor)
        is distinct from (excluded.used, excluded.received, excluded.demand, excluded.status, excluded.unit, excluded.end_reading,
          excluded.charge, excluded.prepaid_vendor)`.execute(executor)
  return Number(result.numAffectedRows ?? 0)
}

/**
 * Adds days of intervals. A later delivery of the same day replaces the values that it has; its gaps keep the earlier ones,
 * unless the length of the intervals changed. Months must exist, keys be unique.
 *
 * @returns how many are new or differ from what was there.
 */
export async function upsertIntervalDays(executor: Executor, rows: readonly IntervalDay[]): Promise<number> {
  const column = (name: keyof IntervalDay) =>
    arrayText(
      rows.map((row) => {
        const value = row[name]
        return typeof value === 'object' && value !== null ? intervalText(value) : value
      }),
    )
  const result = await sql`
    insert into meter.interval_day as old (account_number, meter_number, day, minutes, used, received, status)
      select account_number, meter_number, day, minutes, used::integer[], received::integer[], status
      from unnest(${column('accountNumber')}::text::text[], ${column('meterNumber')}::text::text[], ${column('day')}::text::date[],
        ${column('minutes')}::text::smallint[], ${column('used')}::text::text[], ${column('received')}::text::text[],
        ${column('status')}::text::text[]) as given (account_number, meter_number, day, minutes, used, received, status)
      on conflict (account_number, meter_number, day) do update set minutes = excluded.minutes, status = excluded.status,
        used = case when old.minutes = excluded.minutes then meter.merge_intervals(old.used, excluded.used) else excluded.used end,
        received = case when old.minutes = excluded.minutes then meter.merge_intervals(old.received, excluded.received)
          else excluded.received end
      where (old.minutes, old.used, old.received, old.status)
        is distinct from (excluded.minutes, meter.merge_intervals(old.used, excluded.used),
          meter.merge_intervals(old.received, excluded.received), excluded.status)`.execute(executor)
  return Number(result.numAffectedRows ?? 0)
}

/** Adds or replaces the weather of days at a station. */
export async function upsertWeather(executor: Executor, station: string, days: readonly WeatherDay[]): Promise<number> {
  const column = (name: keyof WeatherDay) => arrayText(days.map((one) => one[name]))
  const result = await sql`
    insert into meter.weather_day as old (station, day, low, high, average)
      select ${station}, * from unnest(${column('day')}::text::date[], ${column('low')}::text::numeric[], ${column('high')}::text::numeric[],
        ${column('average')}::text::numeric[])
      on conflict (station, day) do update set low = excluded.low, high = excluded.high, average = excluded.average
      where (old.low, old.high, old.average) is distinct from (excluded.low, excluded.high, excluded.average)`.execute(
    executor,
  )
  return Number(result.numAffectedRows ?? 0)
}

/** Says from which station the weather of ZIP codes is; `*` stands for every other ZIP code. */
export async function setWeatherStation(executor: Executor, zips: readonly string[], station: string): Promise<void> {
  await executor
    .insertInto('meter.weather_zip')
    .values(zips.map((zip) => ({ zip, station })))
    .onConflict((conflict) => conflict.column('zip').doUpdateSet({ station }))
    .execute()
}

const intervalText = (values: readonly (number | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : String(value))).join(',')}}`

const arrayText = (values: readonly (string | number | null)[]): string =>
  arrayLiteral(values.map((value) => (value === null ? null : String(value))))
