import { addDays, type CalendarDate, isBefore, parseCalendarDate } from '../../kernel/calendar-date.ts'

/** A payment can be scheduled for tomorrow at the earliest; today it is paid at once. */
const longestDaysAhead = 365

export const scheduleDates = (
  today: CalendarDate,
): { readonly earliest: CalendarDate; readonly latest: CalendarDate } => ({
  earliest: addDays(today, 1),
  latest: addDays(today, longestDaysAhead),
})

export type ScheduleProblem =
  | { readonly code: 'date-missing' | 'method-missing' }
  | { readonly code: 'date-too-early' | 'date-too-late'; readonly limit: CalendarDate }

const codes: readonly string[] = ['date-missing', 'method-missing', 'date-too-early', 'date-too-late']

export const isScheduleProblem = (problem: { readonly code: string }): problem is ScheduleProblem =>
  codes.includes(problem.code)

/** The reason that a payment cannot be scheduled for a day; `null` when it can. */
export function checkScheduleDate(text: string, today: CalendarDate): ScheduleProblem | null {
  const date = parseCalendarDate(text)
  const { earliest, latest } = scheduleDates(today)
  if (date === null) return { code: 'date-missing' }
  if (isBefore(date, earliest)) return { code: 'date-too-early', limit: earliest }
  return isBefore(latest, date) ? { code: 'date-too-late', limit: latest } : null
}
