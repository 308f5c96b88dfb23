import {
  addDays,
  type CalendarDate,
  calendarDate,
  isAfter,
  isBefore,
  parseCalendarDate,
} from '../kernel/calendar-date.ts'
import { type Cents, cents, parseMoney, zeroCents } from '../kernel/money.ts'

/** What a member gives above the bill that is rounded up: at most $99,999,999.99, itself allowed (spec 002 §5, §9). */
export const maxRoundUpAmount: Cents = cents(9_999_999_999)

/** '99999999.99' has eleven characters (spec 002 §9). */
export const maxRoundUpAmountLength = 11

/** The last day that an enrolment may end on (spec 002 §9). */
export const maxRoundUpExpiration: CalendarDate = calendarDate('2121-12-31')

/** The first day that an enrolment may end on: tomorrow (spec 001 §5). */
export const minRoundUpExpiration = (today: CalendarDate): CalendarDate => addDays(today, 1)

export type RoundUpAmountProblem = 'roundup-amount-not-valid' | 'roundup-amount-negative' | 'roundup-amount-too-large'
export type RoundUpExpirationProblem = 'roundup-expiration-not-valid' | 'roundup-expiration-past'

/** Text of an amount as cents: empty is none, and `'not-valid'` is what is no amount. */
export function readRoundUpAmount(text: string): Cents | null | 'not-valid' {
  const typed = text.trim()
  if (typed === '') return null
  return parseMoney(typed) ?? 'not-valid'
}

/** Decides on an amount (spec 002 §5, "RoundUp"); none is fine. Returns `null` when acceptable. */
export function checkRoundUpAmount(amount: Cents | null | 'not-valid'): RoundUpAmountProblem | null {
  if (amount === null) return null
  if (amount === 'not-valid') return 'roundup-amount-not-valid'
  if (amount < zeroCents) return 'roundup-amount-negative'
  return amount > maxRoundUpAmount ? 'roundup-amount-too-large' : null
}

/**
 * Decides on the day that an enrolment ends (spec 001 §5; spec 002 §5, decision G-43); empty is no end.
 *
 * @param today in the cooperative's time zone.
 */
export function checkRoundUpExpiration(text: string, today: CalendarDate): RoundUpExpirationProblem | null {
  if (text === '') return null
  const date = parseCalendarDate(text)
  if (date === null || isAfter(date, maxRoundUpExpiration)) return 'roundup-expiration-not-valid'
  return isBefore(date, minRoundUpExpiration(today)) ? 'roundup-expiration-past' : null
}
