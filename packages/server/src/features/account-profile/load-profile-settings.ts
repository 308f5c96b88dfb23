import type { AnswerOf } from '@coopline/contract/endpoint'
import type { accountProfile } from '@coopline/contract/account-profile/account-profile.contract'
import type { Deps } from '../../platform/deps.ts'

/** What members may change of their profile (spec 001 §6, §9). */
export function loadProfileSettings(deps: Pick<Deps, 'settings'>): AnswerOf<typeof accountProfile.settings> {
  const settings = deps.settings.current()
  const flag = (isOn: boolean): 'Y' | 'N' => (isOn ? 'Y' : 'N')
  return {
    ALLOW_NAME_UPDATE: flag(settings.ALLOW_NAME_UPDATE),
    ALLOW_ADDRESS_UPDATE: flag(settings.ALLOW_ADDRESS_UPDATE),
    ALLOW_PHONE_UPDATE: flag(settings.ALLOW_PHONE_UPDATE),
    ALLOW_PROFILE_DB_UPDATE: flag(settings.ALLOW_PROFILE_DB_UPDATE),
    allowUserProvidedContact: flag(settings.allowUserProvidedContact),
  }
}
