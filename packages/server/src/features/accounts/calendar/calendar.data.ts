import type { FeatureData } from '../../../platform/feature-data.ts'

/** Says how long rows of the slice stay. */
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
}
