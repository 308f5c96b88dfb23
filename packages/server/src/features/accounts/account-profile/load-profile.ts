import type { Profile as DisplayedProfile } from '@coopline/contract/accounts/account-profile/account-profile.contract'
import { phoneTypeDescription, phoneTypes } from '@coopline/rules/accounts/account-profile/phone-slots'
import { yesNo } from '@coopline/rules/kernel/flag'
import type { Language } from '@coopline/rules/kernel/problem'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { listProfiles } from './account-profile.store.ts'
import { type Profile, sharesAddress, sharesPhone, versionOf } from './profile.ts'

/**
 * Loads the name, mailing address and phones of an account, with the names of the wire format (DE-02).
 *
 * @throws NotOwned when the account is not the member's.
 */
export async function loadProfile(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, request }: MemberRequest,
  accountNumber: string,
): Promise<DisplayedProfile> {
  const profiles = await listProfiles(deps.db, caller.memberNumber)
  const own = profiles.find((one) => one.accountNumber === accountNumber)
  const profile = requireOwnAccount(own, accountNumber)
  const others = profiles.filter((one) => one !== profile)
  return shown(profile, others, request.language)
}

const shown = (profile: Profile, others: readonly Profile[], language: Language): DisplayedProfile => ({
  accountNumber: profile.accountNumber,
  ...profile.name,
  spouseName: profile.spouseName,
  ...profile.address,
  count: others.filter((other) => sharesAddress(profile, other)).length,
  phoneCount: others.filter((other) => sharesPhone(profile, other)).length,
  contactPhones: profile.phones.map((phone) => ({
    eCommunicationDetailId: phone.detailId,
    eCommunicationId: phone.kind,
    eCommunicationDescription: phoneTypeDescription(phone.kind, language),
    phoneNumber: phone.digits,
    extension: phone.extension,
    isDelete: false,
  })),
  phoneTypes: phoneTypes.map((type) => ({
    eCommunicationId: type,
    description: phoneTypeDescription(type, language),
  })),
  isVerified: yesNo(profile.isVerified),
  version: versionOf(profile),
})
