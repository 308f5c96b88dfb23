import { addDays, type CalendarDate, isAfter, isBefore } from '../../kernel/calendar-date.ts'
import type { DraftType } from '../drafts/draft-types.ts'
import { bankingDayFrom } from './banking-days.ts'

/** Due dates further back than this are never taken up: the bank was closed for longer, or bills were imported too late. */
export const lookBackDays = 14

/** The facts that decide when a draft is due. */
export interface RecurringDraft {
  readonly type: DraftType
  /** The day of the month, or the number of days after billing. */
  readonly day: number | null
  /** No due date before this one: the start that the member chose, or the day of the set-up. */
  readonly firstDate: CalendarDate
  /** Dates of the account's recent bills. */
  readonly billDates: readonly CalendarDate[]
  /** Not taken before this day: the bank account waits for its prenote. */
  readonly readyOn: CalendarDate
}

/** The days that a run covers, both included: those since the run before it. */
export interface RunWindow {
  readonly from: CalendarDate
  readonly to: CalendarDate
}

/**
 * The due dates of a draft that a run takes up, oldest first. A date on which banks are closed, or before the draft is ready, is
 * taken up on the first banking day after it. Bills are imported late, so a due date that follows a bill is taken up by the first
 * run that knows it. The caller takes up each due date once.
 */
export function dueDates(draft: RecurringDraft, window: RunWindow): readonly CalendarDate[] {
  const followsBill = draft.type === 'WHEN_BILLED' || draft.type === 'DAYS_AFTER_BILLING'
  return recentDays(window.to).filter((date) => {
    if (isBefore(date, draft.firstDate) || !isDue(draft, date)) return false
    const takenOn = bankingDayFrom(isBefore(date, draft.readyOn) ? draft.readyOn : date)
    return !isAfter(takenOn, window.to) && (followsBill || !isBefore(takenOn, window.from))
  })
}

/** Longer than the time from one due date to the next. */
const longestMonth = 31

/** Days that a due date may wait for the next banking day. */
const longestWait = 7

/**
 * The next due date of a draft that is taken today or later, and the day on which it is taken; `null` while it is unknown, as for
 * a draft that follows a bill which is not there yet.
 */
export function nextDraft(
  draft: Omit<RecurringDraft, 'readyOn'>,
  today: CalendarDate,
): { readonly dueDate: CalendarDate; readonly takenOn: CalendarDate } | null {
  const from = addDays(isBefore(draft.firstDate, today) ? today : draft.firstDate, -longestWait)
  const days = Array.from({ length: longestWait + longestMonth + 1 }, (_, index) => addDays(from, index))
  const found = days
    .filter((date) => !isBefore(date, draft.firstDate) && isDue(draft, date))
    .map((dueDate) => ({ dueDate, takenOn: bankingDayFrom(dueDate) }))
    .find(({ takenOn }) => !isBefore(takenOn, today))
  return found ?? null
}

let recent: readonly CalendarDate[] = []

/** The days up to `to`. A run asks for them for every draft, so the last answer is kept. */
function recentDays(to: CalendarDate): readonly CalendarDate[] {
  if (recent.at(-1) !== to)
    recent = Array.from({ length: lookBackDays + 1 }, (_, index) => addDays(to, index - lookBackDays))
  return recent
}

function isDue({ type, day, billDates }: Omit<RecurringDraft, 'readyOn'>, date: CalendarDate): boolean {
  if (type === 'END_OF_MONTH') return isLastOfMonth(date)
  // A month without that day has its last day instead.
  if (type === 'DAY_OF_MONTH')
    return dayOfMonth(date) === day || (day !== null && day > dayOfMonth(date) && isLastOfMonth(date))
  if (type === 'WHEN_BILLED') return billDates.includes(date)
  // The cooperative's system alone knows its billing cycle.
  return type === 'DAYS_AFTER_BILLING' && day !== null && billDates.includes(addDays(date, -day))
}

const dayOfMonth = (date: CalendarDate): number => Number(date.slice(8))

const isLastOfMonth = (date: CalendarDate): boolean => dayOfMonth(date) > 27 && dayOfMonth(addDays(date, 1)) === 1
