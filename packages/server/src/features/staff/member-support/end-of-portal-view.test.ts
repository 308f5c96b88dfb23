import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts } from '@coopline/contract/accounts/accounts/accounts.contract'
import { memberSupport } from '@coopline/contract/staff/member-support/member-support.contract'
import { staffSignIn } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import { describe, expect, it } from 'vitest'
import { deleteExpired } from '../../../platform/retention/delete-expired.job.ts'
import { openPortalView } from '../../../testing/open-portal-view.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { seedStaff, seedStaffSession, type StaffHalves } from '../../../testing/seed-staff.ts'
import { type CallOptions, useTestPortal } from '../../../testing/test-portal.ts'
import { runStaffCommand } from '../staff-sign-in/run-staff-command.ts'
import { endPortalViewsJob } from './end-portal-views.job.ts'
import { eraseMember } from './erase-member.ts'
import { exportMember } from './export-member.ts'

const portal = useTestPortal()
const openView = async (halves: StaffHalves) => openPortalView(portal, halves, 'Asked about the bill of May')

/** Staff who are signed in. */
async function support(): Promise<StaffHalves> {
  await adaSignedIn(portal)
  return seedStaffSession(portal, await seedStaff(portal))
}

/** Staff who see the portal as Ada. */
async function viewing() {
  const staff = await support()
  return { staff, view: await openView(staff) }
}

const noteUse = async (at: string) =>
  portal.database.runScript(`update portal.staff_session set last_seen_at = '2026-11-20 ${at}Z'`)

const listAccounts = async (halves: CallOptions) =>
  portal.call(accounts.list, { ...halves, params: { memberNumber: '10001' }, query: { pageSize: '5' } })

const command = async (...words: string[]) => {
  const { exitCode, output } = await runStaffCommand(portal.deps, [...words, '--by', 'Operator'])
  expect(exitCode, output).toBe(0)
}

describe('the end of a portal view', () => {
  it.each([
    ['staff end it', async (staff: StaffHalves) => portal.call(memberSupport.endPortalView, { ...staff, body: {} })],
    ['staff sign out', async (staff: StaffHalves) => portal.call(staffSignIn.signOut, { ...staff, body: {} })],
    ['staff open another one', async (staff: StaffHalves) => openView(staff)],
    ['staff lose the role', async () => command('role', 'dana.support', 'content')],
    ['the password and the app of the staff login are reset', async () => command('reset', 'dana.support')],
    ['the staff login is removed', async () => command('remove', 'dana.support')],
    ['the online account is erased', async () => eraseMember(portal.deps, '10001', { by: 'Dana' }, false)],
    ['the staff session was not used', async () => noteUse('14:45:00')],
  ] as const)('comes when %s', async (_what, end) => {
    const { staff, view } = await viewing()
    expect((await listAccounts(view)).statusCode).toBe(200)
    await end(staff)
    expect((await listAccounts(view)).statusCode).toBe(401)
  })

  it('comes after 15 minutes, however much it is used', async () => {
    const { view } = await viewing()
    for (const minutes of [5, 5, 4.9]) {
      portal.clock.advance(minutes * 60)
      expect((await listAccounts(view)).statusCode).toBe(200)
    }
    portal.clock.advance(6)
    expect((await listAccounts(view)).statusCode).toBe(401)
  })

  it('comes when the cooperative turns the console off', async () => {
    const { view } = await viewing()
    portal.set({ staffConsole: false })
    expect((await listAccounts(view)).statusCode).toBe(403)
  })
})

describe('what is kept of the end', () => {
  const kept = async () =>
    portal.db
      .selectFrom('portal.audit')
      .select(['at', 'member_number', 'detail'])
      .where('kind', '=', 'staff.portal-view-ended')
      .orderBy('id')
      .execute()

  it.each([
    ['its time', 16 * 60, async () => noteUse('15:16:00'), 'time', '15:15:00'],
    ['a role that was taken away', 60, async () => command('role', 'dana.support', 'content'), 'role', '15:02:00'],
    [
      'staff who signed out',
      60,
      async (staff: StaffHalves) => portal.call(staffSignIn.signOut, { ...staff, body: {} }),
      'session',
      '15:01:00',
    ],
    ['a staff session that was not used', 4 * 60, async () => noteUse('14:48:00'), 'session', '15:03:00'],
  ] as const)('is an end by %s, once, from when it was', async (_what, seconds, end, why, at) => {
    expect(portal.jobs.scheduled.map(({ name }) => name)).toContain(endPortalViewsJob.name)
    const { staff } = await viewing()
    await portal.jobs.run(endPortalViewsJob, {})
    expect(await kept()).toEqual([])
    portal.clock.advance(seconds)
    await end(staff)
    portal.clock.advance(60)
    await portal.jobs.run(endPortalViewsJob, {})
    await portal.jobs.run(endPortalViewsJob, {})
    expect(await kept()).toMatchObject([
      { at: new Date(`2026-11-20T${at}Z`), member_number: '10001', detail: { by: 'dana.support', why } },
    ])
  })

  it('is there for the other views when that of one cannot be kept, and for that one in the next run', async () => {
    await viewing()
    await openView(await seedStaffSession(portal, await seedStaff(portal, 'admin')))
    portal.clock.advance(16 * 60)
    await portal.database.runScript(`create function public.refuse() returns trigger language plpgsql as
      $$ begin if new.detail ->> 'by' = 'dana.support' then raise exception 'no'; end if; return new; end $$;
      create trigger refuse before insert on portal.audit for each row execute function public.refuse()`)
    try {
      await expect(portal.jobs.run(endPortalViewsJob, {})).rejects.toThrow('Items of the job that failed: 1')
    } finally {
      await portal.database.runScript('drop trigger refuse on portal.audit; drop function public.refuse()')
    }
    expect(await kept()).toMatchObject([{ detail: { by: 'dana.admin' } }])
    await portal.jobs.run(endPortalViewsJob, {})
    expect(await kept()).toMatchObject([{ detail: { by: 'dana.admin' } }, { detail: { by: 'dana.support' } }])
  })

  it('is its time when staff open another view or end it only afterwards', async () => {
    const { staff } = await viewing()
    portal.clock.advance(20 * 60 - 1)
    await noteUse('15:19:00')
    await openView(staff)
    portal.clock.advance(60)
    await portal.call(memberSupport.endPortalView, { ...staff, body: {} })
    expect(await kept()).toMatchObject([
      { at: new Date('2026-11-20T15:15:00Z'), detail: { why: 'time' } },
      { at: new Date('2026-11-20T15:20:59Z'), detail: { why: 'staff' } },
    ])
  })

  it('is one open view for a staff session, however many are opened at once', async () => {
    const staff = await support()
    const views = await Promise.all(Array.from({ length: 6 }, async () => openView(staff)))
    const answers = await Promise.all(views.map(async (view) => (await listAccounts(view)).statusCode))
    expect(answers.filter((status) => status !== 401)).toEqual([200])
    expect(await kept()).toHaveLength(5)
  })
})

describe('the rows of portal views', () => {
  const rows = async () =>
    (await portal.db.selectFrom('portal.portal_view').select('view_id').execute()).map((one) => one.view_id)

  it('are in the member’s export, without the token and the staff session', async () => {
    await viewing()
    const folder = mkdtempSync(join(tmpdir(), 'coopline-view-'))
    try {
      const file = join(folder, 'ada.json')
      expect(await exportMember(portal.deps, '10001', file, { by: 'Operator' })).toBe(true)
      const { tables } = JSON.parse(readFileSync(file, 'utf8')) as { tables: Record<string, object[]> }
      const [view] = tables['portal.portal_view'] ?? []
      expect(view).toMatchObject({ member_number: '10001', ended_at: null })
      expect(Object.keys(view ?? {})).not.toEqual(expect.arrayContaining(['token_hash']))
      expect(Object.keys(view ?? {})).not.toEqual(expect.arrayContaining(['session_id']))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('are deleted with the online account, and after 90 days', async () => {
    await viewing()
    portal.clock.advance(89 * 86_400)
    await deleteExpired(portal.deps)
    expect(await rows()).toHaveLength(1)
    // The staff session ends later, and its rows with it.
    portal.clock.advance(86_400 + 3_600)
    await deleteExpired(portal.deps)
    expect(await rows()).toEqual([])
    await openView(await seedStaffSession(portal, 'dana.support'))
    expect(await eraseMember(portal.deps, '10001', { by: 'Operator' }, false)).toMatchObject({
      rows: { 'portal.portal_view': 1 },
    })
    expect(await rows()).toEqual([])
  })
})
