import { type CalendarDate, isBefore } from '../../kernel/calendar-date.ts'
import { type Cents, zeroCents } from '../../kernel/money.ts'

/** The facts that decide whether an account has something to pay, and by when. */
export interface DueAccount {
  readonly accountNumber: string
  readonly accountType: string
  readonly isPrepaid: boolean
  /** In whole cents, less what was paid in the portal. */
  readonly balance: Cents
  readonly dueDate: CalendarDate | null
  /** Day of the newest bill; `null` before the first. */
  readonly billDate: CalendarDate | null
  readonly arrangement: { readonly nextAmount: Cents; readonly nextDue: CalendarDate } | null
}

/** A day on which something is to be paid, by the member or automatically. */
export interface DueDate {
  readonly kind: 'bill' | 'arrangement' | 'draft' | 'autopay' | 'scheduled'
  readonly accountNumber: string
  readonly accountType: string
  /** Identifies the entry within the account: the date of the bill, which stays when its due date moves, or the arrangement's due date. */
  readonly item: string
  readonly dueOn: CalendarDate
  readonly amount: Cents
  readonly isPastDue: boolean
}

/**
 * Lists the due date of each bill that is not paid in full, and of the next payment of each arrangement. Prepaid accounts have no bills
 * to pay.
 *
 * @param today the current day of the cooperative; earlier due dates are past due.
 */
export const listDueDates = (accounts: readonly DueAccount[], today: CalendarDate): readonly DueDate[] =>
  accounts.flatMap(({ accountNumber, accountType, isPrepaid, balance, dueDate, billDate, arrangement }) => {
    const due = (kind: DueDate['kind'], item: string, dueOn: CalendarDate, amount: Cents): readonly DueDate[] =>
      amount <= zeroCents
        ? []
        : [{ kind, accountNumber, accountType, item, dueOn, amount, isPastDue: isBefore(dueOn, today) }]
    return [
      ...(isPrepaid || dueDate === null ? [] : due('bill', billDate ?? '', dueDate, balance)),
      ...(arrangement === null
        ? []
        : due('arrangement', arrangement.nextDue, arrangement.nextDue, arrangement.nextAmount)),
    ]
  })
