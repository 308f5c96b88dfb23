import { calendarDateIn, formatUsDate } from './calendar-date.ts'
import type { Language } from './problem.ts'

const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' }

const clocks = new Map<string, Intl.DateTimeFormat>()

/**
 * Formats the time of an instant on a 12-hour clock, such as '4:30 PM' or '4:30 p. m.'.
 *
 * @throws RangeError for an unknown zone or an invalid instant.
 */
export function formatTime(instant: Date, timeZone: string, language: Language): string {
  const key = `${language} ${timeZone}`
  // Making a formatter takes some 200 times as long as using it.
  const clock = clocks.get(key) ?? new Intl.DateTimeFormat(locales[language], { timeZone, timeStyle: 'short' })
  clocks.set(key, clock)
  return clock.format(instant)
}

/**
 * Formats an instant as date and time, such as '11/21/2026, 4:30 PM': the day as everywhere, in both languages.
 *
 * @throws RangeError for an unknown zone or an invalid instant.
 */
export const formatInstant = (instant: Date, timeZone: string, language: Language): string =>
  `${formatUsDate(calendarDateIn(timeZone, instant))}, ${formatTime(instant, timeZone, language)}`
