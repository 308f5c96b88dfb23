import type { FeatureData } from '../../../platform/feature-data.ts'
import { choice, copied, kept } from '../../../platform/personal-data.ts'

/** States for the tables of the slice what an export and an erasure of a member do with rows. */
export const averageBillingData: FeatureData = {
  personalData: [
    copied('cis.levelized_account', 'account', ['account_number'], 'Average Billing'),
    kept('portal.billing_choice', 'own-account', ['account_number'], `Average Billing; ${choice}`),
  ],
}
