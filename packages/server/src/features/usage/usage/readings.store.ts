import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import { arrayLiteral } from '../../../platform/db/array-literal.ts'
import type { Executor } from '../../../platform/db/open-database.ts'
import type { IntervalQualities, IntervalValues, ReadingStatus } from './usage.tables.ts'

/** A meter's reading for one local day. Amounts are in thousandths of `unit`. */
export interface DailyReading {
  readonly accountNumber: string
  readonly meterNumber: string
  readonly day: CalendarDate
  /** Usage of the member. */
  readonly used: number
  /** Energy sent to the grid; `null` when the meter does not measure it. */
  readonly received: number | null
  /** The highest demand of the day, in watts. */
  readonly demand: number | null
  readonly status: ReadingStatus
  /** `kWh`, `Gallons`, `Therms`, `CCF` … */
  readonly unit: string
  readonly endReading: number | null
  /** Cost of the day for prepaid accounts. */
  readonly charge: Cents | null
  readonly prepaidVendor: string | null
}

/** The intervals of one meter and local day. A day with a clock change has 23 or 25 hours. */
export interface IntervalDay {
  readonly accountNumber: string
  readonly meterNumber: string
  readonly day: CalendarDate
  /** The length of an interval in minutes: 5, 15, 30 or 60. */
  readonly minutes: number
  readonly used: IntervalValues
  readonly received: IntervalValues | null
  /** The status of the day. When its intervals differ, this is the status furthest from a measurement. */
  readonly status: ReadingStatus
  /** The quality of each interval, a place in `qualities`; `null` or absent: all have `status`. */
  readonly qualities?: IntervalQualities | null
}

/** The status of intervals, the furthest from a measurement last. */
export const qualities = ['actual', 'keyed', 'estimated'] as const satisfies readonly ReadingStatus[]

/** The status of one interval of a day. */
export const statusAt = (day: Pick<IntervalDay, 'status' | 'qualities'>, place: number): ReadingStatus =>
  qualities[day.qualities?.[place] ?? -1] ?? day.status

export interface MeterFacts {
  readonly meterNumber: string
  readonly unit: string
  /** Interval length in minutes; `null` for daily readings only. */
  readonly intervalMinutes: number | null
  readonly inServiceFrom: CalendarDate | null
  readonly inServiceTo: CalendarDate | null
  readonly isNetMetered: boolean
}

/** Local days, both included. */
export interface Days {
  readonly from: CalendarDate
  readonly to: CalendarDate
}

/** Enough for two meters over the longest range a member may request. */
const maxDays = 30_000

/**
 * Limits days to those on which the present holder holds the account. Every statement on readings asks for these only
 * (decision 0263). This is a separate statement, because readings may be distributed and accounts are not.
 */
async function heldDays<Wanted extends Days>(
  executor: Executor,
  accountNumber: string,
  wanted: Wanted,
): Promise<Wanted> {
  const { rows } = await sql<{ readonly heldSince: CalendarDate }>`
    select held_since as "heldSince" from cis.account
    where account_number = ${accountNumber} and held_since > ${wanted.from}::date`.execute(executor)
  return { ...wanted, ...(rows[0] && { from: rows[0].heldSince }) }
}

/** The meters of an account by number, including replaced ones. */
export async function listMeters(executor: Executor, accountNumber: string): Promise<readonly MeterFacts[]> {
  return executor
    .selectFrom('cis.holder_meter')
    .select([
      'meter_number as meterNumber',
      'unit',
      'interval_minutes as intervalMinutes',
      'in_service_from as inServiceFrom',
      'in_service_to as inServiceTo',
      'is_net_metered as isNetMetered',
    ])
    .where('account_number', '=', accountNumber)
    .orderBy('meter_number')
    .limit(100)
    .execute()
}

/** The daily readings of an account, or of one of its meters, by meter and day. Days without a reading have no row. */
export async function loadDailyReadings(
  executor: Executor,
  wanted: Days & {
    readonly accountNumber: string
    readonly meterNumber?: string | undefined
    /** Maximum number of days. */
    readonly limit?: number
  },
): Promise<readonly DailyReading[]> {
  const { from, to } = await heldDays(executor, wanted.accountNumber, wanted)
  let query = executor
    .selectFrom('meter.daily_reading')
    .select([
      'account_number as accountNumber',
      'meter_number as meterNumber',
      'day',
      'used',
      'received',
      'demand',
      'status',
      'unit',
      'end_reading as endReading',
      'charge',
      'prepaid_vendor as prepaidVendor',
    ])
    .where('account_number', '=', wanted.accountNumber)
    .where('day', '>=', from)
    .where('day', '<=', to)
  if (wanted.meterNumber !== undefined) query = query.where('meter_number', '=', wanted.meterNumber)
  return query
    .orderBy('meter_number')
    .orderBy('day')
    .limit(wanted.limit ?? maxDays)
    .execute()
}

/**
 * The intervals of a meter by day. Use a range that fits in memory, such as 180 days, or `limit`. The arrays are sent as JSON,
 * which the drivers parse eight times faster than arrays of PostgreSQL.
 */
export async function loadIntervalDays(
  executor: Executor,
  wanted: Days & { readonly accountNumber: string; readonly meterNumber: string; readonly limit?: number },
): Promise<readonly IntervalDay[]> {
  const { from, to } = await heldDays(executor, wanted.accountNumber, wanted)
  return executor
    .selectFrom('meter.interval_day')
    .select([
      'account_number as accountNumber',
      'meter_number as meterNumber',
      'day',
      'minutes',
      sql<IntervalValues>`array_to_json(used)`.as('used'),
      sql<IntervalValues | null>`array_to_json(received)`.as('received'),
      'status',
      sql<IntervalQualities | null>`array_to_json(qualities)`.as('qualities'),
    ])
    .where('account_number', '=', wanted.accountNumber)
    .where('meter_number', '=', wanted.meterNumber)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .limit(wanted.limit ?? maxDays)
    .execute()
}

/** One kind of stored readings of a meter. */
export interface StoredSeries {
  /** Unit of daily readings; `null` for intervals, which have the unit of their meter. */
  readonly unit: string | null
  /** Interval length; `null` for daily readings. */
  readonly minutes: number | null
  readonly hasReceived: boolean
}

/**
 * True for a day of an account's daily readings `d` that counts by its intervals. Daily readings that were summed from intervals
 * stand for a day without gaps; only beside others the values of the intervals are looked at. `offset 0` keeps it one look by key
 * per day: as a join, it could read all intervals of the meter first.
 */
const hasIntervals = (accountNumber: string) => sql`exists (select from meter.interval_day as i
  where i.account_number = ${accountNumber} and i.meter_number = d.meter_number and i.day = d.day
    and case when d.from_intervals then true else array_remove(i.used, null) <> '{}' end offset 0)`

/**
 * Lists the kinds of readings that a meter has between two days.
 *
 * @param detail `interval` counts a day's intervals in place of its daily reading, as `readStoredDays` does; `day` counts daily
 * readings only.
 */
export async function listStoredSeries(
  executor: Executor,
  wanted: Days & {
    readonly accountNumber: string
    readonly meterNumber: string
    readonly detail: 'day' | 'interval'
  },
): Promise<readonly StoredSeries[]> {
  const { accountNumber, meterNumber, from, to, detail } = await heldDays(executor, wanted.accountNumber, wanted)
  const own = sql`account_number = ${accountNumber} and meter_number = ${meterNumber} and day between ${from} and ${to}`
  const { rows } = await sql<StoredSeries>`
    with lengths as materialized (
      select distinct minutes from meter.interval_day where ${detail} = 'interval' and ${own})
    select unit, null::integer as minutes, bool_or(received is not null) as "hasReceived"
    from meter.daily_reading as d
    where ${own} and (${detail} = 'day' or not ${hasIntervals(accountNumber)})
    group by unit
    union all
    select null, minutes, exists (select from meter.interval_day as one
      where ${own} and one.minutes = lengths.minutes and received is not null
        and array_remove(received, null) <> '{}' and array_remove(used, null) <> '{}')
    from lengths
    where exists (select from meter.interval_day as one
      where ${own} and one.minutes = lengths.minutes and array_remove(used, null) <> '{}')
    order by unit, minutes limit 40`.execute(executor)
  return rows
}

/**
 * True when at least one of some meters has readings of a kind between two days. Stops at the first reading, and counts as
 * `listStoredSeries` does.
 *
 * @param wanted.minutes interval length; `null` for daily readings.
 * @param wanted.unit unit of daily readings; intervals have the unit of their meter.
 */
export async function hasStoredSeries(
  executor: Executor,
  meters: readonly { readonly accountNumber: string; readonly meterNumber: string }[],
  wanted: Days & {
    readonly detail: 'day' | 'interval'
    readonly minutes: number | null
    readonly unit: string
    readonly isReceived: boolean
  },
): Promise<boolean> {
  const { detail, minutes, unit, isReceived } = wanted
  if (minutes !== null && detail === 'day') return false
  for (const [accountNumber, own] of Map.groupBy(meters, (meter) => meter.accountNumber)) {
    const { from, to } = await heldDays(executor, accountNumber, wanted)
    const numbers = arrayLiteral(own.map(({ meterNumber }) => meterNumber))
    const days = sql`d.account_number = ${accountNumber} and d.meter_number = any(${numbers}::text::text[])
      and d.day between ${from} and ${to}`
    const reading =
      minutes === null
        ? sql`meter.daily_reading as d
          where ${days} and d.unit = ${unit} and (not ${isReceived}::boolean or d.received is not null)
            and (${detail} = 'day' or not ${hasIntervals(accountNumber)})`
        : sql`meter.interval_day as d
          where ${days} and d.minutes = ${minutes} and array_remove(d.used, null) <> '{}'
            and (not ${isReceived}::boolean or (d.received is not null and array_remove(d.received, null) <> '{}'))`
    const { rows } = await sql`select 1 from ${reading} limit 1`.execute(executor)
    if (rows.length > 0) return true
  }
  return false
}

/** One meter's total for a calendar month, in thousandths of `unit`. */
export interface MonthlyTotal {
  readonly meterNumber: string
  /** `yyyy-MM`. */
  readonly month: string
  readonly unit: string
  readonly used: number
  /** `null` when no day of the month has a value. */
  readonly received: number | null
  /** The highest demand of the month, in watts. */
  readonly demand: number | null
  readonly charge: Cents | null
  /** Days of the month with a reading, and how many of those are not actual readings. */
  readonly days: number
  readonly estimatedDays: number
}

/** The totals of an account by meter and month. */
export async function monthlyTotals(
  executor: Executor,
  { accountNumber, ...days }: Days & { readonly accountNumber: string },
): Promise<readonly MonthlyTotal[]> {
  const { from, to } = await heldDays(executor, accountNumber, days)
  const { rows } = await sql<MonthlyTotal>`
    select meter_number as "meterNumber", to_char(date_trunc('month', day), 'YYYY-MM') as month, unit,
      sum(used)::bigint as used, sum(received)::bigint as received, max(demand) as demand, sum(charge)::bigint as charge,
      count(*)::integer as days, count(*) filter (where status <> 'actual')::integer as "estimatedDays"
    from meter.daily_reading
    where account_number = ${accountNumber} and day between ${from} and ${to}
    group by 1, 2, 3 order by 1, 2, 3 limit 2000`.execute(executor)
  return rows.map((row) => ({ ...row, charge: row.charge === null ? null : cents(row.charge) }))
}

/** The last of some days with readings, by account; accounts without readings on those days are absent. */
export async function listNewestDays(
  executor: Executor,
  accountNumbers: readonly string[],
  { from, to }: Days,
): Promise<ReadonlyMap<string, CalendarDate>> {
  const accounts = arrayLiteral(accountNumbers)
  const newest = await sql<{ readonly accountNumber: string; readonly day: CalendarDate }>`
    select account_number as "accountNumber", max(day) as day from meter.daily_reading
    where account_number = any(${accounts}::text::text[]) and day between ${from} and ${to}
    group by account_number`.execute(executor)
  const held = await sql<{ readonly accountNumber: string; readonly since: CalendarDate }>`
    select account_number as "accountNumber", held_since as since from cis.account
    where account_number = any(${accounts}::text::text[]) and held_since > ${from}::date`.execute(executor)
  const since = new Map(held.rows.map((row) => [row.accountNumber, row.since]))
  return new Map(
    newest.rows
      .filter(({ accountNumber, day }) => day >= (since.get(accountNumber) ?? day))
      .map(({ accountNumber, day }) => [accountNumber, day]),
  )
}

/** The readings of a meter before a day, as a new reading of its register is compared with. */
export interface MeterHistory {
  /** The last state of the register within 400 days, in units of the meter. */
  readonly last: { readonly reading: number; readonly day: CalendarDate } | null
  /** The mean usage of a day in the year before, in units of the meter. */
  readonly usualPerDay: number | null
}

/** Loads the history of a meter before a day. */
export async function loadMeterHistory(
  executor: Executor,
  meter: { readonly accountNumber: string; readonly meterNumber: string },
  day: CalendarDate,
): Promise<MeterHistory> {
  const { accountNumber, meterNumber } = meter
  const { from, to } = await heldDays(executor, accountNumber, { from: addDays(day, -400), to: addDays(day, -1) })
  const own = sql`account_number = ${accountNumber} and meter_number = ${meterNumber} and day between ${from} and ${to}`
  const registers = await sql<NonNullable<MeterHistory['last']>>`
    select end_reading / 1000 as reading, day from meter.daily_reading
    where ${own} and end_reading >= 0 order by day desc limit 1`.execute(executor)
  const usual = await sql<Pick<MeterHistory, 'usualPerDay'>>`
    select avg(used)::float8 / 1000 as "usualPerDay" from meter.daily_reading
    where ${own} and day >= ${addDays(day, -365)}`.execute(executor)
  return { last: registers.rows[0] ?? null, usualPerDay: usual.rows[0]?.usualPerDay ?? null }
}

/** A day's weather, in °F. */
export interface WeatherDay {
  readonly day: CalendarDate
  readonly low: number
  readonly high: number
  readonly average: number
}

/** Weather at a ZIP code by day; days without data are absent. */
export async function loadWeather(
  executor: Executor,
  { zip, from, to }: Days & { readonly zip: string },
): Promise<readonly WeatherDay[]> {
  const { rows } = await sql<{ readonly day: CalendarDate; readonly low: string; high: string; average: string }>`
    select day, low, high, average from meter.weather_day
    where station = coalesce(
        (select station from meter.weather_zip where zip = ${zip.slice(0, 5)}), (select station from meter.weather_zip where zip = '*'))
      and day between ${from} and ${to}
    order by day limit ${maxDays}`.execute(executor)
  return rows.map(({ day, low, high, average }) => ({
    day,
    low: Number(low),
    high: Number(high),
    average: Number(average),
  }))
}
