import { describe, expect, it } from 'vitest'
import { capitalCreditMessage } from './capital-credits.messages.ts'
import { checkClaim, claimLengths, type ClaimForm } from './check-claim.ts'

const whole: ClaimForm = {
  name: '',
  ssn: '',
  phone: '(715) 555-0100',
  contactPref: 'Phone',
  email: '',
  address1: '412 Cedar Street',
  address2: '',
  city: 'Eau Claire',
  state: 'WI',
  zip: '',
  comments: '',
}
const problems = (changes: Partial<ClaimForm> = {}) =>
  checkClaim({ ...whole, ...changes }).map(({ field, code }) => [field, capitalCreditMessage(code, 'en')])

describe('a claim', () => {
  it('needs no name, SSN, second line, ZIP code or comment [UC-32]', () => {
    expect(problems()).toEqual([])
  })

  it('names every problem of an empty form in form order', () => {
    expect(problems({ phone: ' ', contactPref: '', address1: ' ', city: '', state: '' })).toEqual([
      ['phone', 'Phone number is required.'],
      ['contactPref', 'Contact preference is required.'],
      ['address1', 'Address 1 is required.'],
      ['city', 'City is required.'],
      ['state', 'State is required.'],
    ])
  })

  it('accepts four digits of an SSN and nothing else [UC-33]', () => {
    expect(problems({ ssn: '0012' })).toEqual([])
    for (const ssn of ['123', '12345', '12a4', '１２３４'])
      expect(problems({ ssn })).toEqual([['ssn', 'SSN must be 4 numeric digits']])
  })

  it('requires a phone number in the form (987) 456-1230 [UC-34, UC-35]', () => {
    for (const phone of [
      '7155550100',
      '(715) 555-01000',
      '(715) 555-010',
      '(71) 555-0100',
      '(715) 55-0100',
      'x(715) 555-0100',
      '(715) 555-0100\n',
      '(715) 555-0100x',
    ])
      expect(problems({ phone })).toEqual([['phone', 'Invalid phone format. (Ex: (987) 456-1230)']])
  })

  it('requires an email address for an answer by email alone, and checks any that is given [UC-40, UC-41]', () => {
    for (const contactPref of ['Phone', 'Mail']) expect(problems({ contactPref })).toEqual([])
    expect(problems({ contactPref: 'Fax' })).toEqual([['contactPref', 'Contact preference is required.']])
    for (const email of ['', ' '])
      expect(problems({ contactPref: 'Email', email })).toEqual([['email', 'Email address is required.']])
    for (const email of ['Ada.L+x_1%-@Mail.Example.org', 'a@b.co']) expect(problems({ email })).toEqual([])
    for (const email of [
      'ada',
      'ada@',
      '@b.org',
      'a@b',
      'a@b.c',
      'a@b.c1',
      'a b@c.org',
      'a@b.org\n',
      'a@b.org>',
      'x a@b.org',
      'a@b..org',
    ])
      expect(problems({ email })).toEqual([['email', 'Invalid e-mail address.']])
  })

  it('takes an email address of 100 characters, with 64 before the sign [UC-39]', () => {
    const ofLength = (local: number, all: number) => {
      const host = `${'h'.repeat(60)}.`.repeat(8)
      return `${'a'.repeat(local)}@${host.slice(0, all - local - 5)}.org`
    }
    expect(ofLength(64, 100)).toHaveLength(100)
    expect(problems({ email: ofLength(64, 100) })).toEqual([])
    expect(problems({ email: ofLength(65, 100) })).toHaveLength(1)
    expect(problems({ email: ofLength(64, 101) })).toEqual([['email', 'Invalid e-mail address.']])
    expect(problems({ email: `a@${'b.'.repeat(8)}org` })).toEqual([])
    expect(problems({ email: `a@${'b.'.repeat(9)}org` })).toHaveLength(1)
    expect(problems({ email: `a@${'b'.repeat(63)}.org` })).toEqual([])
    expect(problems({ email: `a@${'b'.repeat(64)}.org` })).toHaveLength(1)
    expect(problems({ email: `a@b.${'c'.repeat(63)}` })).toEqual([])
    expect(problems({ email: `a@b.${'c'.repeat(64)}` })).toHaveLength(1)
  })

  it('accepts a ZIP code of five digits, or of nine with a dash, and no part of zeros [UC-51]', () => {
    for (const zip of ['54701', '54701-4321']) expect(problems({ zip })).toEqual([])
    for (const zip of ['5470', '547014321', '00000', '54701-0000', '54701 4321', '54701-432', ' 54701', '54701-43211'])
      expect(problems({ zip })).toEqual([['zip', 'Zip code must be a 5 or 9 digit number. (Ex: *****-4321)']])
  })

  it('accepts the maximum length of each field and refuses one character more', () => {
    for (const field of ['name', 'address1', 'address2', 'city', 'comments'] as const) {
      const most = claimLengths[field]
      expect(problems({ [field]: 'x'.repeat(most) }), field).toEqual([])
      expect(problems({ [field]: 'x'.repeat(most + 1) }), field).toEqual([[field, 'This text is too long.']])
    }
    expect(claimLengths).toMatchObject({ name: 125, address1: 60, address2: 60, city: 30, comments: 1000 })
  })
})
