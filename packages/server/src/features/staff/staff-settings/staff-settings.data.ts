import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice how long rows stay and what an export and an erasure of a member do with them. */
export const staffSettingsData: FeatureData = {
  retention: [
    {
      table: 'portal.planned_setting_change',
      column: 'ended_at',
      days: 400,
      leastDays: 30,
      what: 'Scheduled changes of settings, from when they took effect or were canceled',
    },
  ],
  notPersonalData: {
    'portal.planned_setting_change': 'Settings',
  },
}
