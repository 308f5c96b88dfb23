import { accountProfile, type Profile } from '@coopline/contract/accounts/account-profile/account-profile.contract'
import { expect, it } from 'vitest'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { seedProfile } from '../../../testing/seed-profile.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { untilWaiting } from '../../../testing/until-waiting.ts'
import { runMemberCommand } from '../../staff/member-support/run-member-command.ts'
import { updateOf } from './account-profile.fixtures.ts'
import { lockAccounts } from './account-profile.store.ts'

const portal = useTestPortal({ settings: { ALLOW_ADDRESS_UPDATE: true, ALLOW_PROFILE_DB_UPDATE: true } })
const ada = useFresh(async () => adaSignedIn(portal))

it('keeps no change of a profile that is under way while the member is erased', async () => {
  await seedProfile(portal.db)
  const own = { ...ada, params: { memberNumber: ada.memberNumber, accountNumber: '100100101' } }
  const profile = (await portal.call(accountProfile.load, own)).json<Profile>()
  const { saved, erased } = await inTransaction(portal.db, async (tx) => {
    await lockAccounts(tx, ada.memberNumber)
    const saving = portal.call(accountProfile.update, { ...own, body: updateOf(profile, { streetName: 'Hidden' }) })
    await untilWaiting(portal.db)
    const erasing = runMemberCommand(portal.deps, ['erase', ada.memberNumber, '--by', 'Pat', '--yes'])
    await untilWaiting(portal.db, 2)
    return { saved: saving, erased: erasing }
  })
  expect((await saved).statusCode).toBe(200)
  expect((await erased).exitCode).toBe(0)
  expect(await portal.db.selectFrom('portal.profile_change').select('value').execute()).toEqual([])
})
