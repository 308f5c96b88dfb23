import { accountProfile, type Profile } from '@coopline/contract/accounts/account-profile/account-profile.contract'
import { beforeEach, expect, test } from 'vitest'
import { updateOf } from '../../accounts/account-profile/account-profile.fixtures.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { seedProfile } from '../../../testing/seed-profile.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { reviewProfilesJob } from './review-profiles.job.ts'

const portal = useTestPortal({ settings: { ALLOW_NAME_UPDATE: true, ALLOW_PHONE_UPDATE: true }, env: { DEMO: 'Y' } })
const ada = useFresh(async () => adaSignedIn(portal))
beforeEach(async () => seedProfile(portal.db))

const ownProfile = () => ({ ...ada, params: { memberNumber: '10001', accountNumber: '100100101' } })
const load = async () => (await portal.call(accountProfile.load, ownProfile())).json<Profile>()

test('the demo cooperative takes a change in after a while: it stays, is verified, and its event is acknowledged', async () => {
  const added = {
    eCommunicationDetailId: null,
    eCommunicationId: 'home',
    phoneNumber: '7155550200',
    extension: '',
    isDelete: false,
  }
  const body = updateOf(await load(), { lastName: 'Lind, "Ada"', contactPhones: [added] })
  expect((await portal.call(accountProfile.update, { ...ownProfile(), body })).statusCode).toBe(200)
  await portal.jobs.run(reviewProfilesJob, {})
  expect((await load()).isVerified).toBe('N')
  portal.clock.advance(60)
  await portal.jobs.run(reviewProfilesJob, {})
  const taken = await load()
  expect(taken).toMatchObject({ isVerified: 'Y', lastName: 'Lind, "Ada"', zip: '54701-1234' })
  expect(taken.contactPhones.map(({ phoneNumber }) => phoneNumber)).toEqual(['7155554821', '7155550200'])
  const waiting = portal.db.selectFrom('outbox.event').select('id').where('acknowledged_at', 'is', null)
  expect(await waiting.where('kind', 'like', 'profile.%').execute()).toEqual([])
})
