import {
  type PendingChange,
  staffProfileChanges,
} from '@coopline/contract/accounts/account-profile/staff-profile-changes.contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { asStaff, staffSignedIn } from '../../../testing/seed-staff.ts'
import { changedCell, electric, openProfile } from '../../../testing/profile-in-test.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal()
const profile = useFresh(async () => openProfile(portal))
const support = useFresh(async () => asStaff(await staffSignedIn(portal)))

const list = async (after: unknown = null) =>
  (await portal.call(staffProfileChanges.list, { ...support, body: { after } })).json<{
    changes: PendingChange[]
    next: unknown
  }>()

it('lists a change that waits for a review, and records who saw it', async () => {
  portal.set({ ALLOW_PROFILE_DB_UPDATE: false })
  await profile.save({ contactPhones: changedCell(await profile.load()) })
  expect(await list()).toEqual({
    changes: [
      {
        accountNumber: electric,
        memberNumber: '10001',
        block: 'phones',
        changedAt: portal.clock.now().toISOString(),
      },
    ],
    next: null,
  })
  const rows = await portal.db
    .selectFrom('portal.audit')
    .select('detail')
    .where('kind', '=', 'staff.profile-changes-viewed')
    .execute()
  expect(rows).toEqual([{ detail: { by: 'dana.support', accounts: electric } }])
})

it('lists changes oldest first, a page at a time, without those that wait for nothing', async () => {
  await sql`
    insert into cis.account
    select (jsonb_populate_record(account, jsonb_build_object('account_number', (7000 + n)::text, 'is_primary', false))).*
    from cis.account as account, generate_series(1, 28) as n where account_number = ${electric}`.execute(portal.db)
  await sql`
    insert into portal.profile_change (account_number, block, value, event_id, is_pending_review, changed_at)
    select (7000 + n)::text, 'address', '{}', n, n <> 1, '2026-11-01T00:00:00Z'::timestamptz + make_interval(hours => n / 2)
    from generate_series(1, 28) as n`.execute(portal.db)
  const first = await list()
  const numbers = Array.from({ length: 27 }, (_, n) => String(7002 + n))
  expect(first.changes.map(({ accountNumber }) => accountNumber)).toEqual(numbers.slice(0, 25))
  const second = await list(first.next)
  expect(second.changes.map(({ accountNumber }) => accountNumber)).toEqual(numbers.slice(25))
  expect(second.next).toBeNull()
})

it.each(['billing', 'content'] as const)('shows %s nothing', async (role) => {
  const call = asStaff(await staffSignedIn(portal, role))
  const answer = await portal.call(staffProfileChanges.list, { ...call, body: { after: null } })
  expect(answer.statusCode).toBe(403)
})
