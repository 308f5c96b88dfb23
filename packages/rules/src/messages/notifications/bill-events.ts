import { addDays, type CalendarDate, daysBetween } from '../../kernel/calendar-date.ts'
import { type Cents, minCents, subtractCents, zeroCents } from '../../kernel/money.ts'

/** Days for which a bill counts as new. Members get no notice of older ones. */
export const newBillDays = 5
/** Days before the due date on which a bill counts as due soon. */
export const dueSoonDays = 3

/** The billing of an account. Payments that the cooperative has not imported yet are already deducted. */
export interface BilledAccount {
  /** The latest bill. */
  readonly bill: { readonly date: CalendarDate; readonly amount: Cents; readonly dueDate: CalendarDate } | null
  readonly balance: Cents
  readonly pastDue: Cents
  readonly dueDate: CalendarDate | null
  /** AutoPay pays it. */
  readonly hasAutopay: boolean
  /** The amounts, in cents, that an arrangement defers past today and past the due date. Omitted without an arrangement. */
  readonly deferred?: { readonly pastToday: Cents; readonly pastDueDate: Cents }
}

/** An event to notify a member of. `fact` identifies it within its topic: each fact is notified once. */
export type BillEvent = { readonly fact: string } & (
  | { readonly topic: 'bill-ready'; readonly amount: Cents; readonly dueDate: CalendarDate }
  | { readonly topic: 'due-soon'; readonly amount: Cents; readonly dueDate: CalendarDate }
  | { readonly topic: 'past-due'; readonly amount: Cents }
)

/**
 * Lists the billing events of an account today: a new bill, also one of zero or a credit, a bill due soon, an amount past due. A past-due account gets no
 * due-soon notice, and neither does one with AutoPay. An amount that an arrangement defers is neither due soon nor past due.
 */
export function listBillEvents(account: BilledAccount, today: CalendarDate): BillEvent[] {
  const { bill, dueDate, hasAutopay, deferred } = account
  const balance = subtractCents(account.balance, deferred?.pastDueDate ?? zeroCents)
  const pastDue = pastDueOf(account, today)
  const events: BillEvent[] = []
  const isNew = bill !== null && bill.date <= today && daysBetween(bill.date, today) <= newBillDays
  if (isNew) events.push({ topic: 'bill-ready', fact: bill.date, amount: bill.amount, dueDate: bill.dueDate })
  if (pastDue > 0) {
    events.push({ topic: 'past-due', fact: dueDate ?? bill?.dueDate ?? 'no-date', amount: pastDue })
  } else if (
    dueDate !== null &&
    dueDate > today &&
    dueDate <= addDays(today, dueSoonDays) &&
    balance > 0 &&
    !hasAutopay
  ) {
    events.push({ topic: 'due-soon', fact: dueDate, amount: balance, dueDate })
  }
  return events
}

/** The cooperative's copy may count what an arrangement defers as past due. A bill that is not due yet is not. */
function pastDueOf({ bill, balance, pastDue, deferred }: BilledAccount, today: CalendarDate): Cents {
  if (deferred === undefined) return pastDue
  const notYetDue = bill !== null && bill.dueDate >= today ? bill.amount : zeroCents
  return minCents(pastDue, subtractCents(subtractCents(balance, deferred.pastToday), notYetDue))
}
