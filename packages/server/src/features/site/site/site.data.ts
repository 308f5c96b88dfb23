import type { FeatureData } from '../../../platform/feature-data.ts'
import { examineContacts } from './examine-contacts.ts'

/** States for the tables of the slice how long rows stay and what an export and an erasure of a member do with them. */
export const siteData: FeatureData = {
  examine: examineContacts,
  retention: [
    {
      table: 'portal.setting_change',
      column: 'changed_at',
      days: 1095,
      leastDays: 30,
      what: 'Changes of settings with their whole values, which staff can restore',
    },
  ],
  notPersonalData: {
    'portal.setting': 'Settings',
    'portal.setting_change': 'Settings',
    'portal.setting_version': 'Settings',
  },
}
