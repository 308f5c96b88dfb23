import { memberSupport } from '@coopline/contract/staff/member-support/member-support.contract'
import { staffPayments } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { expect, it } from 'vitest'
import { payAsMember } from '../../../testing/member-payer.ts'
import { openPortalView } from '../../../testing/open-portal-view.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { seedStaff, seedStaffSession, type StaffHalves } from '../../../testing/seed-staff.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal({
  settings: { ...payingSettings, alarmEmail: 'office@coop.example', staffLookUpsPerHour: 3, staffLookUpsPerDay: 5 },
})

const view = async (halves: StaffHalves, memberNumber: string) =>
  portal.call(memberSupport.view, { ...halves, params: { memberNumber } })
const search = async (halves: StaffHalves, text: string) =>
  portal.call(memberSupport.search, { ...halves, body: { text } })
const staffOf = async (role: 'support' | 'billing') => seedStaffSession(portal, await seedStaff(portal, role))
const again = async (role: 'support' | 'billing') => seedStaffSession(portal, `dana.${role}`)

const alarms = async () => {
  const entries = await portal.db
    .selectFrom('portal.audit')
    .select('detail')
    .where('kind', '=', 'staff.bulk-look-ups')
    .orderBy('id')
    .execute()
  return entries.map(({ detail }) => detail)
}
const mails = async () =>
  portal.db.selectFrom('outbox.message').select('subject').where('recipient', '=', 'office@coop.example').execute()

it('raises an alarm when a staff user looks up more members in an hour than the setting, and answers on [SEC-78]', async () => {
  await adaSignedIn(portal)
  const staff = await staffOf('support')
  // The same member or the same search counts once, however it is opened.
  for (let times = 0; times < 4; times++) {
    expect((await view(staff, '10001')).statusCode).toBe(200)
    expect((await search(staff, times % 2 === 0 ? 'Lindqvist' : ' lindqvist')).statusCode).toBe(200)
  }
  await openPortalView(portal, staff, 'Asked about the bill of May')
  // Numbers without a member count too, because they may be guesses.
  await view(staff, '19997')
  expect(await alarms()).toEqual([])
  expect((await search(staff, 'brandt')).statusCode).toBe(200)
  expect(await alarms()).toEqual([{ by: 'dana.support', lookUps: 3, hours: 1 }])
  expect(await mails()).toEqual([{ subject: 'A staff user looks up more members than usual' }])
  expect(portal.logLines.filter((line) => line.includes('"alarm":"bulk-look-ups"'))).toHaveLength(1)
})

it('raises it once in 24 hours for each staff user', async () => {
  const [support, billing] = [await staffOf('support'), await staffOf('billing')]
  for (let n = 0; n < 6; n++) await view(support, String(19_000 + n))
  for (let n = 0; n < 3; n++) await view(billing, String(19_000 + n))
  expect(await alarms()).toHaveLength(1)
  await view(billing, '19003')
  expect(await alarms()).toHaveLength(2)
  portal.clock.advance(86_401)
  const next = await again('support')
  for (let n = 0; n < 4; n++) await view(next, String(19_000 + n))
  expect(await alarms()).toHaveLength(3)
})

it('raises it for many look-ups in a day that are few in each hour', async () => {
  await staffOf('support')
  for (let n = 0; n < 6; n++) {
    await view(await again('support'), String(19_000 + n))
    portal.clock.advance(3_601)
  }
  expect(await alarms()).toEqual([{ by: 'dana.support', lookUps: 5, hours: 24 }])
})

it('counts the member of each payment that is opened, each search for payments and each further page, but not the first page of all', async () => {
  const ada = await adaSignedIn(portal)
  await payAsMember(portal, ada, [['100100101', 100]])
  const staff = await staffOf('billing')
  const searched = async (text: string, after: object | null = null) => {
    const response = await portal.call(staffPayments.search, { ...staff, body: { text, after } })
    return response.json<{ readonly payments: readonly { readonly transNo: string }[] }>().payments
  }
  const [payment] = await searched('')
  for (let times = 0; times < 4; times++) {
    await portal.call(staffPayments.view, { ...staff, params: { transNo: payment?.transNo ?? '' } })
    await view(staff, ada.memberNumber)
    await searched('')
  }
  await searched('100100102')
  const position = { isUnderReview: false, requestedAt: '2026-11-20T15:00:00.000Z', transNo: payment?.transNo ?? '' }
  await searched('', position)
  await searched('', position)
  expect(await alarms()).toEqual([])
  await searched('100100104')
  expect(await alarms()).toEqual([{ by: 'dana.billing', lookUps: 3, hours: 1 }])
})
