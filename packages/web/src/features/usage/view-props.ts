import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { OwnAccount, ShownUsageAccount } from './usage-lines.ts'

/** A search: its days, and whether the member made it. */
export interface UsageSearched {
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly isSearched: boolean
}

/** What each view shows: a meter of an account, over the days of a search. */
export interface ViewProps {
  readonly own: OwnAccount
  readonly account: ShownUsageAccount
  readonly meterId: string
  readonly searched: UsageSearched
}
