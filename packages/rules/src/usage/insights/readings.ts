import { addDays, type CalendarDate, daysBetween } from '../../kernel/calendar-date.ts'
import { type AverageTemperatures, periodWeather } from './compared-bills.ts'
import { degreeDaysOf, expectedUse, fitDegreeDays } from './degree-days.ts'

/** Usage by local day, in thousandths of the unit (Wh); days without readings are absent. */
export type DailyUse = ReadonlyMap<CalendarDate, number>

/** The intervals of a local day, in thousandths of the unit; `null` marks a gap. */
export interface DayOfIntervals {
  readonly day: CalendarDate
  readonly minutes: number
  readonly used: readonly (number | null)[]
}

/** Hourly usage of a day from local midnight; `null` for an hour with a gap. */
function hoursOf({ minutes, used }: DayOfIntervals): readonly (number | null)[] {
  const perHour = Math.round(60 / minutes)
  return Array.from({ length: Math.floor(used.length / perHour) }, (_, hour) => {
    const parts = used.slice(hour * perHour, (hour + 1) * perHour)
    return parts.includes(null) ? null : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
  })
}

/** The lowest hour of a day, which approximates what is always on; `null` for a day with a gap. */
function lowestHour(day: DayOfIntervals): number | null {
  const hours = hoursOf(day)
  return hours.length < 23 || hours.includes(null) ? null : Math.min(...hours.map((hour) => hour ?? 0))
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2
}

/** Minimum number of gap-free days for a base load. */
const minDays = 14

/** Base load: the median of each day's lowest hour, in Wh per hour (W); `null` with fewer than 14 gap-free days. */
export function baseLoad(days: readonly DayOfIntervals[]): { readonly watts: number; readonly days: number } | null {
  const lowest = days.map(lowestHour).filter((hour) => hour !== null)
  return lowest.length < minDays ? null : { watts: Math.round(median(lowest)), days: lowest.length }
}

/** The hour with the most usage, the earliest if several tie; `null` without usage in a complete hour. */
export function highestHour(
  days: readonly DayOfIntervals[],
): { readonly day: CalendarDate; readonly hour: number; readonly used: number } | null {
  const hours = days.flatMap((day) =>
    hoursOf(day).flatMap((used, hour) => (used === null || used === 0 ? [] : [{ day: day.day, hour, used }])),
  )
  return hours.reduce<(typeof hours)[number] | null>(
    (best, one) => (best === null || one.used > best.used ? one : best),
    null,
  )
}

const recentDays = 7
const earlierDays = 28
/** Below this base load, one lamp can double it. */
const minWatts = 50

/**
 * The first day since which the 7-day base load has been at least twice that of the 28 days before; `null` when that is not the
 * case on `today`. Returns the same day for the whole run, so callers can dedupe on it.
 */
export function baseLoadDoubledSince(days: readonly DayOfIntervals[], today: CalendarDate): CalendarDate | null {
  const lowest = new Map(days.map((day) => [day.day, lowestHour(day)]))
  const between = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => lowest.get(addDays(today, -from - index)) ?? null).filter(
      (hour) => hour !== null,
    )
  const isDoubled = (daysAgo: number): boolean => {
    const [recent, earlier] = [between(daysAgo, recentDays), between(daysAgo + recentDays, earlierDays)]
    if (recent.length < recentDays - 1 || earlier.length < minDays) return false
    return median(recent) >= minWatts && median(recent) >= 2 * median(earlier)
  }
  let since = -1
  while (since < earlierDays + recentDays && isDoubled(since + 1)) since++
  return since < 0 ? null : addDays(today, -since)
}

/**
 * The day on which continuous water flow began, when every interval since then shows flow and they cover at least 24 hours;
 * `null` otherwise, or when an interval is missing.
 */
export function continuousFlowSince(days: readonly DayOfIntervals[]): CalendarDate | null {
  let minutes = 0
  let since: CalendarDate | null = null
  for (const day of [...days].sort((a, b) => daysBetween(a.day, b.day))) {
    const expected: CalendarDate = since === null ? day.day : addDays(since, -1)
    if (day.day !== expected) break
    const stop = day.used.findLastIndex((used) => used === null || used <= 0)
    const flowing = day.used.length - 1 - stop
    minutes += flowing * day.minutes
    if (flowing > 0) since = day.day
    if (stop >= 0) break
  }
  return minutes >= 24 * 60 ? since : null
}

const comparedDays = 30
/** Maximum number of missing days in a compared period. */
const maxMissingDays = 3
const minFitDays = 120

/** Usage of 30 days and of the same days a year earlier, with the earlier usage adjusted for weather. */
export interface WeatherComparison {
  readonly from: CalendarDate
  readonly to: CalendarDate
  /** In thousandths of the unit, like `usedYearAgo` and `expected`. */
  readonly used: number
  readonly usedYearAgo: number
  /** Last year's usage, adjusted to this year's weather. */
  readonly expected: number
  readonly heating: number
  readonly heatingYearAgo: number
  readonly cooling: number
  readonly coolingYearAgo: number
  /** R² of the weather fit over a year of days, 0 to 1. */
  readonly share: number
  readonly fitDays: number
}

/**
 * Compares the last 30 days with the same days a year earlier; `null` with too few readings, too little weather, or no weather
 * fit.
 */
export function compareWithLastYear(
  use: DailyUse,
  temperatures: AverageTemperatures,
  to: CalendarDate,
): WeatherComparison | null {
  const from = addDays(to, 1 - comparedDays)
  const [now, then] = [total(use, from, to), total(use, addDays(from, -365), addDays(to, -365))]
  const [weather, weatherThen] = [
    periodWeather(temperatures, from, to),
    periodWeather(temperatures, addDays(from, -365), addDays(to, -365)),
  ]
  if (now === null || then === null || weather === null || weatherThen === null) return null
  const points = Array.from({ length: 365 }, (_, index) => addDays(to, -comparedDays - index)).flatMap((day) => {
    const [used, average] = [use.get(day), temperatures.get(day)]
    return used === undefined || average === undefined ? [] : [{ used, ...degreeDaysOf(average) }]
  })
  const fit = points.length < minFitDays ? null : fitDegreeDays(points)
  if (fit === null) return null
  const modeled = (days: typeof weather) =>
    expectedUse(fit, { heating: days.heating / comparedDays, cooling: days.cooling / comparedDays }) * comparedDays
  const rounded = (value: number) => Math.round(value)
  return {
    from,
    to,
    used: now,
    usedYearAgo: then,
    expected: Math.max(0, rounded(then + modeled(weather) - modeled(weatherThen))),
    heating: rounded(weather.heating),
    heatingYearAgo: rounded(weatherThen.heating),
    cooling: rounded(weather.cooling),
    coolingYearAgo: rounded(weatherThen.cooling),
    share: Math.round(fit.share * 100) / 100,
    fitDays: fit.points,
  }
}

/**
 * Usage from `from` to `to`. Fills in up to a tenth of the days (at most three) with the average; returns `null` when more are
 * missing.
 */
export function total(use: DailyUse, from: CalendarDate, to: CalendarDate): number | null {
  const days = daysBetween(from, to) + 1
  if (days < 1) return null
  const known = Array.from({ length: days }, (_, index) => use.get(addDays(from, index))).filter(
    (used) => used !== undefined,
  )
  if (known.length < days - Math.min(maxMissingDays, Math.floor(days / 10))) return null
  return Math.round((known.reduce((sum, used) => sum + used, 0) / known.length) * days)
}
