import type { FeatureData } from '../../../platform/feature-data.ts'
import { choice, copied, kept } from '../../../platform/personal-data.ts'

/** States for the tables of the slice what an export and an erasure of a member do with rows. */
export const myProfileData: FeatureData = {
  personalData: [
    copied('cis.member_detail', 'member', ['member_number'], 'Preferences'),
    copied('cis.account_preference', 'account', ['account_number'], 'Preferences of accounts'),
    kept('portal.preference', 'member', ['member_number'], `Preferences; ${choice}`),
    kept('portal.account_preference', 'own-account', ['account_number'], `Preferences of accounts; ${choice}`),
  ],
}
