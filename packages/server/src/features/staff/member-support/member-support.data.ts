import type { FeatureData } from '../../../platform/feature-data.ts'

/** Says how long rows of the slice stay. */
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
