import { calendarDateIn, formatUsDate } from '../../kernel/calendar-date.ts'
import { formatInstant, formatTime } from '../../kernel/instant.ts'
import type { Language } from '../../kernel/problem.ts'

/** Context for formatting a time. */
export interface ClockFacts {
  /** The cooperative's time zone. */
  readonly timeZone: string
  readonly language: Language
  /** Times on this day are formatted without a date. */
  readonly now: Date
}

/**
 * Formats an outage time on a 12-hour clock: '4:30 PM' today, '11/21/2026, 4:30 PM' on any other day.
 *
 * @throws RangeError for an unknown zone or an invalid instant.
 */
export function outageClock(instant: Date, { timeZone, language, now }: ClockFacts): string {
  const isToday = calendarDateIn(timeZone, instant) === calendarDateIn(timeZone, now)
  return isToday ? formatTime(instant, timeZone, language) : formatInstant(instant, timeZone, language)
}

/**
 * When service is expected back, as members read it: 'MM/dd/yyyy HH:mm' on the cooperative's clock (REQ-D-108).
 *
 * @throws RangeError for an unknown zone or an invalid instant.
 */
export function restorationTime(instant: Date, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return `${formatUsDate(calendarDateIn(timeZone, instant))} ${clock.format(instant)}`
}
