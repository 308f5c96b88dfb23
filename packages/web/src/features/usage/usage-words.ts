import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents, formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const small = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })

/** A quantity with one decimal; small ones with three, since interval data is far below one. */
export const quantity = (value: number): string => (Math.abs(value) < 10 ? small : numbers).format(value)

/** A quantity with its unit, or cents as dollars. */
export const measured = (value: number, unit: string): string =>
  unit === '$' ? formatUsd(cents(Math.round(value))) : `${quantity(value)} ${unit}`

export const degrees = (value: number): string => `${numbers.format(value)} °F`

export const percentOf = (part: number): string =>
  new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 }).format(part)

const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' }

const dated = (date: string, language: Language, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locales[language], { ...options, timeZone: 'UTC' }).format(Date.parse(`${date}T12:00:00Z`))

/** 'Nov 3' under a bar. */
export const shortDay = (date: CalendarDate, language: Language): string =>
  dated(date, language, { month: 'short', day: 'numeric' })

/** 'Tuesday, November 3, 2026': a bar's own name. */
export const longDay = (date: CalendarDate, language: Language): string =>
  dated(date, language, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })

/** 'Nov' and 'November 2026' of 'yyyy-MM'. */
export const shortMonth = (month: string, language: Language): string =>
  dated(`${month}-15`, language, { month: 'short', year: '2-digit' })

export const longMonth = (month: string, language: Language): string =>
  dated(`${month}-15`, language, { month: 'long', year: 'numeric' })

/** '1:30 AM' of 'yyyy-MM-ddTHH:mm…', as the cooperative's clocks show it. */
export const clockTime = (startTime: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    Date.parse(`${startTime.slice(0, 16)}:00Z`),
  )
