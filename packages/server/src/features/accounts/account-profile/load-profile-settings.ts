import type { AnswerOf } from '@coopline/contract/endpoint'
import type { accountProfile } from '@coopline/contract/accounts/account-profile/account-profile.contract'
import { yesNo } from '@coopline/rules/kernel/flag'
import type { Deps } from '../../../platform/deps.ts'

/** Returns the parts of the profile that members may change (CG-03 to CG-06). */
export function loadProfileSettings(deps: Pick<Deps, 'settings'>): AnswerOf<typeof accountProfile.settings> {
  const settings = deps.settings.current()
  return {
    ALLOW_NAME_UPDATE: yesNo(settings.ALLOW_NAME_UPDATE),
    ALLOW_ADDRESS_UPDATE: yesNo(settings.ALLOW_ADDRESS_UPDATE),
    ALLOW_PHONE_UPDATE: yesNo(settings.ALLOW_PHONE_UPDATE),
    ALLOW_PROFILE_DB_UPDATE: yesNo(settings.ALLOW_PROFILE_DB_UPDATE),
    allowUserProvidedContact: yesNo(settings.allowUserProvidedContact),
  }
}
