import { createHash } from 'node:crypto'
import type { ProfileAddress, ProfileName } from '@coopline/rules/accounts/account-profile/profile-fields'

/** A phone of an account. */
export interface Phone {
  /** The cooperative's id. A phone that was added in the portal has an id of the portal until the next import. */
  readonly detailId: string
  readonly kind: string
  /** The number as ten digits. */
  readonly digits: string
  readonly extension: string
}

/** The parts of a profile; each is changed, and reported to the cooperative's system, as a whole. */
export interface Blocks {
  readonly name: ProfileName
  readonly address: ProfileAddress
  readonly phones: readonly Phone[]
}

export type BlockName = keyof Blocks

/** The profile of an account that its member sees: the cooperative's copy with the member's changes applied. */
export interface Profile extends Blocks {
  readonly accountNumber: string
  readonly spouseName: string
  /** False while a change is pending review, or when the cooperative's system has it unverified. */
  readonly isVerified: boolean
}

/** True for equal values; the order of fields does not matter. */
export const isSameBlock = (a: Blocks[BlockName], b: Blocks[BlockName]): boolean =>
  canonicalJson(a) === canonicalJson(b)

const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** Returns a hash of the profile that the member saw. An update of another version is refused. */
export const versionOf = ({ name, address, phones }: Blocks): string =>
  createHash('sha256')
    .update(canonicalJson([name, address, phones]))
    .digest('base64url')
    .slice(0, 27)

/** True for two accounts with the same mailing address; unknown addresses are never the same. */
export const sharesAddress = (a: Profile, b: Profile): boolean =>
  a.address.streetName !== '' && isSameBlock(lowercased(a.address), lowercased(b.address))

const lowercased = (address: ProfileAddress): ProfileAddress => ({
  streetNumber: address.streetNumber.toLowerCase(),
  streetName: address.streetName.toLowerCase(),
  streetType: address.streetType.toLowerCase(),
  unit: address.unit.toLowerCase(),
  city: address.city.toLowerCase(),
  state: address.state,
  zip: address.zip,
})

/** True for two accounts with a common phone number. */
export const sharesPhone = (a: Profile, b: Profile): boolean =>
  a.phones.some(({ digits }) => b.phones.some((phone) => phone.digits === digits))
