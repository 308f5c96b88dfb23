import { phoneTypes } from '@coopline/rules/accounts/account-profile/phone-slots'
import { maxImportedLengths } from '@coopline/rules/accounts/account-profile/profile-fields'
import {
  eventNumber,
  oneOf,
  phoneExtension,
  phoneNumber,
  stateCode,
  textOf,
  yesNoFlag,
  zipCode,
} from './bundle-columns.ts'
import {
  accountColumn,
  type BundleColumn,
  type BundleFile,
  changesThroughEvent,
  column,
  mayBeAbsent,
  ofAccount,
} from './bundle-file.ts'

const part = (name: string, length: number, example: string, meaning: string): BundleColumn =>
  mayBeAbsent(column(name, textOf(length), example, `${meaning}; may be empty`), '')

const slots = [1, 2, 3] as const

/** The columns of one phone: an id, a kind and the digits, or none of them. */
const phoneColumns = (slot: (typeof slots)[number]): readonly BundleColumn[] => [
  mayBeAbsent(
    column(
      `phone_${slot}_id`,
      textOf(40),
      `D-${slot}`,
      `Phone ${slot}: its id in the cooperative's system; empty: none`,
    ),
    null,
  ),
  mayBeAbsent(column(`phone_${slot}_kind`, oneOf(...phoneTypes), 'cell', `Phone ${slot}: what it is`), null),
  mayBeAbsent(column(`phone_${slot}_digits`, phoneNumber, '7155550100', `Phone ${slot}: its number`), null),
  mayBeAbsent(
    column(`phone_${slot}_extension`, phoneExtension, '204', `Phone ${slot}: its extension; may be empty`),
    '',
  ),
]

/** The holder of an account and how to reach them: what a member sees and changes as their profile. */
export const accountProfiles: BundleFile = {
  file: 'account-profiles.csv',
  table: 'cis.account_profile',
  key: ['account_number'],
  parents: [ofAccount],
  columns: [
    accountColumn,
    part('first_name', maxImportedLengths.firstName, 'Ada', 'First name of the holder'),
    part('middle_name', maxImportedLengths.middleName, 'Maria', 'Middle name'),
    column('last_name', textOf(maxImportedLengths.lastName), 'Lindqvist', 'Last name, or the name of a company'),
    part('spouse_name', 120, 'Nils Lindqvist', 'Name of the spouse, which is shown only'),
    part('street_number', maxImportedLengths.streetNumber, '412', 'Mailing address: number in the street'),
    part('street_name', maxImportedLengths.streetName, 'Cedar', 'Mailing address: name of the street'),
    part('street_type', maxImportedLengths.streetType, 'Street', 'Mailing address: Street, Road, Avenue, …'),
    part('unit', maxImportedLengths.unit, 'Apt 2', 'Mailing address: unit'),
    part('city', maxImportedLengths.city, 'Eau Claire', 'Mailing address: town'),
    mayBeAbsent(column('state', stateCode, 'WI', 'Mailing address: state; may be empty'), ''),
    mayBeAbsent(column('zip', zipCode, '54701', 'Mailing address: ZIP code; may be empty'), ''),
    mayBeAbsent(
      column('is_verified', yesNoFlag, 'Y', 'N while the cooperative reviews a change of the profile; empty means Y'),
      't',
    ),
    ...slots.flatMap(phoneColumns),
    {
      ...mayBeAbsent(
        column(
          changesThroughEvent,
          eventNumber,
          '4711',
          'Last portal event of the profile that this row includes or rejects (see below); empty: none',
        ),
        null,
      ),
      stored: false,
    },
  ],
  contradiction: (valueOf) => {
    const ids = slots.map((slot) => valueOf(`phone_${slot}_id`))
    for (const slot of slots) {
      const given = [`phone_${slot}_id`, `phone_${slot}_kind`, `phone_${slot}_digits`]
      const missing = given.find((name) => valueOf(name) === null)
      const hasSome = given.some((name) => valueOf(name) !== null) || valueOf(`phone_${slot}_extension`) !== ''
      if (missing !== undefined && hasSome) return { column: missing, reason: `is empty, and phone ${slot} is not` }
      const id = valueOf(`phone_${slot}_id`)
      if (id !== null && ids.indexOf(id) !== slot - 1)
        return { column: `phone_${slot}_id`, reason: 'is the id of another phone of the row' }
    }
    return undefined
  },
}
