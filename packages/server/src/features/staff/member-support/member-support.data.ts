import type { FeatureData } from '../../../platform/feature-data.ts'
import { erased } from '../../../platform/personal-data.ts'

/** States for the tables of the slice how long rows stay and what an export and an erasure of a member do with them. */
export const memberSupportData: FeatureData = {
  retention: [
    {
      table: 'portal.portal_view',
      column: 'ends_at',
      days: 90,
      leastDays: 1,
      what: 'Views of the portal by staff, from their latest possible end; the audit keeps them longer',
    },
  ],
  personalData: [
    erased(
      'portal.portal_view',
      'login',
      ['login_id', 'view_id'],
      'Views of the portal by staff; the audit has them too',
      ['token_hash', 'session_id'],
    ),
  ],
}
