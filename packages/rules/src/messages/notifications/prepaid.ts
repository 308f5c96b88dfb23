import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { type Cents, cents, minCents, zeroCents } from '../../kernel/money.ts'
import type { Language, Problem } from '../../kernel/problem.ts'

/** The thresholds at which a member is warned that prepaid money is running out. */
export interface PrepaidThresholds {
  /** Warns while this many days are left, or fewer; `null` turns the warning off. */
  readonly daysLeft: number | null
  /** Warns at each of these amounts or less; none turns the warning off. */
  readonly amounts: readonly Cents[]
}

/** The most amounts that a member may choose. */
export const mostPrepaidAmounts = 3
const mostDaysLeft = 60
const mostAmountCents = 100_000

const amountFields = ['prepaidAmount1', 'prepaidAmount2', 'prepaidAmount3'] as const

export type PrepaidProblem = Problem & {
  readonly code: keyof (typeof texts)['en']
  readonly field: 'prepaidDays' | (typeof amountFields)[number]
}

/** Checks that thresholds are whole, positive and within bounds. An amount of `null` is none. @returns every problem. */
export function checkPrepaidThresholds(thresholds: {
  readonly daysLeft: number | null
  readonly amounts: readonly (number | null)[]
}): readonly PrepaidProblem[] {
  const isOut = (value: number, most: number) => !Number.isSafeInteger(value) || value < 1 || value > most
  const { daysLeft, amounts } = thresholds
  return [
    ...(daysLeft !== null && isOut(daysLeft, mostDaysLeft)
      ? [{ code: 'prepaid-days', field: 'prepaidDays' } as const]
      : []),
    ...amountFields.flatMap((field, index) => {
      const amount = amounts[index] ?? null
      return amount !== null && isOut(amount, mostAmountCents) ? [{ code: 'prepaid-amount', field } as const] : []
    }),
  ]
}

const texts = {
  en: {
    'prepaid-days': `Enter a number of days from 1 to ${mostDaysLeft}.`,
    'prepaid-amount': 'Enter an amount from $0.01 to $1,000.00.',
  },
  es: {
    'prepaid-days': `Escriba un número de días de 1 a ${mostDaysLeft}.`,
    'prepaid-amount': 'Escriba una cantidad de $0.01 a $1,000.00.',
  },
} as const satisfies Record<Language, object>

export const prepaidMessage = (code: PrepaidProblem['code'], language: Language): string => texts[language][code]

/**
 * The cost of a day, rounded to the cent, from the total of some days; `null` when nothing was charged.
 *
 * @param days the days that have a charge.
 */
export const dailyCostOf = ({ total, days }: { readonly total: Cents; readonly days: number }): Cents | null =>
  days > 0 && total > 0 ? cents(Math.max(1, Math.round(total / days))) : null

/**
 * The whole days that a prepaid balance lasts; 0 once it is used up, `null` when the cost of a day is unknown.
 *
 * @internal
 */
export function daysLeftOf(balance: Cents, dailyCost: Cents | null): number | null {
  if (balance <= 0) return 0
  return dailyCost === null ? null : Math.floor(balance / dailyCost)
}

/** Service of a prepaid account: on, on until a disconnection that is pending, or off. */
export type PrepaidService = 'on' | 'pending' | 'off'

/** Derived statuses of an account whose service is off. */
export const serviceOffStatuses = ['Disconnected', 'Pending Reconnect'] as const

/** A prepaid account today. Payments that the cooperative has not imported yet are in the balance. */
export interface PrepaidAccount {
  /** The amount, in cents, that is left to use. */
  readonly balance: Cents
  /** The cost of a day at the member's own recent use; `null` when it is unknown. */
  readonly dailyCost: Cents | null
  readonly derivedStatus: string
  /** The day on which service is, or was, cut off. */
  readonly cutoffDate: CalendarDate | null
}

/** The state of an account at its last evaluation, with the warnings that its member got. */
export interface NotedPrepaid {
  readonly balance: Cents
  readonly service: PrepaidService
  /** The day of the disconnection that the member knows; `null` without one. */
  readonly cutoffOn: CalendarDate | null
  /** The member was warned about the days left, and has not paid up since. */
  readonly isDaysLow: boolean
  /** The lowest amount that the member was warned about and has not paid up since; `null` without one. */
  readonly lowestAmount: Cents | null
}

/** An event to notify the member of a prepaid account of. */
export type PrepaidEvent =
  | { readonly topic: 'prepaid-low'; readonly balance: Cents; readonly daysLeft: number | null }
  | { readonly topic: 'disconnect-pending'; readonly balance: Cents; readonly on: CalendarDate | null }
  | { readonly topic: 'reconnected'; readonly balance: Cents; readonly daysLeft: number | null }

/**
 * Compares a prepaid account with what was noted about it. One fall of the balance causes one warning for the days left and one for
 * each amount; a payment that lifts the balance above a threshold makes the next fall a new one. Only the most urgent event is
 * returned, and it says what is left. An account that was never noted is warned about what is true today.
 *
 * @returns the event, or `null`; and what to note.
 */
export function evaluatePrepaid(
  account: PrepaidAccount,
  thresholds: PrepaidThresholds,
  noted: NotedPrepaid | null,
  today: CalendarDate,
): { readonly event: PrepaidEvent | null; readonly noted: NotedPrepaid } {
  const { balance } = account
  const left = daysLeftOf(balance, account.dailyCost)
  const service = serviceOf(account, today)
  const cutoffOn = service === 'pending' ? account.cutoffDate : null
  const low = evaluateLow(balance, left, thresholds, noted)
  const next: NotedPrepaid = { balance, service, cutoffOn, isDaysLow: low.isDaysLow, lowestAmount: low.lowestAmount }
  const done = (event: PrepaidEvent | null) => ({ event, noted: next })

  if (service === 'off') return done(null)
  if (service === 'pending' && isNewDisconnection(cutoffOn, noted))
    return done({ topic: 'disconnect-pending', balance, on: cutoffOn })
  if (noted?.service === 'off') return done({ topic: 'reconnected', balance, daysLeft: left })
  return done(low.isNew ? { topic: 'prepaid-low', balance, daysLeft: left } : null)
}

function serviceOf({ derivedStatus, cutoffDate }: PrepaidAccount, today: CalendarDate): PrepaidService {
  if (serviceOffStatuses.some((status) => status === derivedStatus)) return 'off'
  const isComing = cutoffDate !== null && cutoffDate >= today
  return derivedStatus === 'Pending Disconnect' || isComing ? 'pending' : 'on'
}

/** A disconnection on an earlier day than the member knows is another one. */
function isNewDisconnection(on: CalendarDate | null, noted: NotedPrepaid | null): boolean {
  if (noted?.service !== 'pending') return true
  return on !== null && (noted.cutoffOn === null || on < noted.cutoffOn)
}

function evaluateLow(
  balance: Cents,
  left: number | null,
  thresholds: PrepaidThresholds,
  noted: NotedPrepaid | null,
): Pick<NotedPrepaid, 'isDaysLow' | 'lowestAmount'> & { readonly isNew: boolean } {
  const isPaidUp = noted !== null && balance > noted.balance
  const isUnderDays = thresholds.daysLeft !== null && left !== null && left <= thresholds.daysLeft
  const wasDaysLow = noted?.isDaysLow === true
  const under = thresholds.amounts.filter((amount) => balance <= amount)
  const lowest = under.length === 0 ? null : under.reduce(minCents)
  const former = noted?.lowestAmount ?? null
  const kept = isPaidUp ? null : former
  return {
    isNew: (isUnderDays && !wasDaysLow) || (lowest !== null && (former === null || lowest < former)),
    // A smaller use than before makes days, but no money: only a payment ends a fall.
    isDaysLow: isUnderDays || (wasDaysLow && !isPaidUp),
    lowestAmount: lowest === null || kept === null ? (lowest ?? kept) : minCents(lowest, kept),
  }
}

/** The thresholds of a member who chose none. An amount or a number of days of 0 turns that warning off. */
export const defaultThresholds = (days: number, amount: Cents): PrepaidThresholds => ({
  daysLeft: days === 0 ? null : days,
  amounts: amount === zeroCents ? [] : [amount],
})
