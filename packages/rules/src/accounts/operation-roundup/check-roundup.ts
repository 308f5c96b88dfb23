import {
  addDays,
  type CalendarDate,
  calendarDate,
  isAfter,
  isBefore,
  parseCalendarDate,
} from '../../kernel/calendar-date.ts'
import { type Cents, cents, zeroCents } from '../../kernel/money.ts'
import { parseTypedAmount } from '../../kernel/typed-amount.ts'

/** The maximum that a member gives above the rounded-up bill, in cents: $99,999,999.99, inclusive (OR-16). */
export const maxRoundUpAmount: Cents = cents(9_999_999_999)

/** '99999999.99' has eleven characters (OR-18). */
export const maxRoundUpAmountLength = 11

/** The last day that an enrollment may end on (OR-21). */
export const maxRoundUpExpiration: CalendarDate = calendarDate('2121-12-31')

/** The first day that an enrollment may end on: tomorrow (MP-60, OR-20). */
export const minRoundUpExpiration = (today: CalendarDate): CalendarDate => addDays(today, 1)

export type RoundUpAmountProblem = 'roundup-amount-not-valid' | 'roundup-amount-negative' | 'roundup-amount-too-large'
export type RoundUpExpirationProblem = 'roundup-expiration-not-valid' | 'roundup-expiration-past'

/** Text of an amount as cents: empty is none, and `'not-valid'` is what is no amount. */
export function readRoundUpAmount(text: string): Cents | null | 'not-valid' {
  const typed = text.trim()
  if (typed === '') return null
  return parseTypedAmount(typed) ?? 'not-valid'
}

/** Decides on an amount (OR-14 to OR-16); none is fine. Returns `null` when acceptable. @internal */
export function checkRoundUpAmount(amount: Cents | null | 'not-valid'): RoundUpAmountProblem | null {
  if (amount === null) return null
  if (amount === 'not-valid') return 'roundup-amount-not-valid'
  if (amount < zeroCents) return 'roundup-amount-negative'
  return amount > maxRoundUpAmount ? 'roundup-amount-too-large' : null
}

/**
 * Decides on the day that an enrollment ends (OR-20, OR-21, REQ-D-243); empty is no end.
 *
 * @param today in the cooperative's time zone.
 * @internal
 */
export function checkRoundUpExpiration(text: string, today: CalendarDate): RoundUpExpirationProblem | null {
  if (text === '') return null
  const date = parseCalendarDate(text)
  if (date === null || isAfter(date, maxRoundUpExpiration)) return 'roundup-expiration-not-valid'
  return isBefore(date, minRoundUpExpiration(today)) ? 'roundup-expiration-past' : null
}

/** A member's Operation RoundUp choice for one account. */
export interface RoundUpChoice {
  readonly isRoundup: boolean
  /** As parsed by `readRoundUpAmount`. */
  readonly amount: Cents | null | 'not-valid'
  /** Date text; empty means no end. */
  readonly expiration: string
}

export type RoundUpChoiceProblem =
  | { readonly code: RoundUpAmountProblem; readonly field: 'amount' }
  | { readonly code: RoundUpExpirationProblem; readonly field: 'expiration' }

/**
 * Returns every problem of a choice. Unchanged saved values always pass, so that an enrollment that has ended does not block
 * other changes.
 *
 * @param today in the cooperative's time zone.
 */
export function checkRoundUpChoice(
  choice: RoundUpChoice,
  saved: RoundUpChoice | undefined,
  today: CalendarDate,
): readonly RoundUpChoiceProblem[] {
  const amount = choice.amount === saved?.amount ? null : checkRoundUpAmount(choice.amount)
  const expiration = choice.expiration === saved?.expiration ? null : checkRoundUpExpiration(choice.expiration, today)
  return [
    ...(amount === null ? [] : [{ code: amount, field: 'amount' } as const]),
    ...(expiration === null ? [] : [{ code: expiration, field: 'expiration' } as const]),
  ]
}
