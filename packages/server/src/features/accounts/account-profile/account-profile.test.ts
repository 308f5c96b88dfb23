import { accountProfile } from '@coopline/contract/accounts/account-profile/account-profile.contract'
import type { ProblemBody } from '@coopline/contract/problem-body'
import { bensAccount } from '@coopline/testing/builders/account'
import { describe, expect, test } from 'vitest'
import { updateOf } from './account-profile.fixtures.ts'
import { changedCell, electric, messagesOf, openProfile, seedWater } from '../../../testing/profile-in-test.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedProfile } from '../../../testing/seed-profile.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'

const portal = useTestPortal()
const profile = useFresh(async () => openProfile(portal))

describe('what is shown', () => {
  test('the profile has the names, the address in parts, phones with their types, and how many accounts share them', async () => {
    await seedWater(portal, { street_name: 'CEDAR' })
    expect(await profile.load()).toMatchObject({
      accountNumber: electric,
      firstName: 'Ada',
      middleName: 'Maria',
      lastName: 'Lindqvist',
      spouseName: 'Nils Lindqvist',
      streetNumber: '412',
      streetName: 'Cedar',
      zip: '54701-1234',
      count: 1,
      phoneCount: 1,
      isVerified: 'Y',
      contactPhones: [
        {
          eCommunicationDetailId: 'D101',
          eCommunicationId: 'cell',
          eCommunicationDescription: 'Mobile',
          phoneNumber: '7155554821',
          extension: '',
          isDelete: false,
        },
      ],
    })
    expect((await profile.load()).phoneTypes.map(({ description }) => description)).toEqual([
      'Mobile',
      'Home',
      'Work',
      'Other',
    ])
  })

  test('an account that shares neither address nor phone does not count [PF-15]', async () => {
    await seedWater(portal, { zip: '54703', phone_1_digits: '7155550000' })
    expect(await profile.load()).toMatchObject({ count: 0, phoneCount: 0 })
  })

  test('an account of which the cooperative says nothing has an empty profile', async () => {
    await portal.db.deleteFrom('cis.account_profile').execute()
    expect(await profile.load()).toMatchObject({ firstName: '', zip: '', contactPhones: [], isVerified: 'Y' })
  })

  test('another member’s profile is neither shown nor changed, and the attempt is audited [SEC-33]', async () => {
    await seedAccount(portal.db, bensAccount)
    await seedProfile(portal.db, { account_number: '100200101', first_name: 'Ben' })
    expect((await portal.call(accountProfile.load, profile.ask('100200101'))).statusCode).toBe(404)
    expect((await profile.send(updateOf(await profile.load(), { firstName: 'Eve' }), '100200101')).statusCode).toBe(404)
    expect(await portal.db.selectFrom('portal.profile_change').selectAll().execute()).toEqual([])
    const attempts = await portal.db
      .selectFrom('portal.audit')
      .select('kind')
      .where('kind', 'like', '%foreign%')
      .execute()
    expect(attempts).toHaveLength(2)
  })
})

describe('a change', () => {
  test('a changed name is shown, reported to the cooperative and audited [PF-57]', async () => {
    const saved = await profile.save({ firstName: ' Ada  Jane ', middleName: '' })
    expect(saved.json()).toEqual({ message: 'Your profile has been updated.', isVerified: 'Y' })
    expect(await profile.load()).toMatchObject({ firstName: 'Ada Jane', middleName: '', lastName: 'Lindqvist' })
    expect(await profile.events()).toEqual([
      {
        account_number: electric,
        kind: 'profile.name-changed',
        body: {
          memberNumber: '10001',
          accountNumber: electric,
          waitsForReview: false,
          firstName: 'Ada Jane',
          middleName: '',
          lastName: 'Lindqvist',
        },
      },
    ])
    expect(await profile.audits()).toEqual([['account-profile.name-changed', electric]])
  })

  test('a ZIP code is received without a hyphen and shown with it [PF-46]', async () => {
    expect((await profile.save({ zip: '547011235' })).statusCode).toBe(200)
    expect((await profile.load()).zip).toBe('54701-1235')
  })

  test('a profile that is sent unchanged makes no event and no audit entry', async () => {
    expect((await profile.save({})).statusCode).toBe(200)
    expect(await profile.events()).toEqual([])
    expect(await profile.audits()).toEqual([])
  })

  test('an imported address and name that the form would not take do not keep the member from changing the rest [REQ-D-268]', async () => {
    await portal.db
      .updateTable('cis.account_profile')
      .set({
        first_name: '',
        last_name: 'Chippewa Valley Agricultural Supply Company',
        street_number: '',
        street_name: 'Old Road of the Seventh Norwegian Settlement Bay',
        city: 'O^Fallon',
        phone_1_digits: '1155554821',
      })
      .execute()
    expect((await profile.save({ unit: 'Apt 2' })).statusCode).toBe(200)
    expect((await profile.save({ middleName: 'Inc' })).statusCode).toBe(200)
    expect(await profile.load()).toMatchObject({
      unit: 'Apt 2',
      city: 'O^Fallon',
      middleName: 'Inc',
      contactPhones: [{ phoneNumber: '1155554821' }],
    })
    expect(messagesOf(await profile.save({ streetName: 'Cedar' }))).toEqual([
      ['streetNumber', 'Street Number is required.'],
    ])
    expect(messagesOf(await profile.save({ lastName: 'x'.repeat(29) }))).toEqual([
      ['lastName', 'Last name can have up to 28 characters.'],
    ])
  })

  test.each([
    { streetNumber: 'W4512', streetName: 'County Road X' },
    { streetNumber: '', streetName: 'PO Box 45' },
    { streetNumber: '', streetName: 'RR 2 Box 7' },
    { city: "O'Fallon" },
  ])('the address %o is saved with rural addresses and refused without them [PF-29, PF-36]', async (address) => {
    portal.set({ RURAL_ADDRESSES: false })
    expect((await profile.save(address)).statusCode).toBe(400)
    portal.set({ RURAL_ADDRESSES: true })
    expect((await profile.save(address)).statusCode).toBe(200)
    expect(await profile.load()).toMatchObject(address)
  })

  test('a name of 60 letters from the cooperative does not keep the member from changing the address [SEC-33]', async () => {
    const longest = 'x'.repeat(60)
    await portal.db.updateTable('cis.account_profile').set({ last_name: longest }).execute()
    expect((await profile.save({ unit: 'Apt 2' })).statusCode).toBe(200)
    expect(await profile.load()).toMatchObject({ lastName: longest, unit: 'Apt 2' })
  })

  test('every problem of an update is returned at once, each with its field [PF-31, PF-39]', async () => {
    portal.set({ RURAL_ADDRESSES: false })
    const refused = await profile.save({
      firstName: '',
      streetNumber: '12a',
      streetName: 'x'.repeat(41),
      city: 'Eau|Claire',
      zip: '00000',
      contactPhones: [
        {
          eCommunicationDetailId: 'D101',
          eCommunicationId: '',
          phoneNumber: '0155551234',
          extension: 'x',
          isDelete: false,
        },
      ],
    })
    expect(refused.statusCode).toBe(400)
    expect(messagesOf(refused)).toEqual([
      ['firstName', 'Please enter first name.'],
      ['streetNumber', 'Street number can have numbers only.'],
      ['streetName', 'Street name can have up to 40 characters.'],
      ['city', 'City has characters that are not allowed.'],
      ['zip', 'Zip code must be a 5 or 9 digit number(Ex: 98745-4321).'],
      ['contactPhones.0.eCommunicationId', 'Phone type is required.'],
      ['contactPhones.0.phoneNumber', 'Invalid phone format.(Ex: (987) 456-1230)'],
      ['contactPhones.0.extension', 'Enter an extension of up to 6 digits.'],
    ])
    expect(await profile.events()).toEqual([])
  })

  test('a field that is not the member’s to set is refused [SEC-34]', async () => {
    const body = updateOf(await profile.load(), { firstName: 'Eve' })
    for (const field of ['isVerified', 'memberNumber', 'spouseName', 'count'])
      expect((await profile.send({ ...body, [field]: 'Y' })).statusCode, field).toBe(400)
    expect(
      (await profile.send({ ...body, contactPhones: [{ ...body.contactPhones[0], isVerified: true }] })).statusCode,
    ).toBe(400)
    expect(await profile.load()).toMatchObject({ firstName: 'Ada', isVerified: 'Y' })
  })

  test('a second tab that saves an outdated profile is refused, and nothing is lost', async () => {
    const first = await profile.load()
    expect((await profile.send(updateOf(first, { firstName: 'Jane' }))).statusCode).toBe(200)
    const second = await profile.send(updateOf(first, { unit: 'Apt 2' }))
    expect(second.statusCode).toBe(409)
    expect(second.json<ProblemBody>().detail).toContain('Your profile changed while you were editing')
    expect(await profile.load()).toMatchObject({ firstName: 'Jane', unit: '' })
  })

  test('one of two simultaneous saves succeeds, and the other is refused as outdated', async () => {
    const shown = await profile.load()
    const answers = await Promise.all(
      ['Jane', 'Joan'].map(async (firstName) => profile.send(updateOf(shown, { firstName }))),
    )
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409'])
    expect(await profile.events()).toHaveLength(1)
  })
})

describe('what members may change', () => {
  const closed = 'You cannot change this part of your profile here. Please contact customer support.'

  test('a name is refused while ALLOW_NAME_UPDATE is off [PF-48, SEC-35, CG-03]', async () => {
    portal.set({ ALLOW_NAME_UPDATE: false })
    const refused = await profile.save({ firstName: 'Jane' })
    expect([refused.statusCode, refused.json<ProblemBody>().detail]).toEqual([403, closed])
    expect((await profile.load()).firstName).toBe('Ada')
    expect((await profile.save({ unit: 'Apt 2' })).statusCode).toBe(200)
  })

  test('an address is refused while ALLOW_ADDRESS_UPDATE is off [PF-49, SEC-35, CG-04]', async () => {
    portal.set({ ALLOW_ADDRESS_UPDATE: false })
    expect((await profile.save({ unit: 'Apt 2' })).statusCode).toBe(403)
    expect((await profile.load()).unit).toBe('')
    expect((await profile.save({ firstName: 'Jane' })).statusCode).toBe(200)
  })

  test('phones are refused while ALLOW_PHONE_UPDATE is off [PF-50, SEC-35, CG-05]', async () => {
    portal.set({ ALLOW_PHONE_UPDATE: false })
    expect((await profile.save({ contactPhones: changedCell(await profile.load()) })).statusCode).toBe(403)
    expect((await profile.load()).contactPhones[0]?.phoneNumber).toBe('7155554821')
    expect((await profile.save({ firstName: 'Jane' })).statusCode).toBe(200)
  })

  test('the settings say so as flags', async () => {
    portal.set({ ALLOW_NAME_UPDATE: false })
    const answer = await portal.call(accountProfile.settings, { ...profile.ada, params: { memberNumber: '10001' } })
    expect(answer.json()).toEqual({
      ALLOW_NAME_UPDATE: 'N',
      ALLOW_ADDRESS_UPDATE: 'Y',
      ALLOW_PHONE_UPDATE: 'Y',
      ALLOW_PROFILE_DB_UPDATE: 'Y',
      allowUserProvidedContact: 'N',
    })
  })

  test('a change holds at once when ALLOW_PROFILE_DB_UPDATE is Y, and the next one may follow [PF-51, CG-06]', async () => {
    await portal.db.updateTable('cis.account_profile').set({ is_verified: false }).execute()
    expect((await profile.save({ firstName: 'Jane' })).json()).toMatchObject({
      message: 'Your profile has been updated.',
    })
    expect((await profile.save({ lastName: 'Smith' })).statusCode).toBe(200)
    expect(await profile.load()).toMatchObject({ firstName: 'Jane', lastName: 'Smith' })
  })

  test('when it is not, a change waits for review: it is shown, the profile is not verified, and no other is taken [PF-51, CG-06]', async () => {
    portal.set({ ALLOW_PROFILE_DB_UPDATE: false })
    expect((await profile.save({ firstName: 'Jane' })).json()).toEqual({
      message: 'Your profile changes are pending review.',
      isVerified: 'N',
    })
    expect(await profile.load()).toMatchObject({ firstName: 'Jane', isVerified: 'N' })
    expect((await profile.events())[0]?.body).toMatchObject({ waitsForReview: true })
    const second = await profile.save({ lastName: 'Smith' })
    expect([second.statusCode, second.json<ProblemBody>().detail]).toEqual([
      403,
      'Your profile changes are pending review.',
    ])
  })

  test('without any phone on file nothing is changed unless the member may give contacts [PF-53]', async () => {
    await portal.db.updateTable('cis.account_profile').set({ phone_1_id: null }).execute()
    const refused = await profile.save({ firstName: 'Jane' })
    expect(refused.json<ProblemBody>().detail).toBe(
      'Unable to fetch details for entered account. Please contact customer support.',
    )
    portal.set({ allowUserProvidedContact: true })
    expect((await profile.save({ firstName: 'Jane' })).statusCode).toBe(200)
  })
})
