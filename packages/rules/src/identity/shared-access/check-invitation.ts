import { addDays, type CalendarDate, isAfter, isBefore, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { checkEmail, type EmailRule, normalizeEmail } from '../email-address/check-email.ts'

/** Maximum length of the name that a member gives a guest, in Unicode characters. */
export const maxGuestNameLength = 60
/** Maximum number of people with access per member, open invitations included. */
export const maxGuests = 20
/** Maximum number of accounts in one invitation. */
export const maxSharedAccounts = 50
/** Maximum length of an access, in days. */
export const maxSharedDays = 366
/** The number of days in which an invitation can be accepted. */
export const invitationDays = 7

/** The rights of a guest on an account. */
export const sharedRights = ['view', 'view-and-pay'] as const
export type SharedRights = (typeof sharedRights)[number]

/** The form that a member fills in to invite a guest. */
export interface Invitation {
  readonly name: string
  readonly email: string
  readonly accounts: readonly string[]
  /** Last day of the access, yyyy-MM-dd. */
  readonly lastDay: string
}

export type InvitationProblemCode =
  | 'name-missing'
  | 'name-too-long'
  | 'name-not-valid'
  | 'email-missing'
  | 'email-not-valid'
  | 'no-account'
  | 'too-many-accounts'
  | 'end-not-valid'
  | 'end-passed'
  | 'end-too-late'

export interface InvitationProblem {
  readonly field: 'name' | 'email' | 'accounts' | 'lastDay'
  readonly code: InvitationProblemCode
}

/** Checks an invitation and returns every problem, in form order. */
export function checkInvitation(
  invitation: Invitation,
  today: CalendarDate,
  rule: EmailRule,
): readonly InvitationProblem[] {
  const name = checkName(invitation.name)
  const email = checkEmail(normalizeEmail(invitation.email), rule)
  const accounts = checkAccounts(invitation.accounts.length)
  const end = checkLastDay(invitation.lastDay, today)
  return [
    ...(name === null ? [] : [{ field: 'name', code: name } as const]),
    ...(email === null ? [] : [{ field: 'email', code: email } as const]),
    ...(accounts === null ? [] : [{ field: 'accounts', code: accounts } as const]),
    ...(end === null ? [] : [{ field: 'lastDay', code: end } as const]),
  ]
}

function checkName(name: string): InvitationProblemCode | null {
  const trimmed = name.trim()
  if (trimmed === '') return 'name-missing'
  if (Array.from(trimmed).length > maxGuestNameLength) return 'name-too-long'
  return /[\p{Cc}\u2028\u2029]/u.test(trimmed) ? 'name-not-valid' : null
}

function checkAccounts(count: number): InvitationProblemCode | null {
  if (count === 0) return 'no-account'
  return count > maxSharedAccounts ? 'too-many-accounts' : null
}

function checkLastDay(text: string, today: CalendarDate): InvitationProblemCode | null {
  const end = parseCalendarDate(text)
  if (end === null) return 'end-not-valid'
  if (isBefore(end, today)) return 'end-passed'
  return isAfter(end, addDays(today, maxSharedDays)) ? 'end-too-late' : null
}
