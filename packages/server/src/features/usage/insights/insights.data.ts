import type { FeatureData } from '../../../platform/feature-data.ts'
import { erased } from '../../../platform/personal-data.ts'

/** States for the tables of the slice what an export and an erasure of a member do with rows. */
export const insightsData: FeatureData = {
  personalData: [erased('portal.usage_alert', 'member', ['account_number'], 'Usage alerts')],
}
