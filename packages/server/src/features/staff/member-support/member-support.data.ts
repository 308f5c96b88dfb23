import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice how long rows stay. */
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
}
