import { calendarDateIn, formatUsDate } from '../kernel/calendar-date.ts'
import type { Language } from '../kernel/problem.ts'

/** What a time is written for. */
export interface ClockFacts {
  /** The cooperative's. */
  readonly timeZone: string
  readonly language: Language
  /** Times of this day are written without their date. */
  readonly now: Date
}

/**
 * A time of an outage in 12-hour form: '4:30 PM' today, '11/21/2026, 4:30 PM' on any other day.
 *
 * @throws RangeError for an unknown zone or an invalid instant.
 */
export function outageClock(instant: Date, { timeZone, language, now }: ClockFacts): string {
  const locale = language === 'es' ? 'es-US' : 'en-US'
  const time = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' }).format(instant)
  const day = calendarDateIn(timeZone, instant)
  return day === calendarDateIn(timeZone, now) ? time : `${formatUsDate(day)}, ${time}`
}
