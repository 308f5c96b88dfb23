import { accountProfile, type Profile } from '@coopline/contract/accounts/account-profile/account-profile.contract'
import { ben } from '@coopline/testing/builders/member'
import { expect, it } from 'vitest'
import { changedCell, electric, openProfile } from '../../../testing/profile-in-test.ts'
import { giveToBen } from '../../../testing/seed-account.ts'
import { seedLogin, seedSession } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { eraseMember } from '../../staff/member-support/erase-member.ts'
import { updateOf } from './account-profile.fixtures.ts'
import { listProfilesPendingReview } from './profiles-pending-review.store.ts'

const portal = useTestPortal()
const ada = useFresh(async () => openProfile(portal))

/** Moves Ada's account to Ben and changes the name on it. The cooperative's copy does not have her change. */
async function moveToBen() {
  await giveToBen(portal.db)
  await portal.db
    .updateTable('cis.account_profile')
    .set({ first_name: 'Ben', last_name: 'Okafor', street_number: '9', phone_1_digits: '7155550002' })
    .execute()
  const { username, memberNumber } = ben.facts
  const session = await seedSession(portal, await seedLogin(portal, { username, memberNumber }))
  const call = { ...session, params: { memberNumber, accountNumber: electric } }
  return {
    load: async () => (await portal.call(accountProfile.load, call)).json<Profile>(),
    send: async (body: unknown) => portal.call(accountProfile.update, { ...call, body }),
  }
}

it('shows the next holder nothing that the former one changed', async () => {
  const changed = { firstName: 'Adelheid', streetNumber: '77', contactPhones: changedCell(await ada.load()) }
  expect((await ada.save(changed)).statusCode).toBe(200)
  const bens = await moveToBen()
  const shown = await bens.load()
  expect(shown).toMatchObject({ firstName: 'Ben', lastName: 'Okafor', streetNumber: '9' })
  expect(shown.contactPhones.map(({ phoneNumber }) => phoneNumber)).toEqual(['7155550002'])
})

it('lets the next holder change the profile while a change of the former one waits for a review', async () => {
  portal.set({ ALLOW_PROFILE_DB_UPDATE: false })
  expect((await ada.save({ firstName: 'Adelheid' })).statusCode).toBe(200)
  const bens = await moveToBen()
  expect((await bens.load()).isVerified).toBe('Y')
  const later = new Date(portal.clock.now().getTime() + 1)
  expect(await listProfilesPendingReview(portal.db, later, 10)).toEqual([])
  expect((await bens.send(updateOf(await bens.load(), { firstName: 'Benedict' }))).statusCode).toBe(200)
  expect(await bens.load()).toMatchObject({ firstName: 'Benedict', lastName: 'Okafor', isVerified: 'N' })
})

it('is erased with the member who made it, not with the next holder', async () => {
  expect((await ada.save({ firstName: 'Adelheid' })).statusCode).toBe(200)
  await moveToBen()
  const changes = async () => portal.db.selectFrom('portal.profile_change').select('member_number').execute()
  const erase = async (memberNumber: string) => eraseMember(portal.deps, memberNumber, { by: 'Dana' }, false)
  expect(await erase(ben.facts.memberNumber)).toMatchObject({ kind: 'erased' })
  expect(await changes()).toEqual([{ member_number: '10001' }])
  expect(await erase('10001')).toMatchObject({ kind: 'erased' })
  expect(await changes()).toEqual([])
})
