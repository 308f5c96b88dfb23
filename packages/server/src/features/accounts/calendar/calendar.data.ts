import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice how long rows stay. */
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
