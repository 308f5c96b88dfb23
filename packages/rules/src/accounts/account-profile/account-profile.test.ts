import { describe, expect, test } from 'vitest'
import { otherAccountMessage, profileFieldMessage, profileMessage, scopeQuestion } from './account-profile.messages.ts'
import { blockedInCity, checkProfileAddress } from './check-address.ts'
import { checkProfileName } from './check-name.ts'
import { checkProfilePhones } from './check-phones.ts'
import {
  chooseType,
  deleteSlot,
  freeSlot,
  phonesToSend,
  type PhoneSlot,
  slotsFor,
  phoneTypeDescription,
  phoneTypes,
} from './phone-slots.ts'
import { type ProfileAddress, type ProfileName, tidyText } from './profile-fields.ts'
import { formatZip, parseZip } from './zip.ts'

const name = { firstName: 'Ada', middleName: '', lastName: 'Lindqvist' }
const address = {
  streetNumber: '412',
  streetName: 'Cedar',
  streetType: '',
  unit: '',
  city: 'Eau Claire',
  state: 'WI',
  zip: '54701',
}
const cell: PhoneSlot = {
  ...freeSlot,
  eCommunicationDetailId: 'D1',
  eCommunicationId: 'cell',
  phoneNumber: '(715) 555-4821',
}

/** The message about a valid name or address with the given changes; `null` without one. */
const saidOfName = (different: Partial<ProfileName>) => said(checkProfileName({ ...name, ...different }))
const documented = { ruralAddresses: false }
const rural = { ruralAddresses: true }
const saidOfAddress = (different: Partial<ProfileAddress>, rule = documented) =>
  said(checkProfileAddress({ ...address, ...different }, rule))
const said = (problems: readonly Parameters<typeof profileFieldMessage>[0][]) =>
  problems.map((problem) => profileFieldMessage(problem, 'en'))[0] ?? null
const saidOfPhones = (...slots: readonly PhoneSlot[]) =>
  checkProfilePhones(slots, phoneTypes).map(({ code, field }) => [field, profileMessage(code, 'en')])

describe('the name', () => {
  test('an empty first name is refused with the documented sentence [PF-23]', () => {
    expect(saidOfName({ firstName: '' })).toBe('Please enter first name.')
    expect(saidOfName({ firstName: '  ' })).toBe('Please enter first name.')
    expect(saidOfName({})).toBeNull()
  })
  test('a first name of 28 characters is accepted and one of 29 is refused [PF-24]', () => {
    expect(saidOfName({ firstName: 'x'.repeat(28) })).toBeNull()
    expect(saidOfName({ firstName: 'x'.repeat(29) })).toBe('First name can have up to 28 characters.')
  })
  test('a middle name may be absent, has 20 characters at most [PF-25]', () => {
    expect(saidOfName({ middleName: '' })).toBeNull()
    expect(saidOfName({ middleName: 'é'.repeat(20) })).toBeNull()
    expect(saidOfName({ middleName: 'é'.repeat(21) })).toBe('Middle name can have up to 20 characters.')
  })
  test('a last name is required and has 28 characters at most [PF-26]', () => {
    expect(saidOfName({ lastName: '' })).toBe('Please enter last name.')
    expect(saidOfName({ lastName: 'x'.repeat(28) })).toBeNull()
    expect(saidOfName({ lastName: 'x'.repeat(29) })).toBe('Last name can have up to 28 characters.')
  })
  test('a name with a line break is refused', () => {
    for (const character of ['\u0000', '\u202e', '\u2028', '\ud800'])
      expect(saidOfName({ lastName: `Lind${character}qvist` })).toBe('Last name has characters that are not allowed.')
  })
})

describe('the address', () => {
  test('an empty street number is refused with the documented sentence [PF-27]', () => {
    expect(saidOfAddress({ streetNumber: '' })).toBe('Street Number is required.')
  })
  test('a street number of 20 digits is accepted and one of 21 is refused [PF-28]', () => {
    expect(saidOfAddress({ streetNumber: '1'.repeat(20) })).toBeNull()
    expect(saidOfAddress({ streetNumber: '1'.repeat(21) })).toBe('Street number can have up to 20 characters.')
  })
  test('a street number has digits only [PF-29]', () => {
    for (const streetNumber of ['12A', 'N552', '1-2', '１２'])
      expect(saidOfAddress({ streetNumber })).toBe('Street number can have numbers only.')
  })
  test('an empty street name is refused [PF-30]', () => {
    expect(saidOfAddress({ streetName: ' ' })).toBe('Street name is required.')
  })
  test('a street name of 40 characters is accepted and one of 41 is refused [PF-31]', () => {
    expect(saidOfAddress({ streetName: 'x'.repeat(40) })).toBeNull()
    expect(saidOfAddress({ streetName: 'x'.repeat(41) })).toBe('Street name can have up to 40 characters.')
  })
  test('a street type may be absent, has 30 characters at most [PF-32]', () => {
    expect(saidOfAddress({ streetType: 'x'.repeat(30) })).toBeNull()
    expect(saidOfAddress({ streetType: 'x'.repeat(31) })).toBe('Street type can have up to 30 characters.')
  })
  test('a unit may be absent, has 30 characters at most [PF-33]', () => {
    expect(saidOfAddress({ unit: 'x'.repeat(30) })).toBeNull()
    expect(saidOfAddress({ unit: 'x'.repeat(31) })).toBe('Unit can have up to 30 characters.')
  })
  test('an empty city is refused [PF-34]', () => {
    expect(saidOfAddress({ city: '' })).toBe('City is required.')
  })
  test('a city of 50 characters is accepted and one of 51 is refused [PF-35]', () => {
    expect(saidOfAddress({ city: 'x'.repeat(50) })).toBeNull()
    expect(saidOfAddress({ city: 'x'.repeat(51) })).toBe('City can have up to 50 characters.')
  })
  test('a city has none of " \' ^ ` | ~ [PF-36]', () => {
    for (const character of `"'^\`|~`)
      expect(saidOfAddress({ city: `Eau${character}Claire` })).toBe('City has characters that are not allowed.')
    expect(blockedInCity(documented)).toBe(`"'^\`|~`)
    expect(saidOfAddress({ city: 'St. John-on-Lake' })).toBeNull()
  })
  test('a state is required and is one of the list [PF-37]', () => {
    expect(saidOfAddress({ state: '' })).toBe('State is required.')
    expect(saidOfAddress({ state: 'XX' })).toBe('State has characters that are not allowed.')
    for (const state of ['WI', 'DC', 'PR', 'AE']) expect(saidOfAddress({ state })).toBeNull()
  })
  test('only the city is without apostrophes, and no line of an address has a line break', () => {
    expect(saidOfAddress({ streetName: "O'Hara" })).toBeNull()
    expect(
      checkProfileAddress({ ...address, streetName: 'a\nb', city: 'a~b', state: 'XX', zip: '1' }, documented),
    ).toEqual(['streetName', 'city', 'state', 'zip'].map((field) => ({ code: 'not-valid', field })))
    expect(checkProfileName({ ...name, middleName: 'a\nb' })).toEqual([{ code: 'not-valid', field: 'middleName' }])
  })
  test.each(['N6789', 'W304N5678', '123 1/2', '12½', '12-B', '412'])(
    'with rural addresses, %s is a street number [PF-29]',
    (streetNumber) => {
      expect(saidOfAddress({ streetNumber }, rural)).toBeNull()
    },
  )
  test.each(['N', 'Main', '12@', '12\n3', '１２|'])(
    'with rural addresses, "%s" is no street number',
    (streetNumber) => {
      expect(saidOfAddress({ streetNumber }, rural)).toBe('Street number has characters that are not allowed.')
    },
  )
  test.each([
    'PO Box 45',
    'P.O. Box 45',
    'RR 2 Box 7',
    'Rural Route 2',
    'HC 1 Box 3',
    'Highway 53',
    'County Road 12',
    'Apartado 45',
  ])('with rural addresses, %s needs no street number [PF-27]', (streetName) => {
    expect(saidOfAddress({ streetNumber: '', streetName }, rural)).toBeNull()
    expect(saidOfAddress({ streetNumber: '', streetName })).toBe('Street Number is required.')
  })
  test.each(['Cedar', '5th Avenue', 'PO Box', 'Boxwood 4'])(
    'with rural addresses, %s still needs a street number [PF-27]',
    (streetName) => {
      expect(saidOfAddress({ streetNumber: '', streetName }, rural)).toBe('Street Number is required.')
    },
  )
  test('with rural addresses, a city may have an apostrophe and none of the other characters [PF-36]', () => {
    expect(saidOfAddress({ city: "O'Fallon" }, rural)).toBeNull()
    for (const character of `"^\`|~`)
      expect(saidOfAddress({ city: `Eau${character}Claire` }, rural)).toBe('City has characters that are not allowed.')
  })
  test('values on file are accepted until they are edited [PF-27, PF-29]', () => {
    const onFile = {
      ...address,
      streetNumber: '',
      streetName: 'W4512 Old Road of the Seventh Settlement',
      city: 'O^Fallon',
    }
    const imported = {
      ...onFile,
      streetName: onFile.streetName.padEnd(48, 'x'),
      unit: 'x'.repeat(31),
      state: 'XX',
      zip: '00000',
    }
    expect(checkProfileAddress(imported, documented, imported)).toEqual([])
    expect(checkProfileAddress({ ...imported, zip: '1' }, documented, imported)).toEqual([
      { code: 'not-valid', field: 'zip' },
    ])
    expect(checkProfileAddress({ ...imported, streetName: 'Cedar' }, documented, imported)).toEqual([
      { code: 'missing', field: 'streetNumber' },
    ])
    const company = { firstName: '', middleName: '', lastName: 'Chippewa Valley Agricultural Supply Company' }
    expect(checkProfileName({ ...company, middleName: 'x' }, company)).toEqual([])
    expect(checkProfileName({ ...company, lastName: 'y'.repeat(29) }, company)).toEqual([
      { code: 'too-long', field: 'lastName' },
    ])
  })
  test('blanks around a text are dropped, and several within it become one', () => {
    expect(tidyText('  Eau \n  Claire ')).toBe('Eau Claire')
    expect([parseZip(' 54701 '), formatZip(' 54701 '), formatZip(' x ')]).toEqual(['54701', '54701', 'x'])
    expect(parseZip('5470112345')).toBeNull()
  })
  test('an empty ZIP code is refused [PF-38]', () => {
    expect(saidOfAddress({ zip: '' })).toBe('Zip code is required.')
  })
  test('a ZIP code has 5 digits or 5 and 4, with no part of zeros, else the documented sentence [PF-39]', () => {
    for (const zip of ['54701', '54701-1234', '547011234', '00501']) expect(saidOfAddress({ zip })).toBeNull()
    for (const zip of ['5470', '547011', '00000', '54701-0000', '00000-1234', '54701 1234', '5470a', '54701-123'])
      expect(saidOfAddress({ zip })).toBe('Zip code must be a 5 or 9 digit number(Ex: 98745-4321).')
  })
  test('a nine-digit ZIP code is shown with a hyphen and sent without it [PF-46]', () => {
    expect(parseZip('54701-1234')).toBe('547011234')
    expect(formatZip('547011234')).toBe('54701-1234')
    expect(formatZip('54701')).toBe('54701')
  })
})

describe('phones', () => {
  test('a number that is not (999) 999-9999 is refused with the documented sentence [PF-40]', () => {
    for (const phoneNumber of ['(715) 555-482', '715-555-4821', '(715)555-4821', ''])
      expect(saidOfPhones({ ...cell, phoneNumber })).toEqual([
        ['contactPhones.0.phoneNumber', 'Invalid phone format.(Ex: (987) 456-1230)'],
      ])
    expect(saidOfPhones(cell)).toEqual([])
    expect(saidOfPhones({ ...cell, phoneNumber: '7155554821' })).toEqual([])
  })
  test('an area code does not begin with zero [PF-41]', () => {
    expect(saidOfPhones({ ...cell, phoneNumber: '(015) 555-4821' })).toHaveLength(1)
  })
  test('an exchange does not begin with zero [PF-42]', () => {
    expect(saidOfPhones({ ...cell, phoneNumber: '(715) 055-4821' })).toHaveLength(1)
  })
  test('a number without a type is refused with the documented sentence [PF-43]', () => {
    expect(saidOfPhones(cell, { ...freeSlot, phoneNumber: '(715) 555-0100' })).toEqual([
      ['contactPhones.1.eCommunicationId', 'Phone type is required.'],
    ])
    expect(saidOfPhones({ ...cell, eCommunicationId: 'fax' })).toHaveLength(1)
  })
  test('there is at least one phone that is not deleted [PF-44]', () => {
    for (const slots of [[], [freeSlot], [deleteSlot(cell), freeSlot]])
      expect(saidOfPhones(...slots)).toEqual([
        ['contactPhones.0.phoneNumber', 'At least one phone number is required.'],
      ])
    expect(saidOfPhones(deleteSlot(cell), { ...cell, eCommunicationDetailId: '' })).toEqual([])
  })
  test('there is room for three phones [PF-09]', () => {
    const added = { ...cell, eCommunicationDetailId: '' }
    expect(saidOfPhones(cell, added, added)).toEqual([])
    expect(saidOfPhones(cell, added, added, added)).toEqual([
      ['contactPhones.3.phoneNumber', 'You can have up to 3 phone numbers.'],
    ])
    expect(slotsFor([cell])).toEqual([cell, freeSlot, freeSlot])
  })
  test('an extension may be absent, has six digits at most', () => {
    expect(saidOfPhones({ ...cell, extension: '123456' })).toEqual([])
    expect(saidOfPhones({ ...cell, phoneNumber: ' (715) 555-4821 ', extension: ' 12 ' })).toEqual([])
    expect(saidOfPhones({ ...freeSlot, phoneNumber: ' ' })).toEqual([
      ['contactPhones.0.phoneNumber', 'At least one phone number is required.'],
    ])
    for (const extension of ['1234567', 'x1', '１'])
      expect(saidOfPhones({ ...cell, extension })).toEqual([
        ['contactPhones.0.extension', 'Enter an extension of up to 6 digits.'],
      ])
  })
  test('deleting a phone marks its slot and clears its values [PF-21]', () => {
    expect(deleteSlot({ ...cell, extension: '12' })).toEqual({
      eCommunicationDetailId: 'D1',
      eCommunicationId: '',
      phoneNumber: '',
      extension: '',
      isDelete: true,
    })
  })
  test('choosing a type for a deleted slot takes the deletion back [PF-22]', () => {
    expect(chooseType(deleteSlot(cell), 'home')).toMatchObject({ isDelete: false, eCommunicationId: 'home' })
    expect(chooseType(deleteSlot(cell), '')).toMatchObject({ isDelete: true })
  })
  test('only known phones and new ones with ten digits are sent, numbers as digits [PF-47]', () => {
    const added = { ...freeSlot, eCommunicationId: 'home', phoneNumber: '(715) 555-0100', extension: ' 7 ' }
    const unfinished = { ...freeSlot, eCommunicationId: 'home', phoneNumber: '(715) 5' }
    expect(phonesToSend([deleteSlot(cell), added, unfinished, freeSlot])).toEqual([
      deleteSlot(cell),
      { ...added, phoneNumber: '7155550100', extension: '7' },
    ])
  })
  test('types are called by their words in both languages', () => {
    expect(phoneTypes.map((type) => phoneTypeDescription(type, 'es'))).toEqual(['Celular', 'Casa', 'Trabajo', 'Otro'])
    expect(phoneTypes.map((type) => phoneTypeDescription(type, 'en'))).toEqual(['Mobile', 'Home', 'Work', 'Other'])
    expect(phoneTypeDescription('fax', 'en')).toBe('fax')
  })
})

describe('sentences', () => {
  test('the question about an address is the documented one [PF-13]', () => {
    expect(scopeQuestion('address', 'en')).toBe(
      'This address exists on more than one account for this member. Do you want to update the address on all of these accounts or only the selected account?',
    )
  })
  test('the question about a phone is the same with the phone number in its place [PF-14]', () => {
    expect(scopeQuestion('phone', 'en')).toBe(scopeQuestion('address', 'en').replaceAll('address', 'phone number'))
  })
  test('a profile without contact says the documented sentence [PF-53]', () => {
    expect(profileMessage('no-contact', 'en')).toBe(
      'Unable to fetch details for entered account. Please contact customer support.',
    )
  })
  test('the message about another account names that account', () => {
    expect(otherAccountMessage('pending-review', '100', 'en')).toContain('100')
    expect(otherAccountMessage('too-many-phones', '100', 'es')).toContain('100')
  })
})

test('a phone on file that the form would not take is no problem until it is edited [PF-40]', () => {
  const imported = { ...cell, phoneNumber: '1155550100', eCommunicationId: 'pager', extension: '1234567' }
  const work = { ...cell, eCommunicationDetailId: 'D2', eCommunicationId: 'work' }
  const fieldsOf = (slots: readonly PhoneSlot[]) =>
    checkProfilePhones(slots, phoneTypes, [imported, work]).map(({ field }) => field)
  expect(fieldsOf([imported, { ...work, phoneNumber: '(715) 555-0300' }])).toEqual([])
  expect(fieldsOf([{ ...imported, phoneNumber: '(015) 555-0300' }, work])).toEqual(['contactPhones.0.phoneNumber'])
  expect(fieldsOf([{ ...imported, eCommunicationId: '' }, work])).toEqual(['contactPhones.0.eCommunicationId'])
})
