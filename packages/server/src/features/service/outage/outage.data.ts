import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice how long rows stay. */
export const outageData: FeatureData = {
  retention: [
    {
      table: 'portal.outage_report',
      column: 'created_at',
      days: 90,
      leastDays: 1,
      what: 'Times of outage reports; the event has the report itself',
    },
    {
      table: 'portal.outage_incident',
      column: 'restored_at',
      days: 30,
      leastDays: 1,
      what: 'Outage incidents, counted from restoration; the outage history stays',
    },
  ],
}
