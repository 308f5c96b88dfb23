import type { FeatureData } from '../../../platform/feature-data.ts'
import { copied, erased } from '../../../platform/personal-data.ts'

/** States for the tables of the slice how long rows stay and what an export and an erasure of a member do with them. */
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
  personalData: [
    copied(
      'cis.service_order',
      'account',
      ['account_number', 'so_number'],
      'Service orders',
      'cis.holder_service_order',
    ),
    erased('portal.service_request', 'member', ['account_number', 'id'], 'Service requests', ['digest']),
  ],
}
