import { addDays, type CalendarDate, isAfter, isBefore, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { mostHistoryMonths } from './espi-scope.ts'

/** Maximum length of a token name, in Unicode characters. */
export const maxTokenNameLength = 60
/** Maximum number of access tokens and connected apps per member. */
export const maxConnections = 20
/** Maximum number of meters per connection. */
export const maxConnectedMeters = 50
/** Maximum lifetime of a connection, in days. */
export const maxConnectionDays = 1_096
/** History lengths that the form offers, in months. */
export const historyChoices = [1, 3, 12, 24, 36] as const

/** The member's choices for a connection. */
export interface GrantChoice {
  /** Only for access tokens; an app brings its own name. */
  readonly name?: string
  readonly scopes: readonly string[]
  readonly meters: readonly string[]
  readonly historyMonths: number
  /** Last day of the connection, yyyy-MM-dd. */
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

/** Checks a member's choices and returns every problem, in form order. */
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
