import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice how long rows stay. */
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
