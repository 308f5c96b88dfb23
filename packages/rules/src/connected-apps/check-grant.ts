import { addDays, type CalendarDate, isAfter, isBefore, parseCalendarDate } from '../kernel/calendar-date.ts'
import { mostHistoryMonths } from './espi-scope.ts'

/** Longest name of an access token, in characters as members count them. */
export const maxTokenNameLength = 60
/** Access tokens and connected apps that one member may have at a time. */
export const maxConnections = 20
/** Meters that one connection may read. */
export const maxConnectedMeters = 50
/** How long a connection lasts at most, in days. */
export const maxConnectionDays = 1_096
/** What the form offers for the history, in months. */
export const historyChoices = [1, 3, 12, 24, 36] as const

/** What a member decides about a connection. */
export interface GrantChoice {
  /** Absent for an app, which has a name of its own. */
  readonly name?: string
  readonly scopes: readonly string[]
  readonly meters: readonly string[]
  readonly historyMonths: number
  /** The last day, yyyy-MM-dd. */
  readonly endsOn: string
}

export type GrantProblemCode =
  | 'token-name-missing'
  | 'token-name-too-long'
  | 'token-name-not-valid'
  | 'no-scope'
  | 'no-meter'
  | 'too-many-meters'
  | 'history-not-valid'
  | 'end-not-valid'
  | 'end-passed'
  | 'end-too-late'

export interface GrantProblem {
  readonly field: 'name' | 'scopes' | 'meters' | 'historyMonths' | 'endsOn'
  readonly code: GrantProblemCode
}

/** Every problem of a member's choice, from top to bottom. */
export function checkGrant(choice: GrantChoice, today: CalendarDate): readonly GrantProblem[] {
  const name = choice.name === undefined ? null : checkName(choice.name)
  const meters = checkMeters(choice.meters.length)
  const end = checkEnd(choice.endsOn, today)
  return [
    ...(name === null ? [] : [{ field: 'name', code: name } as const]),
    ...(choice.scopes.length > 0 ? [] : [{ field: 'scopes', code: 'no-scope' } as const]),
    ...(meters === null ? [] : [{ field: 'meters', code: meters } as const]),
    ...(isHistory(choice.historyMonths) ? [] : [{ field: 'historyMonths', code: 'history-not-valid' } as const]),
    ...(end === null ? [] : [{ field: 'endsOn', code: end } as const]),
  ]
}

const isHistory = (months: number): boolean => Number.isInteger(months) && months >= 1 && months <= mostHistoryMonths

function checkName(name: string): GrantProblemCode | null {
  const trimmed = name.trim()
  if (trimmed === '') return 'token-name-missing'
  if (Array.from(trimmed).length > maxTokenNameLength) return 'token-name-too-long'
  return /[\p{Cc}\u2028\u2029]/u.test(trimmed) ? 'token-name-not-valid' : null
}

function checkMeters(count: number): GrantProblemCode | null {
  if (count === 0) return 'no-meter'
  return count > maxConnectedMeters ? 'too-many-meters' : null
}

function checkEnd(text: string, today: CalendarDate): GrantProblemCode | null {
  const end = parseCalendarDate(text)
  if (end === null) return 'end-not-valid'
  if (isBefore(end, today)) return 'end-passed'
  return isAfter(end, addDays(today, maxConnectionDays)) ? 'end-too-late' : null
}
