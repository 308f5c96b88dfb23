import { anAccount } from '@coopline/testing/builders/account'
import { describe, expect, test } from 'vitest'
import { updateOf } from './account-profile.fixtures.ts'
import { changedCell, electric, messagesOf, openProfile, seedWater, water } from '../../../testing/profile-in-test.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedProfile } from '../../../testing/seed-profile.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'

const portal = useTestPortal()
const profile = useFresh(async () => openProfile(portal))

describe('phones', () => {
  test('a phone is changed, another added and shown at once; the event has them all [PF-57, PF-47]', async () => {
    const shown = await profile.load()
    const added = {
      eCommunicationDetailId: null,
      eCommunicationId: 'home',
      phoneNumber: '7155550200',
      extension: '12',
      isDelete: false,
    }
    expect((await profile.save({ contactPhones: [...changedCell(shown), added] })).statusCode).toBe(200)
    const { contactPhones } = await profile.load()
    expect(contactPhones.map(({ phoneNumber, extension }) => [phoneNumber, extension])).toEqual([
      ['7155550199', ''],
      ['7155550200', '12'],
    ])
    expect(contactPhones[1]?.eCommunicationDetailId).toMatch(/^portal-/u)
    expect((await profile.events())[0]).toMatchObject({
      kind: 'profile.phones-changed',
      body: { contactPhones: [{ phoneNumber: '7155550199' }, { phoneNumber: '7155550200', extension: '12' }] },
    })
    expect(await profile.audits()).toEqual([['account-profile.phones-changed', electric]])
  })

  test('a changed phone notifies the member by mail', async () => {
    await profile.save({ contactPhones: changedCell(await profile.load()) })
    const mails = await portal.db.selectFrom('outbox.message').select(['recipient', 'subject']).execute()
    expect(mails).toEqual([{ recipient: 'ada.lindqvist@example.org', subject: 'Your phone numbers were changed' }])
  })

  test('a session that was proven long ago changes no phone, but a name [SEC-17]', async () => {
    portal.clock.advance(601)
    const refused = await profile.save({ contactPhones: changedCell(await profile.load()) })
    expect([refused.statusCode, refused.body.includes('step-up-required')]).toEqual([403, true])
    expect((await profile.save({ firstName: 'Jane' })).statusCode).toBe(200)
    expect(await profile.load()).toMatchObject({ contactPhones: [{ phoneNumber: '7155554821' }] })
  })

  test('the last phone cannot be deleted [PF-44]', async () => {
    const refused = await profile.save({ contactPhones: changedCell(await profile.load(), { isDelete: true }) })
    expect(messagesOf(refused)).toEqual([['contactPhones.0.phoneNumber', 'At least one phone number is required.']])
  })

  test('a fourth phone is refused [PF-09]', async () => {
    const added = { eCommunicationDetailId: null, eCommunicationId: 'home', extension: '', isDelete: false }
    const contactPhones = ['7155550201', '7155550202', '7155550203'].map((phoneNumber) => ({ ...added, phoneNumber }))
    const refused = await profile.save({
      contactPhones: [...updateOf(await profile.load()).contactPhones, ...contactPhones],
    })
    expect(messagesOf(refused)).toEqual([['contactPhones.3.phoneNumber', 'You can have up to 3 phone numbers.']])
    // It is refused even when the existing phone is not named.
    expect((await profile.save({ contactPhones })).statusCode).toBe(400)
  })

  test('a phone of another account cannot be changed', async () => {
    const refused = await profile.save({
      contactPhones: changedCell(await profile.load(), { eCommunicationDetailId: 'D999' }),
    })
    expect(refused.statusCode).toBe(409)
  })
})

describe('one account or all', () => {
  test('ONE changes this account only [PF-16]', async () => {
    await seedWater(portal)
    await profile.save({ contactPhones: changedCell(await profile.load()), updateIndicator: 'ONE' })
    expect((await profile.load(water)).contactPhones[0]?.phoneNumber).toBe('7155554821')
    expect((await profile.events()).map((event) => event.account_number)).toEqual([electric])
  })

  test('ALL changes the same number on the member’s other accounts, with an event and an entry for each [PF-16]', async () => {
    await seedWater(portal, { phone_2_id: 'w2', phone_2_kind: 'work', phone_2_digits: '7155550300' })
    await profile.save({ contactPhones: changedCell(await profile.load()), updateIndicator: 'ALL' })
    expect(
      (await profile.load(water)).contactPhones.map((phone) => [phone.eCommunicationDetailId, phone.phoneNumber]),
    ).toEqual([
      ['D102', '7155550199'],
      ['w2', '7155550300'],
    ])
    expect((await profile.events()).map((event) => event.account_number)).toEqual([electric, water])
    expect(await profile.audits()).toEqual([
      ['account-profile.phones-changed', electric],
      ['account-profile.phones-changed', water],
    ])
  })

  test('ALL changes the address where it is the same, and nowhere else [PF-16]', async () => {
    await seedWater(portal)
    const barn = '100100103'
    await seedAccount(portal.db, anAccount(barn).secondary())
    await seedProfile(portal.db, { account_number: barn, street_name: 'Elm' })
    await profile.save({ streetNumber: '500', updateIndicator: 'ALL' })
    expect((await profile.load(water)).streetNumber).toBe('500')
    expect((await profile.load(barn)).streetNumber).toBe('412')
    expect((await profile.events()).map((event) => event.kind)).toEqual([
      'profile.address-changed',
      'profile.address-changed',
    ])
  })

  test('an account that would be left without a phone, or with four, is named, and nothing is saved anywhere', async () => {
    await seedWater(portal)
    await profile.save({ contactPhones: [...updateOf(await profile.load()).contactPhones, aNew('7155550201')] })
    const [known] = changedCell(await profile.load(), { isDelete: true })
    const refused = await profile.save({ contactPhones: [known], updateIndicator: 'ALL' })
    expect(messagesOf(refused)).toEqual([
      [
        undefined,
        'Nothing was saved. Account 100100102 would have no phone number. Try again and select “Only this account”.',
      ],
    ])
    await portal.db
      .updateTable('cis.account_profile')
      .set({
        phone_2_id: 'b',
        phone_2_kind: 'home',
        phone_2_digits: '7155550302',
        phone_3_id: 'c',
        phone_3_kind: 'work',
        phone_3_digits: '7155550303',
      })
      .where('account_number', '=', water)
      .execute()
    const full = await profile.save({ contactPhones: [aNew('7155550202')], updateIndicator: 'ALL' })
    expect(messagesOf(full)).toEqual([
      [
        undefined,
        'Nothing was saved. Account 100100102 already has 3 phone numbers. Try again and select “Only this account”.',
      ],
    ])
    expect(await profile.events()).toHaveLength(1)
  })

  const aNew = (phoneNumber: string) => ({
    eCommunicationDetailId: null,
    eCommunicationId: 'home',
    phoneNumber,
    extension: '',
    isDelete: false,
  })
})
