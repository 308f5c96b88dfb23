import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice what an export and an erasure of a member do with rows. */
export const demoData: FeatureData = {
  notPersonalData: {
    'portal.demo_cooperative': 'The demo',
  },
}
