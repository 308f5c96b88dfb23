import type { FeatureData } from '../../../platform/feature-data.ts'
import { copied, erased } from '../../../platform/personal-data.ts'

/** States for the tables of the slice what an export and an erasure of a member do with rows. */
export const accountProfileData: FeatureData = {
  personalData: [
    copied('cis.account_profile', 'account', ['account_number'], 'Holder, mailing address and phones'),
    erased('portal.profile_change', 'member', ['account_number', 'block'], 'Changes of name, address and phones'),
  ],
}
