import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents, formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { dateFormat } from '../../portal/formats.ts'

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const small = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })

/** Formats a quantity with one decimal. Values below 10 get three, because interval data is often far below one. */
export const quantity = (value: number): string => (Math.abs(value) < 10 ? small : numbers).format(value)

/** Formats a quantity with its unit, or cents as dollars. */
export const measured = (value: number, unit: string): string =>
  unit === '$' ? formatUsd(cents(Math.round(value))) : `${quantity(value)} ${unit}`

export const degrees = (value: number): string => `${numbers.format(value)} °F`

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 })

export const percentOf = (part: number): string => percent.format(part)

/** Formats 'yyyy-MM-dd' in a language. */
function dated(options: Intl.DateTimeFormatOptions): (date: string, language: Language) => string {
  const formatOf = dateFormat({ ...options, timeZone: 'UTC' })
  return (date, language) => formatOf(language).format(Date.parse(`${date}T12:00:00Z`))
}

/** The label under a bar: 'Nov 3'. */
export const shortDay: (date: CalendarDate, language: Language) => string = dated({ month: 'short', day: 'numeric' })

/** The accessible name of a bar: 'Tuesday, November 3, 2026'. */
export const longDay: (date: CalendarDate, language: Language) => string = dated({
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
})

const shortMonths = dated({ month: 'short', year: '2-digit' })
const longMonths = dated({ month: 'long', year: 'numeric' })

/** Formats 'yyyy-MM' as 'Nov' or 'November 2026'. */
export const shortMonth = (month: string, language: Language): string => shortMonths(`${month}-15`, language)

export const longMonth = (month: string, language: Language): string => longMonths(`${month}-15`, language)

const clockFormat = dateFormat({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })

/** Formats 'yyyy-MM-ddTHH:mm…' as '1:30 AM', in the cooperative's time zone. */
export const clockTime = (startTime: string, language: Language): string =>
  clockFormat(language).format(Date.parse(`${startTime.slice(0, 16)}:00Z`))
