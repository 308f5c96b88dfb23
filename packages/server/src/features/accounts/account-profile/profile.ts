import { createHash } from 'node:crypto'
import type { ProfileAddress, ProfileName } from '@coopline/rules/accounts/account-profile/profile-fields'

/** A phone of an account. */
export interface Phone {
  /** The cooperative's id. A phone that was added in the portal has an id of the portal's until the next import. */
  readonly detailId: string
  readonly kind: string
  /** Ten digits. */
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

/** The profile of an account as its member sees it: the cooperative's copy with the member's own changes applied. */
export interface Profile extends Blocks {
  readonly accountNumber: string
  readonly spouseName: string
  /** False when the cooperative's system says so, and while a change is pending review. */
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

/** A hash of what the member was shown. An update that was made on another version is refused. */
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

/** True for two accounts that have a telephone number in common. */
export const sharesPhone = (a: Profile, b: Profile): boolean =>
  a.phones.some(({ digits }) => b.phones.some((phone) => phone.digits === digits))
