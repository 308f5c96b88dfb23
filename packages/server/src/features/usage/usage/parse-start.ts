import { type CalendarDate, parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import { intervalLengths, startForm } from './file-columns.ts'
import type { LocalDays } from './local-day.ts'

/** The form of the interval times in a CSV file, where the times alone do not show it. */
export interface TimeOptions {
  /** Times without an offset are those of a clock on the wall, which changes in spring and fall. */
  readonly isClockTime?: boolean | undefined
  /** Times are those of the end of each interval. */
  readonly isIntervalEnding?: boolean | undefined
}

/** The start of an interval, or the reason that its time is refused. A doubled hour has two instants. */
export type ParsedStart =
  | { readonly instants: readonly [number] | readonly [number, number]; readonly minutes: number | null }
  | { readonly column: string; readonly value: string; readonly reason: string }

const tooEarly = '1990-01-01'
const form = 'is no moment written as yyyy-MM-ddThh:mm:ss-06:00'

/** A start without a UTC offset is in standard time all year, so no hour is missing or repeated, unless the options say otherwise. */
export function parseStart(
  text: string,
  minutes: string,
  { days, now, times }: { readonly days: LocalDays; readonly now: Date; readonly times: TimeOptions },
): ParsedStart {
  const found = startForm.exec(text)
  const fault = (reason: string) => ({ column: 'start', value: text, reason })
  const day = parseCalendarDate(found?.[1] ?? '')
  if (found === null || day === null) return fault(form)
  if (day < tooEarly) return fault(`is before ${tooEarly}`)
  const [, , hour = '', minute = '', second = '00', zone] = found
  if (hour === '24' && times.isIntervalEnding !== true)
    return fault('is no start of an interval; if times are those at its end, import the file with --interval-ending')
  const instant = Date.parse(`${day}T${hour}:${minute}:${second}${zone ?? 'Z'}`)
  if (Number.isNaN(instant)) return fault(form)
  const instants = zone === undefined ? instantsOf(instant, day, days, times) : ([instant] as const)
  if (instants === null) return fault('does not exist: clocks skip this hour on this day')
  if (instants[0] > now.getTime()) return fault('is in the future')
  if (minutes !== '' && !intervalLengths.includes(minutes))
    return { column: 'minutes', value: minutes, reason: 'must be 5, 15, 30 or 60' }
  return { instants, minutes: minutes === '' ? null : Number(minutes) }
}

/**
 * The instants of a local time.
 *
 * @param wall the local time as if it were UTC.
 * @returns `null` for a time that clocks skip.
 */
function instantsOf(
  wall: number,
  day: CalendarDate,
  days: LocalDays,
  { isClockTime, isIntervalEnding }: TimeOptions,
): readonly [number] | readonly [number, number] | null {
  // January is in standard time in every northern zone that changes its clocks.
  if (isClockTime !== true) return [wall - days.offsetAt(Date.parse(`${day.slice(0, 4)}-01-15T12:00:00Z`))]
  const { before, after } = offsetsAround(day, days)
  if (before === after) return [wall - before]
  const [first, second] = [wall - before, wall - after]
  const isReal = (instant: number) => days.offsetAt(instant) === wall - instant
  if (isReal(first) && isReal(second)) return [first, second]
  if (isReal(first)) return [first]
  if (isReal(second)) return [second]
  // The interval before the change ends at the moment of the change.
  return isIntervalEnding === true && days.offsetAt(first - 1) === before ? [first] : null
}

const known = new WeakMap<LocalDays, Map<string, { readonly before: number; readonly after: number }>>()
const mostKnown = 4_000

/** The offsets a day before a day begins and a day after it has ended: asking for an offset is slow. */
function offsetsAround(day: CalendarDate, days: LocalDays): { readonly before: number; readonly after: number } {
  const byDay = known.get(days) ?? new Map()
  known.set(days, byDay)
  const remembered = byDay.get(day)
  if (remembered !== undefined) return remembered
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const found = { before: days.offsetAt(midnight - 86_400_000), after: days.offsetAt(midnight + 2 * 86_400_000) }
  if (byDay.size >= mostKnown) byDay.clear()
  byDay.set(day, found)
  return found
}
