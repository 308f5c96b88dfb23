import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import type { PaperlessOffer } from '@coopline/rules/accounts/my-profile/check-profile'
import { hasFeature } from '../../../portal/page/site.tsx'

/** The features that the cooperative offers on My Profile (MP-03 to MP-05). */
export interface ProfileOffer {
  readonly paperless: PaperlessOffer
  readonly storedPayments: boolean
  /** The tab is there; with neither mode on, no account is eligible (REQ-D-242). */
  readonly roundUp: boolean
  /** Enrollment (basic), and an amount with its end (plus). */
  readonly roundUpModes: { readonly basic: boolean; readonly plus: boolean }
}

export function profileOfferOf(site: SiteStart): ProfileOffer {
  const member = hasFeature(site, 'PaperlessMemberEnabled')
  const account = hasFeature(site, 'PaperlessAccountEnabled')
  return {
    paperless: { member, account, marketing: site.settings.marketingSignup && (member || account) },
    storedPayments: hasFeature(site, 'StoredPaymentDataEnabled'),
    roundUp: hasFeature(site, 'RoundUp'),
    roundUpModes: { basic: hasFeature(site, 'RoundUpEnabled'), plus: hasFeature(site, 'RoundUpPlusEnabled') },
  }
}
