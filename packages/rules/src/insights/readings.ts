import { addDays, type CalendarDate, daysBetween } from '../kernel/calendar-date.ts'
import { type AverageTemperatures, periodWeather } from './compared-bills.ts'
import { degreeDaysOf, expectedUse, fitDegreeDays } from './degree-days.ts'

/** Usage by local day, in thousandths of the unit (Wh); a missing day is not in the map. */
export type DailyUse = ReadonlyMap<CalendarDate, number>

/** The intervals of a local day, in thousandths of the unit; `null` is a gap. */
export interface DayOfIntervals {
  readonly day: CalendarDate
  readonly minutes: number
  readonly used: readonly (number | null)[]
}

/** The hours of a day, from local midnight; `null` for an hour with a gap. */
function hoursOf({ minutes, used }: DayOfIntervals): readonly (number | null)[] {
  const perHour = Math.round(60 / minutes)
  return Array.from({ length: Math.floor(used.length / perHour) }, (_, hour) => {
    const parts = used.slice(hour * perHour, (hour + 1) * perHour)
    return parts.includes(null) ? null : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
  })
}

/** The lowest hour of a day, which is what runs all the time; `null` for a day with a gap. */
function lowestHour(day: DayOfIntervals): number | null {
  const hours = hoursOf(day)
  return hours.length < 23 || hours.includes(null) ? null : Math.min(...hours.map((hour) => hour ?? 0))
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2
}

/** Days of intervals without gaps that a base load needs. */
const leastDays = 14

/** The lowest steady usage: the median of the lowest hours of each day, in Wh for an hour (W); `null` with fewer than 14 whole days. */
export function baseLoad(days: readonly DayOfIntervals[]): { readonly watts: number; readonly days: number } | null {
  const lowest = days.map(lowestHour).filter((hour) => hour !== null)
  return lowest.length < leastDays ? null : { watts: Math.round(median(lowest)), days: lowest.length }
}

/** The hour with the most usage, the earliest of several; `null` without a whole hour. */
export function highestHour(
  days: readonly DayOfIntervals[],
): { readonly day: CalendarDate; readonly hour: number; readonly used: number } | null {
  const hours = days.flatMap((day) =>
    hoursOf(day).flatMap((used, hour) => (used === null ? [] : [{ day: day.day, hour, used }])),
  )
  return hours.reduce<(typeof hours)[number] | null>(
    (best, one) => (best === null || one.used > best.used ? one : best),
    null,
  )
}

const recentDays = 7
const earlierDays = 28
/** Below this, twice as much is a lamp. */
const leastWatts = 50

/**
 * The first day of the time for which the base load of the last 7 days has been twice that of the 28 days before, or more;
 * `null` when it is not so on `today`. One time has one first day, however often it is asked.
 */
export function baseLoadDoubledSince(days: readonly DayOfIntervals[], today: CalendarDate): CalendarDate | null {
  const lowest = new Map(days.map((day) => [day.day, lowestHour(day)]))
  const between = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => lowest.get(addDays(today, -from - index)) ?? null).filter(
      (hour) => hour !== null,
    )
  const isDoubled = (daysAgo: number): boolean => {
    const [recent, earlier] = [between(daysAgo, recentDays), between(daysAgo + recentDays, earlierDays)]
    if (recent.length < recentDays - 1 || earlier.length < leastDays) return false
    return median(recent) >= leastWatts && median(recent) >= 2 * median(earlier)
  }
  let since = -1
  while (since < earlierDays + recentDays && isDoubled(since + 1)) since++
  return since < 0 ? null : addDays(today, -since)
}

/**
 * The day on which water began to flow without a stop, when it has flowed in every interval of 24 hours or more until the last
 * interval; `null` when it has not, or when an interval is missing.
 */
export function continuousFlowSince(days: readonly DayOfIntervals[]): CalendarDate | null {
  let minutes = 0
  let since: CalendarDate | null = null
  for (const day of days.toSorted((a, b) => daysBetween(a.day, b.day))) {
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
/** Days that may be missing of a period that is compared. */
const mostMissing = 3
const leastFitDays = 120

/** Usage of 30 days beside the same days a year before, with the earlier usage moved to the later weather. */
export interface WeatherComparison {
  readonly from: CalendarDate
  readonly to: CalendarDate
  /** In thousandths of the unit, like `usedYearAgo` and `expected`. */
  readonly used: number
  readonly usedYearAgo: number
  /** What last year's usage would have been in this year's weather. */
  readonly expected: number
  readonly heating: number
  readonly heatingYearAgo: number
  readonly cooling: number
  readonly coolingYearAgo: number
  /** Share of the variance of a year of days that the weather explains. */
  readonly share: number
  readonly fitDays: number
}

/** Compares the last 30 days with the same a year before; `null` when readings or weather are too thin, or usage does not follow it. */
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
  const fit = points.length < leastFitDays ? null : fitDegreeDays(points)
  if (fit === null) return null
  const modelled = (days: typeof weather) =>
    expectedUse(fit, { heating: days.heating / comparedDays, cooling: days.cooling / comparedDays }) * comparedDays
  const rounded = (value: number) => Math.round(value)
  return {
    from,
    to,
    used: now,
    usedYearAgo: then,
    expected: Math.max(0, rounded(then + modelled(weather) - modelled(weatherThen))),
    heating: rounded(weather.heating),
    heatingYearAgo: rounded(weatherThen.heating),
    cooling: rounded(weather.cooling),
    coolingYearAgo: rounded(weatherThen.cooling),
    share: Math.round(fit.share * 100) / 100,
    fitDays: fit.points,
  }
}

/** Usage from `from` to `to`, with up to a tenth of the days missing and then like the others; `null` when more are. */
export function total(use: DailyUse, from: CalendarDate, to: CalendarDate): number | null {
  const days = daysBetween(from, to) + 1
  if (days < 1) return null
  const known = Array.from({ length: days }, (_, index) => use.get(addDays(from, index))).filter(
    (used) => used !== undefined,
  )
  if (known.length < days - Math.min(mostMissing, Math.floor(days / 10))) return null
  return Math.round((known.reduce((sum, used) => sum + used, 0) / known.length) * days)
}
