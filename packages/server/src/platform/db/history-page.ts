import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'

/** A selection of history entries: a page of those from one day through another, both included. */
export interface HistoryPage {
  readonly from: CalendarDate | null
  readonly to: CalendarDate | null
  readonly offset: number
  readonly limit: number
}

/** A page, newest first, and how many entries there are on all pages. */
export interface History<Entry> {
  readonly entries: readonly Entry[]
  readonly total: number
}

/** The row that the statement of a history returns. */
export interface HistoryAnswer<Row> {
  readonly is_own: boolean
  readonly total: number
  readonly page: readonly Row[]
}

/** The requested page of a history; both days are included. */
export interface HistoryQuery {
  readonly from?: CalendarDate | undefined
  readonly to?: CalendarDate | undefined
  readonly page?: string | undefined
  readonly pageSize?: string | undefined
}

const usualPageSize = 25

export function pageOf({ from, to, page = '1', pageSize = String(usualPageSize) }: HistoryQuery): HistoryPage {
  const limit = Number(pageSize)
  return { from: from ?? null, to: to ?? null, offset: (Number(page) - 1) * limit, limit }
}

/** `undefined` when the account does not exist or is another member's. */
export function historyOf<Row>(
  answer: HistoryAnswer<Row> | undefined,
  read: (row: Row) => Row,
): History<Row> | undefined {
  if (answer === undefined || !answer.is_own) return undefined
  return { total: answer.total, entries: answer.page.map(read) }
}
