import type { FeatureData } from '../../../platform/feature-data.ts'

/** Says how long rows of the slice stay. */
export const siteData: FeatureData = {
  retention: [
    {
      table: 'portal.setting_change',
      column: 'changed_at',
      days: 1095,
      leastDays: 30,
      what: 'Changes of settings with their whole values, which staff can restore',
    },
  ],
}
