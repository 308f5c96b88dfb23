import type { FeatureData } from '../../../platform/feature-data.ts'
import { erased } from '../../../platform/personal-data.ts'

/** States for the tables of the slice how long rows stay and what an export and an erasure of a member do with them. */
export const calendarData: FeatureData = {
  retention: [
    {
      table: 'portal.calendar_entry',
      column: 'due_on',
      days: 400,
      leastDays: 60,
      what: 'Due dates in members’ calendars, from the due date on',
    },
  ],
  personalData: [
    // Before the entries: a read of the calendar locks the address before it stores them.
    erased('portal.calendar_address', 'member', ['member_number'], 'The calendar address', ['token_hash']),
    erased('portal.calendar_entry', 'member', ['account_number', 'kind', 'item'], 'Due dates in the member’s calendar'),
  ],
}
