import { type CalendarDate, isAfter } from '../../kernel/calendar-date.ts'

/** The most payments and bills that the overview loads, and the most rows that it shows (AO-49, AO-51). */
const [mostHistoryEntries, historyRows] = [9, 10] as const

/** A row of the overview's history: a payment, a bill, or nothing. */
export type HistoryRow<Payment, Bill> =
  | { readonly kind: 'payment'; readonly date: CalendarDate; readonly payment: Payment }
  | { readonly kind: 'bill'; readonly date: CalendarDate; readonly bill: Bill }
  | { readonly kind: 'placeholder' }

/**
 * Payments and bills as one list: the nine most recent, newest first, filled up to ten rows (AO-49 to AO-51, REQ-D-105). Of one
 * day, payments stand before bills, and each kind keeps the order in which it came.
 */
export function mergeHistory<
  Payment extends { readonly paymentDate: CalendarDate },
  Bill extends { readonly billDate: CalendarDate },
>(payments: readonly Payment[], bills: readonly Bill[]): readonly HistoryRow<Payment, Bill>[] {
  const entries = [
    ...payments.map((payment) => ({ kind: 'payment', date: payment.paymentDate, payment }) as const),
    ...bills.map((bill) => ({ kind: 'bill', date: bill.billDate, bill }) as const),
  ]
  const shown = [...entries].sort(newestFirst).slice(0, mostHistoryEntries)
  const missing = Array.from({ length: historyRows - shown.length }, () => ({ kind: 'placeholder' }) as const)
  return [...shown, ...missing]
}

type Dated = { readonly date: CalendarDate }

const newestFirst = (a: Dated, b: Dated): number => Number(isAfter(b.date, a.date)) - Number(isAfter(a.date, b.date))
