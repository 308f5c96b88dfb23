import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Language } from '@coopline/rules/kernel/problem'
import { byLanguage } from './formats.ts'

/** Formats 'yyyy-MM-ddTHH:mm…' as it reads: in no time zone. */
function written(options: Intl.DateTimeFormatOptions): (local: string, language: Language) => string {
  const formatOf = byLanguage((locale) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))
  return (local, language) => formatOf(language).format(Date.parse(`${local.slice(0, 16)}:00Z`))
}

const onDay =
  (format: (local: string, language: Language) => string) =>
  (date: string, language: Language): string =>
    format(`${date}T12:00`, language)

/** The label under a bar: 'Nov 3'. */
export const shortDay: (date: CalendarDate, language: Language) => string = onDay(
  written({ month: 'short', day: 'numeric' }),
)

/** The accessible name of a bar: 'Tuesday, November 3, 2026'. */
export const longDay: (date: CalendarDate, language: Language) => string = onDay(
  written({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }),
)

const shortMonths = onDay(written({ month: 'short', year: '2-digit' }))
const longMonths = onDay(written({ month: 'long', year: 'numeric' }))
const monthNames = onDay(written({ month: 'long' }))

/** The label under a bar, of a 'yyyy-MM': 'Nov 26'. */
export const shortMonth = (month: string, language: Language): string => shortMonths(`${month}-15`, language)

/** Formats 'yyyy-MM' as 'November 2026'. */
export const longMonth = (month: string, language: Language): string => longMonths(`${month}-15`, language)

/** 'June' for 6. */
export const monthName = (month: number, language: Language): string =>
  monthNames(`2001-${String(month).padStart(2, '0')}-15`, language)

/** Formats 'yyyy-MM-ddTHH:mm…' as '1:30 AM', in the cooperative's time zone. */
export const clockTime: (local: string, language: Language) => string = written({ hour: 'numeric', minute: '2-digit' })

const hours = written({ hour: 'numeric' })

/** '4 PM' for 16. */
export const hourName = (hour: number, language: Language): string =>
  hours(`2001-01-01T${String(hour).padStart(2, '0')}:00`, language)
