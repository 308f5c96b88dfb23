import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { isBefore, parseCalendarDate } from '../../kernel/calendar-date.ts'

/** The most characters of a key's name. */
export const longestKeyName = 80

/** The form in which staff ask for a new key of the system API. */
export interface ApiKeyForm {
  readonly name: string
  readonly scopes: readonly string[]
  /** The last day on which it works; empty for a key without an end. */
  readonly lastDay: string
}

export type ApiKeyProblem =
  | { readonly code: 'name-missing' | 'name-too-long'; readonly field: 'name' }
  | { readonly code: 'scopes-missing'; readonly field: 'scopes' }
  | { readonly code: 'last-day-not-valid' | 'last-day-past'; readonly field: 'lastDay' }

/** The problems of a new key of the system API. */
export function checkApiKey({ name, scopes, lastDay }: ApiKeyForm, today: CalendarDate): readonly ApiKeyProblem[] {
  const problems: ApiKeyProblem[] = []
  const typed = name.trim()
  if (typed === '') problems.push({ code: 'name-missing', field: 'name' })
  if (typed.length > longestKeyName) problems.push({ code: 'name-too-long', field: 'name' })
  if (scopes.length === 0) problems.push({ code: 'scopes-missing', field: 'scopes' })
  const day = parseCalendarDate(lastDay)
  if (lastDay !== '' && day === null) problems.push({ code: 'last-day-not-valid', field: 'lastDay' })
  if (day !== null && isBefore(day, today)) problems.push({ code: 'last-day-past', field: 'lastDay' })
  return problems
}
