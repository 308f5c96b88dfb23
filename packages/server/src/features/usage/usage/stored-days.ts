import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Executor } from '../../../platform/db/open-database.ts'
import {
  type DailyReading,
  type Days,
  type IntervalDay,
  loadDailyReadings,
  loadIntervalDays,
} from './readings.store.ts'

/** A day at its stored resolution: `intervals` when at least one interval has a value, otherwise `daily`. */
export type StoredDay =
  | { readonly daily: DailyReading; readonly intervals?: undefined }
  | { readonly intervals: IntervalDay; readonly daily?: undefined }

export interface WantedDays extends Days {
  readonly accountNumber: string
  readonly meterNumber: string
  /** `day`: daily readings only. */
  readonly detail: 'day' | 'interval'
}

/** Rows per statement: a year of days, or a month of intervals with 9,000 values at 5 minutes. */
const [daysAtOnce, intervalDaysAtOnce] = [366, 31]

/**
 * Reads a meter's days in order, keeping only a few rows in memory. Days without a reading are absent. Reading stops when the
 * caller stops iterating.
 */
export async function* readStoredDays(executor: Executor, wanted: WantedDays): AsyncGenerator<StoredDay> {
  const dailies = inWindows(daysAtOnce, wanted, async (window) => loadDailyReadings(executor, window))
  const intervalDays =
    wanted.detail === 'day'
      ? none()
      : inWindows(intervalDaysAtOnce, wanted, async (window) => loadIntervalDays(executor, window))
  let [daily, intervals] = [await next(dailies), await next(intervalDays)]
  for (;;) {
    const day = earlier(daily?.day, intervals?.day)
    if (day === undefined) return
    const [isDaily, isIntervals] = [daily?.day === day, intervals?.day === day]
    if (intervals !== undefined && isIntervals && intervals.used.some((value) => value !== null)) yield { intervals }
    else if (daily !== undefined && isDaily) yield { daily }
    if (isDaily) daily = await next(dailies)
    if (isIntervals) intervals = await next(intervalDays)
  }
}

const earlier = (one: CalendarDate | undefined, other: CalendarDate | undefined): CalendarDate | undefined =>
  one === undefined || (other !== undefined && other < one) ? other : one

/** Reads rows in keyset windows; each starts the day after the last row of the previous one. */
async function* inWindows<Row extends { readonly day: CalendarDate }>(
  limit: number,
  wanted: WantedDays,
  load: (window: WantedDays & { readonly limit: number }) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let from: CalendarDate | undefined = wanted.from
  while (from !== undefined) {
    const rows: readonly Row[] = await load({ ...wanted, from, limit })
    yield* rows
    const last: Row | undefined = rows[limit - 1]
    from = last && addDays(last.day, 1)
  }
}

async function* none(): AsyncGenerator<never> {}

async function next<Row>(rows: AsyncGenerator<Row>): Promise<Row | undefined> {
  const result = await rows.next()
  return result.done === true ? undefined : result.value
}
