import type { FeatureData } from '../../../platform/feature-data.ts'

/** Says how long rows of the slice stay. */
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
