import { addDays, type CalendarDate, calendarDateIn } from './calendar-date.ts'

/** The end of a day in a time zone, searched in half-hour steps because every time zone starts its days on one. */
export function endOfDay(day: CalendarDate, timeZone: string): Date {
  const next = addDays(day, 1)
  const [halfHour, from] = [1_800_000, Date.parse(`${next}T00:00:00Z`) - 14 * 3_600_000]
  const moments = Array.from({ length: 56 }, (_none, index) => new Date(from + index * halfHour))
  return moments.find((moment) => calendarDateIn(timeZone, moment) >= next) ?? new Date(`${next}T12:00:00Z`)
}
