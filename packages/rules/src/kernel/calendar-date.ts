import { isDigits } from './digits.ts'

/**
 * A day without a time or a zone, as 'yyyy-MM-dd', years 0001 to 9999. It never becomes a local-time `Date`: west of
 * Greenwich that turns '2027-03-01' into the last day of February.
 */
export type CalendarDate = string & { readonly kind: 'calendar-date' }

/** Reads 'yyyy-MM-dd'. @returns `null` when it is not a real day of the calendar in exactly that form. */
export const parseCalendarDate = (text: string): CalendarDate | null => (isCalendarDate(text) ? text : null)

function isCalendarDate(text: string): text is CalendarDate {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return false
  if (!isDigits(text.slice(0, 4) + text.slice(5, 7) + text.slice(8, 10))) return false
  const { year, month, day } = parts(text)
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** As `parseCalendarDate`, for text that the caller knows to be a date. @throws RangeError when it is not. */
export function calendarDate(text: string): CalendarDate {
  const date = parseCalendarDate(text)
  if (date === null) throw new RangeError(`Not a calendar date (yyyy-MM-dd): '${text.slice(0, 40)}'`)
  return date
}

/** The day `days` later, or earlier when negative. @throws RangeError when `days` is not whole or the year leaves 1–9999. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  if (!Number.isSafeInteger(days)) throw new RangeError(`Not a whole number of days: ${days}`)
  return fromDayNumber(toDayNumber(date) + days)
}

/** Returns the number of days from `a` to `b`; negative when `b` is earlier. */
export const daysBetween = (a: CalendarDate, b: CalendarDate): number => toDayNumber(b) - toDayNumber(a)

// Fixed width makes text order the order of days.
export const isBefore = (a: CalendarDate, b: CalendarDate): boolean => a < b

export const isAfter = (a: CalendarDate, b: CalendarDate): boolean => a > b

/** 'MM/dd/yyyy', as members read it in both languages. */
export const formatUsDate = (date: CalendarDate): string =>
  `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`

/**
 * The day it is in `timeZone` (an IANA name such as 'America/Chicago') at `instant`.
 *
 * @throws RangeError for an unknown zone, an invalid instant, or a year outside 1–9999.
 */
export function calendarDateIn(timeZone: string, instant: Date): CalendarDate {
  const found = new Map(
    formatFor(timeZone)
      .formatToParts(instant)
      .map((part) => [part.type, part.value]),
  )
  if (found.get('era') !== 'AD') throw new RangeError(`Not an instant of the years 1–9999: ${instant.toISOString()}`)
  return calendarDate(`${found.get('year')?.padStart(4, '0')}-${found.get('month')}-${found.get('day')}`)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating a formatter is expensive, and a cooperative has one time zone. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

function parts(text: string): { year: number; month: number; day: number } {
  return { year: Number(text.slice(0, 4)), month: Number(text.slice(5, 7)), day: Number(text.slice(8, 10)) }
}

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

// Days since 0000-03-01 in the proleptic Gregorian calendar. Years are counted from March so that the leap day is the
// last day of its year: http://howardhinnant.github.io/date_algorithms.html#days_from_civil
function toDayNumber(date: CalendarDate): number {
  const { year, month, day } = parts(date)
  const marchYear = month > 2 ? year : year - 1
  const marchMonth = (month + 9) % 12
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return marchYear * 365 + leapDays + Math.floor((153 * marchMonth + 2) / 5) + day - 1
}

function fromDayNumber(dayNumber: number): CalendarDate {
  const era = Math.floor(dayNumber / 146_097)
  const dayOfEra = dayNumber - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  return calendarDate(`${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`)
}

const padded = (n: number, width: number): string => String(n).padStart(width, '0')

/** The end of a day in a time zone, searched in half-hour steps because every time zone starts its days on one. */
export function endOfDay(day: CalendarDate, timeZone: string): Date {
  const next = addDays(day, 1)
  const [halfHour, from] = [1_800_000, Date.parse(`${next}T00:00:00Z`) - 14 * 3_600_000]
  const moments = Array.from({ length: 56 }, (_none, index) => new Date(from + index * halfHour))
  return moments.find((moment) => calendarDateIn(timeZone, moment) >= next) ?? new Date(`${next}T12:00:00Z`)
}
