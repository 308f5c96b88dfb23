import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type RawBuilder, sql } from 'kysely'
import { arrayLiteral } from '../../../platform/db/array-literal.ts'
import type { Executor } from '../../../platform/db/open-database.ts'
import type { DailyReading, IntervalDay, WeatherDay } from './readings.store.ts'

/**
 * Creates the partitions for all months between two days. The database refuses rows of other months.
 *
 * @returns the number of created tables.
 */
export async function createMonths(executor: Executor, from: CalendarDate, to: CalendarDate): Promise<number> {
  const { rows } = await sql<{ readonly made: number }>`
    select meter.create_months(${from}::date, ${to}::date) as made`.execute(executor)
  return rows[0]?.made ?? 0
}

/**
 * Upserts daily readings by meter and day; `null` keeps the earlier value. Their partitions must exist, and keys must be unique
 * within `rows`.
 *
 * @returns the number of new or changed rows.
 */
export async function upsertDailyReadings(executor: Executor, rows: readonly DailyReading[]): Promise<number> {
  const column = (name: keyof DailyReading) => arrayText(rows.map((row) => row[name]))
  return noteStored(
    executor,
    sql`insert into meter.daily_reading as old (account_number, meter_number, day, used, received, demand, status, unit, end_reading, charge,
        prepaid_vendor)
      select * from unnest(${column('accountNumber')}::text::text[], ${column('meterNumber')}::text::text[], ${column('day')}::text::date[],
        ${column('used')}::text::bigint[], ${column('received')}::text::bigint[], ${column('demand')}::text::bigint[],
        ${column('status')}::text::text[], ${column('unit')}::text::text[], ${column('endReading')}::text::bigint[],
        ${column('charge')}::text::bigint[], ${column('prepaidVendor')}::text::text[])
      on conflict (account_number, meter_number, day) do update set used = excluded.used, status = excluded.status,
        unit = excluded.unit, received = coalesce(excluded.received, old.received), demand = coalesce(excluded.demand, old.demand),
        end_reading = coalesce(excluded.end_reading, old.end_reading), charge = coalesce(excluded.charge, old.charge),
        prepaid_vendor = coalesce(excluded.prepaid_vendor, old.prepaid_vendor), from_intervals = false
      where (old.used, old.status, old.unit, old.received, old.demand, old.end_reading, old.charge, old.prepaid_vendor,
          old.from_intervals)
        is distinct from (excluded.used, excluded.status, excluded.unit, coalesce(excluded.received, old.received),
          coalesce(excluded.demand, old.demand), coalesce(excluded.end_reading, old.end_reading),
          coalesce(excluded.charge, old.charge), coalesce(excluded.prepaid_vendor, old.prepaid_vendor), false)`,
  )
}

/**
 * Runs an insert of readings and notes its meters and days for connected apps. Distributed tables have no triggers that would.
 *
 * @returns the number of new or changed rows.
 */
async function noteStored(executor: Executor, insert: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<StoredDays & { readonly count: number }>`
    with stored as (${insert} returning account_number, meter_number, day)
    select account_number as account, meter_number as meter, min(day) as "firstDay", max(day) as "lastDay", count(*)::integer as count
    from stored group by account_number, meter_number`.execute(executor)
  await noteReadings(executor, rows)
  return rows.reduce((sum, { count }) => sum + count, 0)
}

interface StoredDays {
  readonly account: string
  readonly meter: string
  readonly firstDay: CalendarDate
  readonly lastDay: CalendarDate
}

async function noteReadings(executor: Executor, rows: readonly StoredDays[]): Promise<void> {
  if (rows.length === 0) return
  const column = (name: keyof StoredDays) => arrayText(rows.map((row) => row[name]))
  await sql`select portal.note_readings(${column('account')}::text::text[], ${column('meter')}::text::text[],
    ${column('firstDay')}::text::date[], ${column('lastDay')}::text::date[])`.execute(executor)
}

/** Energy received by one meter on one local day, in thousandths of its unit. */
export interface ReceivedOfDay {
  readonly accountNumber: string
  readonly meterNumber: string
  readonly day: CalendarDate
  readonly received: number
}

/**
 * Sets received amounts of existing daily readings.
 *
 * @returns the number of changed readings, and the keys (account, meter and day separated by spaces) of the existing ones.
 */
export async function updateReceived(
  executor: Executor,
  rows: readonly ReceivedOfDay[],
): Promise<{ readonly changed: number; readonly found: ReadonlySet<string> }> {
  const column = (name: keyof ReceivedOfDay) => arrayText(rows.map((row) => row[name]))
  const { rows: found } = await sql<StoredDays & { readonly changed: boolean }>`
    with given as materialized (
      select * from unnest(${column('accountNumber')}::text::text[], ${column('meterNumber')}::text::text[],
        ${column('day')}::text::date[], ${column('received')}::text::bigint[]) as row (account_number, meter_number, day, received)
    ), present as materialized (
      select given.*, old.received is distinct from given.received as changed from given
      join meter.daily_reading as old using (account_number, meter_number, day)
    ), written as (
      update meter.daily_reading as old set received = present.received from present
      where present.changed and old.account_number = present.account_number and old.meter_number = present.meter_number
        and old.day = present.day
    )
    select account_number as account, meter_number as meter, day as "firstDay", day as "lastDay", changed from present`.execute(
    executor,
  )
  const changed = found.filter((row) => row.changed)
  await noteReadings(executor, changed)
  return {
    changed: changed.length,
    found: new Set(found.map(({ account, meter, firstDay }) => `${account} ${meter} ${firstDay}`)),
  }
}

/**
 * Sums gap-free days of intervals into daily readings, in the meter's unit. Does not replace imported daily readings. `rows` are
 * days in `meter.interval_day`.
 */
export async function sumIntervalDays(
  executor: Executor,
  rows: readonly (Pick<IntervalDay, 'accountNumber' | 'meterNumber' | 'day'> & { readonly unit: string })[],
): Promise<void> {
  const column = (name: 'accountNumber' | 'meterNumber' | 'day' | 'unit') => arrayText(rows.map((row) => row[name]))
  await noteStored(
    executor,
    sql`insert into meter.daily_reading as old (account_number, meter_number, day, used, received, status, unit, from_intervals)
      with given as materialized (
        select * from unnest(${column('accountNumber')}::text::text[], ${column('meterNumber')}::text::text[],
          ${column('day')}::text::date[], ${column('unit')}::text::text[]) as row (account_number, meter_number, day, unit))
      select intervals.account_number, intervals.meter_number, intervals.day, (select sum(value) from unnest(intervals.used) as value),
        case when array_position(intervals.received, null) is null
          then (select sum(value) from unnest(intervals.received) as value) end,
        intervals.status, given.unit, true
      from given
      join meter.interval_day as intervals on intervals.account_number = given.account_number
        and intervals.meter_number = given.meter_number and intervals.day = given.day
      where array_position(intervals.used, null) is null
      on conflict (account_number, meter_number, day) do update set used = excluded.used, received = excluded.received,
        status = excluded.status, unit = excluded.unit
      where old.from_intervals and (old.used, old.received, old.status, old.unit)
        is distinct from (excluded.used, excluded.received, excluded.status, excluded.unit)`,
  )
}

const both = sql`meter.merged_qualities(old.used, old.qualities, old.status, excluded.used, excluded.qualities, excluded.status)`

/** A value after a later delivery: merged while the interval length is the same. */
const merged = (value: RawBuilder<unknown>, name: string) =>
  sql`case when old.minutes = excluded.minutes then ${value} else ${sql.ref(`excluded.${name}`)} end`

/**
 * Upserts days of intervals. A later delivery replaces the values it contains and keeps earlier ones in its gaps, unless the
 * interval length changed. Partitions must exist, and keys must be unique within `rows`.
 *
 * @returns the number of new or changed rows.
 */
export async function upsertIntervalDays(executor: Executor, rows: readonly IntervalDay[]): Promise<number> {
  const column = (name: keyof IntervalDay) =>
    arrayText(
      rows.map((row) => {
        const value = row[name] ?? null
        return typeof value === 'object' && value !== null ? intervalText(value) : value
      }),
    )
  return noteStored(
    executor,
    sql`insert into meter.interval_day as old (account_number, meter_number, day, minutes, used, received, status, qualities)
      select account_number, meter_number, day, minutes, used::integer[], received::integer[], status, qualities::smallint[]
      from unnest(${column('accountNumber')}::text::text[], ${column('meterNumber')}::text::text[], ${column('day')}::text::date[],
        ${column('minutes')}::text::smallint[], ${column('used')}::text::text[], ${column('received')}::text::text[],
        ${column('status')}::text::text[], ${column('qualities')}::text::text[])
        as given (account_number, meter_number, day, minutes, used, received, status, qualities)
      on conflict (account_number, meter_number, day) do update set minutes = excluded.minutes,
        status = ${merged(sql`meter.status_of(${both}, old.status)`, 'status')},
        qualities = ${merged(sql`meter.if_mixed(${both})`, 'qualities')},
        used = ${merged(sql`meter.merge_intervals(old.used, excluded.used)`, 'used')},
        received = ${merged(sql`meter.merge_intervals(old.received, excluded.received)`, 'received')}
      where (old.minutes, old.used, old.received)
          is distinct from (excluded.minutes, meter.merge_intervals(old.used, excluded.used),
            meter.merge_intervals(old.received, excluded.received))
        or (old.status, old.qualities) is distinct from (meter.status_of(${both}, old.status), meter.if_mixed(${both}))`,
  )
}

/** Upserts a station's weather by day. */
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

/** Assigns ZIP codes to a weather station; `*` means all other ZIP codes. */
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
