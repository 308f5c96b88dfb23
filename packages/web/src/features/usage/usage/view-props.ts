import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import type { DisplayedUsageAccount } from './usage-lines.ts'

/** The searched days, and whether the member searched for them. */
export interface UsageSearched {
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly isSearched: boolean
}

/** Props of each view: a meter and the searched days. */
export interface ViewProps {
  readonly own: OwnAccount
  readonly account: DisplayedUsageAccount
  readonly meterId: string
  readonly searched: UsageSearched
}
