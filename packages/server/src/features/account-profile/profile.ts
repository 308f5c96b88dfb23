import { createHash } from 'node:crypto'
import type { ProfileAddress, ProfileName } from '@coopline/rules/account-profile/profile-fields'

/** A phone of an account. */
export interface Phone {
  /** As the cooperative's system calls it; one that was added here has a name of the portal's until it comes back. */
  readonly detailId: string
  readonly kind: string
  /** Ten. */
  readonly digits: string
  readonly extension: string
}

/** The parts of a profile that are changed and told by themselves. */
export interface Blocks {
  readonly name: ProfileName
  readonly address: ProfileAddress
  readonly phones: readonly Phone[]
}

export type BlockName = keyof Blocks
export const blockNames = ['name', 'address', 'phones'] as const satisfies readonly BlockName[]

/** The profile of an account as its member sees it: what they changed here lies over what the cooperative's system says. */
export interface Profile extends Blocks {
  readonly accountNumber: string
  readonly spouseName: string
  /** False as the cooperative's system says, and while a change waits for review. */
  readonly isVerified: boolean
}

/** True for the same values, whatever their order of fields. */
export const isSameBlock = (a: Blocks[BlockName], b: Blocks[BlockName]): boolean => stated(a) === stated(b)

const stated = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** Stands for exactly what the member was shown: a change that was made on something else is refused. */
export const versionOf = ({ name, address, phones }: Blocks): string =>
  createHash('sha256')
    .update(stated([name, address, phones]))
    .digest('base64url')
    .slice(0, 27)

/** True for two accounts whose mail goes to the same address; an address that is not known is nobody's. */
export const sharesAddress = (a: Profile, b: Profile): boolean =>
  a.address.streetName !== '' && isSameBlock(folded(a.address), folded(b.address))

const folded = (address: ProfileAddress): ProfileAddress => ({
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
