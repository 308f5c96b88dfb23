import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice how long rows stay. */
export const serviceRequestsData: FeatureData = {
  retention: [
    {
      table: 'portal.service_request',
      column: 'created_at',
      days: 400,
      leastDays: 30,
      what: 'Members’ service requests; the cooperative’s own orders stay',
    },
  ],
}
