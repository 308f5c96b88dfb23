import { type CalendarDate, calendarDate, addDays, isBefore } from '../../kernel/calendar-date.ts'
import type { Cents } from '../../kernel/money.ts'

/** The facts of an account that decide whether its member may pay later. */
export interface ArrangementCandidate {
  readonly isPrepaid: boolean
  readonly accountStatus: string
  readonly derivedStatus: string
  readonly pastDue: Cents
  /** The amount owed, in cents, past due or not. */
  readonly owed: Cents
  readonly hasArrangement: boolean
  /** When the last arrangement of the account was made online; `null` without one. */
  readonly lastMadeOn: CalendarDate | null
}

export type ArrangementProblem =
  | { readonly code: 'prepaid' | 'closed' | 'disconnected' | 'has-arrangement' | 'nothing-past-due' }
  | { readonly code: 'too-soon'; readonly againOn: CalendarDate }

/**
 * The reason that an account cannot get an arrangement online; `null` when it can. Closed and written-off accounts and those whose service
 * is disconnected need a person.
 */
export function checkArrangement(
  account: ArrangementCandidate,
  monthsBetween: number,
  today: CalendarDate,
): ArrangementProblem | null {
  if (account.isPrepaid) return { code: 'prepaid' }
  if (account.accountStatus !== 'Active' || account.derivedStatus === 'Final Billed') return { code: 'closed' }
  if (account.derivedStatus === 'Disconnected' || account.derivedStatus === 'Pending Reconnect')
    return { code: 'disconnected' }
  if (account.hasArrangement) return { code: 'has-arrangement' }
  if (account.pastDue <= 0 || account.owed <= 0) return { code: 'nothing-past-due' }
  const againOn = account.lastMadeOn === null ? null : nextArrangementOn(account.lastMadeOn, monthsBetween)
  return againOn !== null && isBefore(today, againOn) ? { code: 'too-soon', againOn } : null
}

/** The first day on which another arrangement may be made: the same day of a later month, or that month's last. */
export function nextArrangementOn(madeOn: CalendarDate, monthsBetween: number): CalendarDate {
  const month = Number(madeOn.slice(5, 7)) - 1 + monthsBetween
  const firstOf = (months: number) =>
    calendarDate(
      `${String(Number(madeOn.slice(0, 4)) + Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`,
    )
  const lastDay = addDays(firstOf(month + 1), -1)
  const sameDay = addDays(firstOf(month), Number(madeOn.slice(8, 10)) - 1)
  return isBefore(sameDay, lastDay) ? sameDay : lastDay
}

/** The choice of a way to pay later, on the page; empty until one is made. */
export interface ChoiceForm {
  readonly choice: string
}

export const checkChoice = ({
  choice,
}: ChoiceForm): readonly { readonly code: 'choice-missing'; readonly field: 'choice' }[] =>
  choice === '' ? [{ code: 'choice-missing', field: 'choice' }] : []
