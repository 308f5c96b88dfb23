import { allEndpoints } from '@coopline/contract/endpoints'
import { accountOverview } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { bills } from '@coopline/contract/accounts/bills/bills.contract'
import { memberSupport, type HelpedMember } from '@coopline/contract/staff/member-support/member-support.contract'
import { accounts } from '@coopline/contract/accounts/accounts/accounts.contract'
import { signIn, type Activity } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { mayCallInPortalView, type StaffRole } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { staffSignIn } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import { describe, expect, it } from 'vitest'
import { keepEndpointFixtures } from '../../../testing/endpoint-fixtures.ts'
import { openPortalView } from '../../../testing/open-portal-view.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adaSignedIn, adasPassword, seedSession } from '../../../testing/seed-login.ts'
import { seedStaff, seedStaffSession, type StaffHalves } from '../../../testing/seed-staff.ts'
import { type CallOptions, useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal()
const endpointFixtures = keepEndpointFixtures(portal)

const [params, reason] = [{ memberNumber: '10001' }, 'Asked about the bill of May']
const unchangeable = 'You are viewing the portal as a member. Nothing can be changed here.'

const openView = async (halves: StaffHalves) => openPortalView(portal, halves, reason)

const support = async (): Promise<StaffHalves> => seedStaffSession(portal, await seedStaff(portal))

/** Ada with her account and a session of her own, and staff who see the portal as her. */
async function viewing() {
  const ada = await adaSignedIn(portal)
  const staff = await support()
  return { ada, staff, view: await openView(staff) }
}

const listAccounts = async (halves: CallOptions) =>
  portal.call(accounts.list, { ...halves, params, query: { pageSize: '5' } })

const activityOf = async (halves: CallOptions) =>
  (await portal.call(signIn.activity, { ...halves, params })).json<{ activities: Activity[] }>().activities

const audit = async (kind: string) =>
  portal.db
    .selectFrom('portal.audit')
    .select(['kind', 'member_number', 'account_number', 'detail'])
    .where('kind', 'like', kind)
    .orderBy('id')
    .execute()

/** Notes every statement that writes to a table, even one that finds no row, fails or is rolled back. The audit is left out. */
const watchWrites = async () =>
  portal.database.runScript(`
    create sequence portal.writes;
    create function portal.note_write() returns trigger language plpgsql as
      'begin perform nextval(''portal.writes''); return null; end';
    do $$ declare one record; begin
      for one in select table_schema, table_name from information_schema.tables where table_type = 'BASE TABLE'
        and table_schema in ('cis', 'meter', 'pay', 'portal', 'outbox') and table_name not like 'audit%' loop
        execute format('create trigger note_write before insert or update or delete on %I.%I
          for each statement execute function portal.note_write()', one.table_schema, one.table_name);
      end loop; end $$`)

const hasWritten = async () => portal.database.runScript('select is_called from portal.writes')

const stopWatching = async () =>
  portal.database.runScript('drop function portal.note_write() cascade; drop sequence portal.writes')

describe('what a portal view opens', () => {
  /** Reads that are sent as POST: handles of bills and documents must not be in addresses. */
  const postedReads = ['accountOverview.capitalCreditPdf', 'bills.pdf', 'bills.view', 'delinquentHistory.pdf']

  /** Reads of members that stay closed. A new one is closed, too, until the contract opens it: read decision 0219 first. */
  const closedReads = [
    // Addresses that sign the member in elsewhere.
    'accountOverview.myMeter',
    'aclaraJump.settings',
    // Steps of a consent or a payment, which a view cannot have begun.
    'connectedApps.request',
    'payMultiple.status',
    'paymentProfile.added',
    // Directories that a form asks, with counters of attempts.
    'drafts.institutions',
    'myProfile.usernameAvailability',
    // Files with a member's data.
    'greenButton.download',
    'usage.csv',
    // About other members, who see what was opened.
    'sharedAccess.account',
    'sharedAccess.bills',
    'sharedAccess.payable',
    'sharedAccess.paymentStatus',
    'sharedAccess.usage',
    'sharedAccess.withMe',
    // A member's own session, which a view does not have.
    'signIn.session',
  ]

  /** Reads that show how the member signs in, who reads their data or where messages go: `access` of the console. */
  const accessReads = [
    'authenticatorApp.status',
    'connectedApps.accesses',
    'connectedApps.list',
    'myProfile.details',
    'notifications.contacts',
    'notifications.settings',
    'passkeys.list',
    'sharedAccess.activity',
    'sharedAccess.list',
    'signIn.activity',
    'signIn.sessions',
  ]

  it('is reads of members only, and every other read of members is closed on purpose', () => {
    const open = allEndpoints.filter(({ portalView }) => portalView)
    expect(open.filter(({ auth }) => auth !== 'member')).toEqual([])
    expect(open.flatMap(({ id, portalView }) => (portalView === 'access' ? [id] : [])).toSorted()).toEqual(accessReads)
    expect(open.flatMap(({ id, method }) => (method === 'GET' ? [] : [id])).toSorted()).toEqual(postedReads)
    const closed = allEndpoints.filter((one) => one.auth === 'member' && one.method === 'GET' && !one.portalView)
    expect(closed.map(({ id }) => id).toSorted()).toEqual(closedReads.toSorted())
  })

  it('answers those reads, refuses every other call of the contract, and writes to no table', async () => {
    const fixtures = await endpointFixtures()
    const view = await openView(await seedStaffSession(portal, 'dana.admin'))
    const login = await portal.db.selectFrom('portal.login').select('login_id').executeTakeFirstOrThrow()
    const ada = await seedSession(portal, login.login_id)
    await watchWrites()
    try {
      for (const { endpoint, params: named, query, body, headers } of fixtures) {
        // The browser has the member's own cookie and the staff's, as when both use it.
        const cookie = `${view.cookie}; ${ada.cookie}`
        const sent = { ...headers, cookie, authorization: `Bearer ${view.bearer}` }
        const answer = await portal.call(endpoint, { params: named, query, body, headers: sent })
        expect(answer.statusCode, `${endpoint.id}: ${answer.body}`).toBe(endpoint.portalView ? 200 : 403)
        const isRefusedChange = answer.body.includes(unchangeable)
        expect(isRefusedChange, endpoint.id).toBe(!endpoint.portalView && endpoint.method !== 'GET')
        expect(answer.headers['set-cookie'], endpoint.id).toBeUndefined()
        expect(await hasWritten(), endpoint.id).toEqual([{ is_called: false }])
      }
    } finally {
      await stopWatching()
    }
    const posted = (await audit('console.called')).filter(({ detail }) =>
      postedReads.includes((detail as { endpoint: string }).endpoint),
    )
    expect(posted.map((one) => one.account_number)).toEqual(postedReads.map(() => '100100101'))
  }, 120_000)

  it.each(['support', 'billing', 'admin'] as const)(
    'gives %s every read that the role may see in the console, and nothing else',
    async (role: StaffRole) => {
      const fixtures = await endpointFixtures()
      const admin = await seedStaffSession(portal, 'dana.admin')
      const helped = (await portal.call(memberSupport.view, { ...admin, params })).json<HelpedMember>()
      // Facts that the console shows to the right `access` only, in the form that an answer would have.
      const hidden = [
        ...(helped.access?.login?.sessions ?? []).map(({ id }) => id),
        ...(helped.access?.login?.passkeys ?? []).map(({ id }) => id),
        ...(helped.access?.connections ?? []).map(({ id }) => id),
        ...(helped.access?.people ?? []).map(({ id }) => id),
        ...(helped.access?.contacts ?? []).flatMap(({ id }) => (id === 'login' ? [] : [id])),
        `"${helped.access?.login?.username}"`,
      ]
      expect(hidden.length).toBeGreaterThan(4)
      const username = role === 'admin' ? 'dana.admin' : await seedStaff(portal, role)
      const view = await openView(await seedStaffSession(portal, username))
      let seen = ''
      for (const { endpoint, params: named, query, body, headers } of fixtures) {
        if (!endpoint.portalView) continue
        const sent = { ...headers, cookie: view.cookie, authorization: `Bearer ${view.bearer}` }
        const answer = await portal.call(endpoint, { params: named, query, body, headers: sent })
        expect(answer.statusCode, `${endpoint.id}: ${answer.body}`).toBe(
          mayCallInPortalView(endpoint, role) ? 200 : 403,
        )
        seen += answer.body
      }
      expect(hidden.filter((one) => seen.includes(one))).toEqual(role === 'billing' ? [] : hidden)
    },
    120_000,
  )

  it('gives no address that may sign the member in elsewhere', async () => {
    const { ada, view } = await viewing()
    await portal.database.runScript(`
      insert into cis.account_detail (account_number, meter_sense_url) values ('100100101', 'https://meters.example/ada')
      on conflict (account_number) do update set meter_sense_url = excluded.meter_sense_url`)
    const account = { params: { ...params, accountNumber: '100100101' } }
    const addressFor = async (halves: CallOptions) =>
      (await portal.call(accountOverview.info, { ...halves, ...account })).json<{ meterSenseccUrl: string }>()
    expect(await addressFor(ada)).toMatchObject({ meterSenseccUrl: 'https://meters.example/ada' })
    expect(await addressFor(view)).toMatchObject({ meterSenseccUrl: '' })
  })

  it('says in Spanish that nothing can be changed, and that some things cannot be opened', async () => {
    const { view } = await viewing()
    const headers = { 'accept-language': 'es' }
    const ended = await portal.call(signIn.signOut, { ...view, headers, body: { everywhere: true } })
    expect(ended.json()).toMatchObject({
      detail: 'Está viendo el portal como lo ve un miembro. Aquí no se puede cambiar nada.',
    })
    const session = await portal.call(signIn.session, { ...view, headers })
    expect(session.json()).toMatchObject({
      detail: 'Está viendo el portal como lo ve un miembro. Esto no se puede abrir aquí.',
    })
  })
})

describe('who can use a portal view', () => {
  it('needs the cookie of the staff session that opened it', async () => {
    const ada = await adaSignedIn(portal)
    const staff = await support()
    const other = await seedStaffSession(portal, 'dana.support')
    for (const cookie of ['', ada.cookie, other.cookie, `${other.cookie}; ${ada.cookie}`]) {
      const view = await openView(staff)
      expect((await listAccounts(view)).statusCode).toBe(200)
      expect((await listAccounts({ bearer: view.bearer, cookie })).statusCode, cookie).toBe(401)
      // A token without its cookie was copied.
      expect((await listAccounts(view)).statusCode, cookie).toBe(401)
    }
    const ends = await audit('staff.portal-view-ended')
    expect(ends).toMatchObject(ends.map(() => ({ member_number: '10001', detail: { by: null, why: 'copied-token' } })))
    expect(ends).toHaveLength(4)
  })

  it('is neither a session of the member nor one of staff, and theirs are no view', async () => {
    const { ada, staff, view } = await viewing()
    const bare = view.bearer.replace('view.', '')
    const cookie = `${ada.cookie}; ${staff.cookie}`
    for (const bearer of [bare, `view.${ada.bearer}`, `view.${staff.bearer}`, `view.${view.bearer}`, 'view.'])
      expect((await listAccounts({ bearer, cookie })).statusCode, bearer).toBe(401)
    expect((await portal.call(staffSignIn.session, { bearer: bare, cookie })).statusCode).toBe(401)
    expect((await portal.call(staffSignIn.session, { bearer: view.bearer, cookie })).statusCode).toBe(403)
  })

  it('sees no other member, and the refusal is in the audit with who tried', async () => {
    const { view } = await viewing()
    const other = { memberNumber: '10002' }
    expect((await portal.call(accounts.list, { ...view, params: other, query: {} })).statusCode).toBe(404)
    expect(await audit('access.%')).toMatchObject([{ detail: { endpoint: 'accounts.list', by: 'dana.support' } }])
  })

  it('cannot prove to be the member, even with the right password', async () => {
    const { view } = await viewing()
    const answer = await portal.call(signIn.stepUp, { ...view, body: { password: adasPassword } })
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([403, unchangeable])
    const body = { username: 'ada.lindqvist', password: adasPassword }
    expect((await portal.call(signIn.login, { ...view, body })).statusCode).toBe(403)
  })

  it('refuses calls that another site makes the browser send', async () => {
    const { view } = await viewing()
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await listAccounts({ ...view, headers })).statusCode).toBe(403)
    expect(await audit('console.called')).toHaveLength(1)
  })

  it('leaves the sessions of the member alone', async () => {
    const { ada, view } = await viewing()
    expect((await listAccounts(view)).statusCode).toBe(200)
    expect((await listAccounts(ada)).statusCode).toBe(200)
    const sessions = await portal.call(signIn.sessions, { ...ada, params })
    expect(sessions.json<{ sessions: unknown[] }>().sessions).toHaveLength(1)
  })
})

describe('what is kept of a portal view', () => {
  it('is who opened it and why, each call with its account, each refusal and the end', async () => {
    const { staff, view } = await viewing()
    const named = { ...params, accountNumber: '100100101' }
    await portal.call(bills.list, { ...view, params: named, query: {} })
    await portal.call(signIn.signOut, { ...view, body: { everywhere: false } })
    await portal.call(memberSupport.endPortalView, { ...staff, body: {} })
    const [opened] = await audit('staff.portal-viewed')
    const { view: id } = (opened?.detail ?? {}) as { readonly view?: string }
    const until = '2026-11-20T15:15:00.000Z'
    expect(opened).toMatchObject({ member_number: '10001', detail: { by: 'dana.support', reason, until } })
    const inView = (await audit('console.%')).filter(({ detail }) => (detail as { view?: string }).view === id)
    const ofView = { by: 'dana.support', view: id }
    expect(inView).toMatchObject([
      { kind: 'console.called', account_number: '100100101', detail: { ...ofView, endpoint: 'bills.list' } },
      { kind: 'console.refused', member_number: '10001', detail: { ...ofView, endpoint: 'signIn.signOut' } },
    ])
    expect(await audit('staff.portal-view-ended')).toMatchObject([
      { member_number: '10001', detail: { ...ofView, why: 'staff' } },
    ])
  })

  it('is shown to the member as its beginning, with the reason, and its end', async () => {
    const { ada, staff, view } = await viewing()
    await listAccounts(view)
    portal.clock.advance(60)
    await portal.call(memberSupport.endPortalView, { ...staff, body: {} })
    expect((await activityOf(ada)).slice(0, 3)).toMatchObject([
      { kind: 'staff.portal-view-ended', at: '2026-11-20T15:01:00.000Z', reason: null, clientAddress: null },
      { kind: 'staff.portal-viewed', at: '2026-11-20T15:00:00.000Z', reason, clientAddress: null },
      { kind: 'sign-in.succeeded', reason: null },
    ])
  })

  it('stays on the list, however often staff open the member afterwards', async () => {
    const { ada, staff } = await viewing()
    for (let times = 0; times < 12; times++) {
      portal.clock.advance(1)
      await portal.call(memberSupport.view, { ...staff, params })
    }
    const activities = await activityOf(ada)
    expect(activities.map(({ kind }) => kind)).toEqual([...Array(10).fill('staff.viewed'), 'staff.portal-viewed'])
  })

  it('must be kept before anything is shown', async () => {
    const { view } = await viewing()
    await portal.database.runScript(`
      create function portal.refuse_entry() returns trigger language plpgsql as 'begin raise exception ''full''; end';
      create trigger refuse_entry before insert on portal.audit for each row execute function portal.refuse_entry()`)
    try {
      const answer = await listAccounts(view)
      expect([answer.statusCode, answer.body.includes('100100101')]).toEqual([500, false])
    } finally {
      await portal.database.runScript('drop trigger refuse_entry on portal.audit; drop function portal.refuse_entry()')
    }
  })
})

describe('opening a portal view', () => {
  const open = async (halves: StaffHalves, memberNumber: string, typed: string) =>
    portal.call(memberSupport.openPortalView, { ...halves, params: { memberNumber }, body: { reason: typed } })

  it('needs a reason and a member with an online account', async () => {
    const staff = await support()
    await seedAccount(portal.db)
    const [blank, nobody] = [await open(staff, '10001', '  '), await open(staff, '19998', reason)]
    expect([blank.statusCode, blank.json<{ detail: string }>().detail]).toEqual([400, 'Enter a reason.'])
    expect(nobody.statusCode).toBe(404)
    expect((await open(staff, '10001', reason)).json()).toMatchObject({
      status: 404,
      detail: 'This member has no online account, so there is nothing to see.',
    })
    expect(await audit('staff.portal-viewed')).toEqual([])
  })

  it('says how long it lasts, which needs no clock that is right', async () => {
    const { staff } = await viewing()
    expect((await open(staff, '10001', reason)).json()).toMatchObject({ memberNumber: '10001', secondsLeft: 900 })
  })

  it('keeps no token', async () => {
    const { view } = await viewing()
    const rows = await portal.database.runScript('select * from portal.portal_view')
    expect(JSON.stringify([rows, await audit('%'), portal.logLines])).not.toContain(view.bearer.slice(5))
  })
})
