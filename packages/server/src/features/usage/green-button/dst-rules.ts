import { addDays, calendarDate } from '@coopline/rules/kernel/calendar-date'
import { localDays } from '../usage/public.ts'

/** Values of ESPI's `LocalTimeParameters`. Offsets are in seconds. */
export interface LocalTime {
  /** Standard time's offset from UTC. */
  readonly tzOffset: number
  /** Offset added during daylight saving time; 0 without it. */
  readonly dstOffset: number
  /** `DstRuleType`: eight hexadecimal digits. */
  readonly dstStartRule: string
  readonly dstEndRule: string
}

const hourMs = 3_600_000
/** A rule with all bits set means no daylight saving time. */
const noRule = 'FFFFFFFF'

/**
 * Describes a time zone's clock changes in a year with ESPI rules: month, which Sunday, and hour.
 *
 * @param timeZone such as `America/Chicago`. A zone without exactly two changes in the year counts as having no daylight saving
 * time.
 */
export function localTimeOf(timeZone: string, year: number): LocalTime {
  const days = localDays(timeZone)
  const changes: { readonly instant: number; readonly before: number; readonly after: number }[] = []
  for (let day = calendarDate(`${year}-01-01`); day <= `${year}-12-31`; day = addDays(day, 1)) {
    const { start, end } = days.ofDay(day)
    if (days.offsetAt(start) === days.offsetAt(end)) continue
    let instant = start
    while (days.offsetAt(instant) === days.offsetAt(start)) instant += hourMs / 2
    changes.push({ instant, before: days.offsetAt(start), after: days.offsetAt(instant) })
  }
  const starts = changes.find(({ before, after }) => after > before)
  const ends = changes.find(({ before, after }) => after < before)
  if (starts === undefined || ends === undefined || changes.length !== 2) {
    const tzOffset = days.offsetAt(Date.parse(`${year}-01-01T12:00:00Z`)) / 1_000
    return { tzOffset, dstOffset: 0, dstStartRule: noRule, dstEndRule: noRule }
  }
  return {
    tzOffset: starts.before / 1_000,
    dstOffset: (starts.after - starts.before) / 1_000,
    dstStartRule: ruleOf(starts),
    dstEndRule: ruleOf(ends),
  }
}

/** Rule operators: 2 to 6 select the nth weekday of the month, 7 the last one. */
const [firstOperator, lastOperator] = [2, 7]

/**
 * Encodes a clock change as seconds, hour, weekday, day, operator and month, starting at the lowest bit. The hour is in the time
 * before the change.
 */
function ruleOf({ instant, before }: { readonly instant: number; readonly before: number }): string {
  const clock = new Date(instant + before)
  const [month, day] = [clock.getUTCMonth() + 1, clock.getUTCDate()]
  const daysInMonth = new Date(Date.UTC(clock.getUTCFullYear(), month, 0)).getUTCDate()
  const isLast = day + 7 > daysInMonth
  const operator = isLast ? lastOperator : firstOperator + Math.floor((day - 1) / 7)
  const weekday = clock.getUTCDay() === 0 ? 7 : clock.getUTCDay()
  const seconds = clock.getUTCMinutes() * 60 + clock.getUTCSeconds()
  const bits = month * 2 ** 28 + operator * 2 ** 25 + weekday * 2 ** 17 + clock.getUTCHours() * 2 ** 12 + seconds
  return bits.toString(16).toUpperCase().padStart(8, '0')
}
