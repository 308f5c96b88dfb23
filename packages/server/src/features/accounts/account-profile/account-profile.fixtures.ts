import { accountProfile, type Profile } from '@coopline/contract/accounts/account-profile/account-profile.contract'
import { staffProfileChanges } from '@coopline/contract/accounts/account-profile/staff-profile-changes.contract'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { seedProfile } from '../../../testing/seed-profile.ts'
import { staffFixture } from '../../../testing/seed-staff.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

/** Builds the update that saves a loaded profile with some changes. */
export const updateOf = (
  {
    accountNumber: _account,
    spouseName: _spouse,
    count: _count,
    phoneCount: _phones,
    phoneTypes: _types,
    isVerified: _verified,
    contactPhones,
    ...shown
  }: Profile,
  different: Readonly<Record<string, unknown>> = {},
) => ({
  ...shown,
  zip: shown.zip.replace('-', ''),
  updateIndicator: 'ONE',
  contactPhones: contactPhones.map(({ eCommunicationDescription: _description, ...phone }) => phone),
  ...different,
})

/** The calls of the account profile that succeed. Ada may change every block, and gets a new phone number each time. */
export const fixtures: SliceFixtures = async ({ portal, own, ofAccount }) => {
  portal.set({
    ALLOW_NAME_UPDATE: true,
    ALLOW_ADDRESS_UPDATE: true,
    ALLOW_PHONE_UPDATE: true,
    ALLOW_PROFILE_DB_UPDATE: true,
  })
  await seedProfile(portal.db)
  const staff = await staffFixture(portal)
  let saves = 0
  return [
    [staffProfileChanges.list, async () => ({ ...(await staff()), body: { after: null } })],
    [accountProfile.settings, own],
    [accountProfile.load, ofAccount],
    [
      accountProfile.update,
      async () => {
        const call = await ofAccount()
        const [bearer, { cookie }] = [call.headers['authorization']?.replace('Bearer ', '') ?? '', call.headers]
        const shown = await portal.call(accountProfile.load, { params: call.params, bearer, cookie: cookie ?? '' })
        const body = updateOf(shown.json<Profile>())
        saves += 1
        const phoneNumber = `715555${String(saves).padStart(4, '0')}`
        return { ...call, body: { ...body, contactPhones: body.contactPhones.map((one) => ({ ...one, phoneNumber })) } }
      },
    ],
  ]
}

export const storeCalls: StoreCalls = {
  'profiles-pending-review': { listProfilesPendingReview: [given.now, 10] },
}
