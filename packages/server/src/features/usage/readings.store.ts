import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/open-database.ts'
import type { IntervalValues, ReadingStatus } from './usage.tables.ts'

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
  /** 5, 15, 30 or 60. */
  readonly minutes: number
  readonly used: IntervalValues
  readonly received: IntervalValues | null
  readonly status: ReadingStatus
}

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

/** The meters of an account by number, including replaced ones. */
export async function listMeters(executor: Executor, accountNumber: string): Promise<readonly MeterFacts[]> {
  return executor
    .selectFrom('cis.meter')
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
    .where('day', '>=', wanted.from)
    .where('day', '<=', wanted.to)
  if (wanted.meterNumber !== undefined) query = query.where('meter_number', '=', wanted.meterNumber)
  return query
    .orderBy('meter_number')
    .orderBy('day')
    .limit(wanted.limit ?? maxDays)
    .execute()
}

/** The intervals of a meter by day. Use a range that fits in memory, such as 180 days, or `limit`. */
export async function loadIntervalDays(
  executor: Executor,
  wanted: Days & { readonly accountNumber: string; readonly meterNumber: string; readonly limit?: number },
): Promise<readonly IntervalDay[]> {
  return executor
    .selectFrom('meter.interval_day')
    .select([
      'account_number as accountNumber',
      'meter_number as meterNumber',
      'day',
      'minutes',
      'used',
      'received',
      'status',
    ])
    .where('account_number', '=', wanted.accountNumber)
    .where('meter_number', '=', wanted.meterNumber)
    .where('day', '>=', wanted.from)
    .where('day', '<=', wanted.to)
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
  const { accountNumber, meterNumber, from, to, detail } = wanted
  const { rows } = await sql<StoredSeries>`
    with intervals as (
      select day, minutes, coalesce(array_remove(received, null) <> '{}', false) as received
      from meter.interval_day
      where ${detail} = 'interval' and account_number = ${accountNumber} and meter_number = ${meterNumber}
        and day between ${from} and ${to} and array_remove(used, null) <> '{}')
    select unit, null::integer as minutes, bool_or(received is not null) as "hasReceived"
    from meter.daily_reading
    where account_number = ${accountNumber} and meter_number = ${meterNumber} and day between ${from} and ${to}
      and day not in (select day from intervals)
    group by unit
    union all
    select null, minutes, bool_or(received) from intervals group by minutes
    order by unit, minutes limit 40`.execute(executor)
  return rows
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
  { accountNumber, from, to }: Days & { readonly accountNumber: string },
): Promise<readonly MonthlyTotal[]> {
  const { rows } = await sql<MonthlyTotal>`
    select meter_number as "meterNumber", to_char(date_trunc('month', day), 'YYYY-MM') as month, unit,
      sum(used)::bigint as used, sum(received)::bigint as received, max(demand) as demand, sum(charge)::bigint as charge,
      count(*)::integer as days, count(*) filter (where status <> 'actual')::integer as "estimatedDays"
    from meter.daily_reading
    where account_number = ${accountNumber} and day between ${from} and ${to}
    group by 1, 2, 3 order by 1, 2, 3 limit 2000`.execute(executor)
  return rows.map((row) => ({ ...row, charge: row.charge === null ? null : cents(row.charge) }))
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
