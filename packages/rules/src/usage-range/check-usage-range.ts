import {
  addDays,
  type CalendarDate,
  calendarDate,
  daysBetween,
  isAfter,
  isBefore,
  parseCalendarDate,
} from '../kernel/calendar-date.ts'
import type { Problem } from '../kernel/problem.ts'

/** The dates of a usage search as the form holds them: `yyyy-MM-dd`, or empty. Both days are included. */
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
  /** The feature MDMEnabled, which sets the two 180-day limits (REQ-D-228). */
  readonly hasMdm: boolean
}

/** The first day that can be asked for (US-49). */
export const earliestUsageDay = calendarDate('1990-01-01')

/** Both 180-day limits of US-52 and US-53. Exactly this many days pass. */
export const mostUsageDays = 180

/** The days before today that the page opens with (REQ-D-230). */
export const usualUsageDays = 30

/** The range that the page opens with: the last 30 days, today included. */
export const usualUsageRange = (today: CalendarDate): { fromDate: CalendarDate; toDate: CalendarDate } => ({
  fromDate: addDays(today, 1 - usualUsageDays),
  toDate: today,
})

/**
 * Every problem of a usage search: of each date by itself first, then of the range, in the order of REQ-D-230.
 *
 * @returns at most one problem for each date.
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
