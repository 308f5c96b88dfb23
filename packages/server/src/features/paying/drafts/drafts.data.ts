import type { FeatureData } from '../../../platform/feature-data.ts'

/** Says how long rows of the slice stay. */
export const draftsData: FeatureData = {
  retention: [
    {
      table: 'portal.draft_request',
      column: 'expires_at',
      days: 7,
      leastDays: 1,
      what: 'Drafts that waited for the payment provider, from when they expired',
    },
  ],
}
