import { addDays, type CalendarDate, calendarDate, daysBetween, isAfter } from '../../kernel/calendar-date.ts'

/** Source of a reading, with its wire value (DU-02). */
export type UsageStatus = 'Actual' | 'Estimate' | 'Keyed'

/** Bar color of a day: gray, dark gray, light gray or blue (US-16 to US-19). */
export type BarKind = 'estimate' | 'keyed' | 'weekend' | 'ordinary'

/** Estimates take priority over keyed readings, and both over weekends (REQ-D-238). */
export function barKind({ status, isWeekend }: { readonly status: UsageStatus; readonly isWeekend: boolean }): BarKind {
  if (status === 'Estimate') return 'estimate'
  if (status === 'Keyed') return 'keyed'
  return isWeekend ? 'weekend' : 'ordinary'
}

const aSaturday = calendarDate('2000-01-01')

/** 0 is Saturday, 1 Sunday. */
const dayOfWeek = (day: CalendarDate): number => ((daysBetween(aSaturday, day) % 7) + 7) % 7

export const isWeekend = (day: CalendarDate): boolean => dayOfWeek(day) < 2

/** Pairs each day of a range, both ends included, with its row, or `null` for a day without one. */
export function everyDay<Row extends { readonly date: CalendarDate }>(
  from: CalendarDate,
  to: CalendarDate,
  rows: readonly Row[],
): readonly { readonly date: CalendarDate; readonly row: Row | null }[] {
  const byDay = new Map(rows.map((row) => [row.date, row]))
  const days: { readonly date: CalendarDate; readonly row: Row | null }[] = []
  for (let date = from; !isAfter(date, to); date = addDays(date, 1)) days.push({ date, row: byDay.get(date) ?? null })
  return days
}

/** Returns the day in another year. February 29 becomes February 28 in a common year. */
export function sameDayIn(yearsLater: number, day: CalendarDate): CalendarDate {
  const year = String(Number(day.slice(0, 4)) + yearsLater).padStart(4, '0')
  const wanted = `${year}${day.slice(4)}`
  const isLeapDay = day.endsWith('-02-29')
  return isLeapDay ? addDays(calendarDate(`${year}-03-01`), -1) : calendarDate(wanted)
}

/** The twelve calendar months that end with today's month, from the first day of the first month through today. */
export function lastTwelveMonths(today: CalendarDate): { readonly from: CalendarDate; readonly to: CalendarDate } {
  const month = Number(today.slice(5, 7))
  const year = Number(today.slice(0, 4))
  const [fromYear, fromMonth] = month === 12 ? [year, 1] : [year - 1, month + 1]
  return {
    from: calendarDate(`${String(fromYear).padStart(4, '0')}-${String(fromMonth).padStart(2, '0')}-01`),
    to: today,
  }
}
