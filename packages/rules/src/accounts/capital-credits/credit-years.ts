import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { addCents, type Cents, zeroCents } from '../../kernel/money.ts'

/** An amount in cents that was allocated to a member for a year of the cooperative, or paid out of it. */
export interface CreditEntry {
  readonly kind: 'allocation' | 'retirement'
  /** The year of the margins. */
  readonly year: number
  readonly postedOn: CalendarDate
  readonly amount: Cents
}

export interface CreditYear<Entry extends CreditEntry> {
  readonly year: number
  readonly allocated: Cents
  readonly retired: Cents
  readonly entries: readonly Entry[]
}

/** Adds up entries by year. Years and entries keep the order of `entries`. */
export function groupByYear<Entry extends CreditEntry>(entries: readonly Entry[]): readonly CreditYear<Entry>[] {
  const years = new Map<number, Entry[]>()
  for (const entry of entries) years.set(entry.year, [...(years.get(entry.year) ?? []), entry])
  const sumOf = (own: readonly Entry[], kind: Entry['kind']): Cents =>
    addCents(zeroCents, ...own.filter((entry) => entry.kind === kind).map((entry) => entry.amount))
  return [...years].map(([year, own]) => ({
    year,
    allocated: sumOf(own, 'allocation'),
    retired: sumOf(own, 'retirement'),
    entries: own,
  }))
}
