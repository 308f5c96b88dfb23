import { addDays, type CalendarDate, daysBetween } from '../kernel/calendar-date.ts'
import type { Cents } from '../kernel/money.ts'

/** A bill is news for so many days; older ones were there before anybody wanted to be told. */
export const billNewsDays = 5
/** So many days before it is due a bill is due soon. */
export const dueSoonDays = 3

/** What is known of an account that is billed. Amounts are less what was paid here and is not taken in yet. */
export interface BilledAccount {
  /** The latest bill. */
  readonly bill: { readonly date: CalendarDate; readonly amount: Cents; readonly dueDate: CalendarDate } | null
  readonly balance: Cents
  readonly pastDue: Cents
  readonly dueDate: CalendarDate | null
  /** It is paid without the member. */
  readonly hasAutopay: boolean
}

/** Something to tell. `fact` sets it apart from others of its topic: it is told once. */
export type BillNews = { readonly fact: string } & (
  | { readonly topic: 'bill-ready'; readonly amount: Cents; readonly dueDate: CalendarDate }
  | { readonly topic: 'due-soon'; readonly amount: Cents; readonly dueDate: CalendarDate }
  | { readonly topic: 'past-due'; readonly amount: Cents }
)

/**
 * What there is to tell of an account today: a new bill, one that is due soon, an amount that is past due. Who is past due
 * is not told besides that something is due; who has AutoPay is not told what is paid anyway.
 */
export function billNews(
  { bill, balance, pastDue, dueDate, hasAutopay }: BilledAccount,
  today: CalendarDate,
): BillNews[] {
  const news: BillNews[] = []
  const isNew = bill !== null && bill.date <= today && daysBetween(bill.date, today) <= billNewsDays
  if (isNew && bill.amount > 0)
    news.push({ topic: 'bill-ready', fact: bill.date, amount: bill.amount, dueDate: bill.dueDate })
  if (pastDue > 0) {
    news.push({ topic: 'past-due', fact: dueDate ?? bill?.dueDate ?? 'no-date', amount: pastDue })
  } else if (
    dueDate !== null &&
    dueDate > today &&
    dueDate <= addDays(today, dueSoonDays) &&
    balance > 0 &&
    !hasAutopay
  ) {
    news.push({ topic: 'due-soon', fact: dueDate, amount: balance, dueDate })
  }
  return news
}
