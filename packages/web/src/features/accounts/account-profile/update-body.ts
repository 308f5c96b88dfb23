import type { Calls } from '@coopline/contract/calls'
import { type PhoneSlot, phonesToSend } from '@coopline/rules/accounts/account-profile/phone-slots'
import type { ProfileAddress, ProfileName } from '@coopline/rules/accounts/account-profile/profile-fields'
import { parseZip } from '@coopline/rules/accounts/account-profile/zip'
import { readFlags } from '@coopline/rules/kernel/flag'
import { formatPhoneText } from '@coopline/rules/kernel/phone'

export const updateLine = 'PUT /v3/members/{memberNumber}/accounts/{accountNumber}/profile'

export type ProfileUpdateBody = Calls[typeof updateLine]['body']

export const readProfile = (
  answer: Calls['GET /v3/members/{memberNumber}/accounts/{accountNumber}/profile']['answer'],
) => readFlags(answer, ['isVerified'])
export const readSettings = (answer: Calls['GET /v3/members/{memberNumber}/profile-settings']['answer']) =>
  readFlags(answer, [
    'ALLOW_NAME_UPDATE',
    'ALLOW_ADDRESS_UPDATE',
    'ALLOW_PHONE_UPDATE',
    'ALLOW_PROFILE_DB_UPDATE',
    'allowUserProvidedContact',
  ])

export type DisplayedProfile = ReturnType<typeof readProfile>
export type ProfileSettings = ReturnType<typeof readSettings>

/** A block as its form has it when it is saved. */
export type BlockChange =
  | { readonly block: 'name'; readonly value: ProfileName }
  | { readonly block: 'address'; readonly value: ProfileAddress }
  | { readonly block: 'phones'; readonly value: readonly PhoneSlot[] }

/** The slots of the phones that are shown, numbers as members read them. */
export const slotsOf = ({ contactPhones }: DisplayedProfile): readonly PhoneSlot[] =>
  contactPhones.map(({ eCommunicationDetailId, eCommunicationId, phoneNumber, extension, isDelete }) => ({
    eCommunicationDetailId,
    eCommunicationId,
    phoneNumber: formatPhoneText(phoneNumber),
    extension,
    isDelete,
  }))

/** Builds the request of a save: the loaded profile with one block replaced (DE-05). */
export function updateBody(
  profile: DisplayedProfile,
  change: BlockChange,
  updateIndicator: ProfileUpdateBody['updateIndicator'],
): ProfileUpdateBody {
  const { firstName, middleName, lastName, streetNumber, streetName, streetType, unit, city, state, version } = profile
  const body = {
    firstName,
    middleName,
    lastName,
    streetNumber,
    streetName,
    streetType,
    unit,
    city,
    state,
    ...(change.block === 'phones' ? {} : change.value),
  }
  const { zip } = change.block === 'address' ? change.value : profile
  const phones = phonesToSend(change.block === 'phones' ? change.value : slotsOf(profile))
  return {
    ...body,
    zip: parseZip(zip) ?? zip,
    updateIndicator,
    contactPhones: phones.map((phone) => ({
      ...phone,
      eCommunicationDetailId: phone.eCommunicationDetailId === '' ? null : phone.eCommunicationDetailId,
    })),
    version,
  }
}

/** True when a save would change nothing. */
export const isUnchanged = (profile: DisplayedProfile, change: BlockChange): boolean => {
  const asDisplayed: BlockChange = { block: 'phones', value: slotsOf(profile) }
  return JSON.stringify(updateBody(profile, change, 'ONE')) === JSON.stringify(updateBody(profile, asDisplayed, 'ONE'))
}
