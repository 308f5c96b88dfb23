import {
  addDays,
  type CalendarDate,
  calendarDate,
  daysBetween,
  isAfter,
  isBefore,
  parseCalendarDate,
} from '../../kernel/calendar-date.ts'
import type { Problem } from '../../kernel/problem.ts'

/** The date fields of a usage search, `yyyy-MM-dd` or empty. The range includes both days. */
export interface UsageRange {
  readonly fromDate: string
  readonly toDate: string
}

export interface UsageRangeProblem extends Problem {
  readonly code: 'date-missing' | 'date-too-early' | 'range-invalid' | 'range-too-long' | 'start-too-early'
  readonly field: keyof UsageRange
}

export interface UsageLimits {
  readonly today: CalendarDate
  /** The MDMEnabled feature, which turns on the two 180-day limits (REQ-D-228). */
  readonly hasMdm: boolean
}

/** The earliest day a search may ask for (US-49). */
export const earliestUsageDay = calendarDate('1990-01-01')

/** Both 180-day limits (US-52, US-53), inclusive. */
export const mostUsageDays = 180

/** Length of the default range, in days before today (REQ-D-230). */
const usualUsageDays = 30

/** The default range: the last 30 days, including today. */
export const usualUsageRange = (today: CalendarDate): { fromDate: CalendarDate; toDate: CalendarDate } => ({
  fromDate: addDays(today, 1 - usualUsageDays),
  toDate: today,
})

/**
 * Checks a usage search, first each date and then the range, in the order of REQ-D-230.
 *
 * @returns at most one problem per date.
 */
export function checkUsageRange(
  { fromDate, toDate }: UsageRange,
  { today, hasMdm }: UsageLimits,
): readonly UsageRangeProblem[] {
  const [from, to] = [parseCalendarDate(fromDate), parseCalendarDate(toDate)]
  const ofDates = [...ofDate('fromDate', from), ...ofDate('toDate', to)]
  if (from === null || to === null || ofDates.length > 0) return ofDates
  if (isAfter(to, today) || isBefore(to, from)) return [{ code: 'range-invalid', field: 'toDate' }]
  if (!hasMdm) return []
  if (daysBetween(from, to) > mostUsageDays) return [{ code: 'range-too-long', field: 'toDate' }]
  return daysBetween(from, today) > mostUsageDays ? [{ code: 'start-too-early', field: 'fromDate' }] : []
}

function ofDate(field: keyof UsageRange, date: CalendarDate | null): readonly UsageRangeProblem[] {
  if (date === null) return [{ code: 'date-missing', field }]
  return isBefore(date, earliestUsageDay) ? [{ code: 'date-too-early', field }] : []
}
