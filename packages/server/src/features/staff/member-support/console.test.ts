import { memberSupport, type HelpedMember } from '@coopline/contract/staff/member-support/member-support.contract'
import { sharedAccess } from '@coopline/contract/identity/shared-access/shared-access.contract'
import { signIn, type Activity } from '@coopline/contract/identity/sign-in/sign-in.contract'
import type { StaffRole } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { allEndpoints } from '@coopline/contract/endpoints'
import { describe, expect, it } from 'vitest'
import { outbox } from '../../../testing/notified.ts'
import { keepEndpointFixtures } from '../../../testing/endpoint-fixtures.ts'
import { adaSignedIn, type SignedIn } from '../../../testing/seed-login.ts'
import { asStaff, seedStaff, seedStaffSession, type StaffHalves } from '../../../testing/seed-staff.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { seedConnection } from '../../usage/connected-apps/connected-apps.fixtures.ts'
import { nora, seedGuest, seedInvitation, seedNora } from '../../identity/shared-access/shared-access.fixtures.ts'
import { seedPasskey } from '../../identity/passkeys/passkeys.fixtures.ts'
import { withoutRandom } from '../../../testing/without-random.ts'

const portal = useTestPortal()
const endpointFixtures = keepEndpointFixtures(portal)

const params = { memberNumber: '10001' }
const staffAs = async (role: StaffRole): Promise<StaffHalves> => seedStaffSession(portal, await seedStaff(portal, role))
const view = async (halves: StaffHalves, memberNumber = '10001') =>
  portal.call(memberSupport.view, { ...halves, params: { memberNumber } })

const audit = async (kind: string) =>
  portal.db
    .selectFrom('portal.audit')
    .select(['kind', 'member_number', 'detail'])
    .where('kind', 'like', kind)
    .orderBy('id')
    .execute()

describe('who may do what', () => {
  const allowed: Readonly<Record<string, readonly StaffRole[]>> = {
    'staffSignIn.session': ['support', 'billing', 'content', 'admin'],
    'staffSignIn.signOut': ['support', 'billing', 'content', 'admin'],
    'memberSupport.search': ['support', 'billing', 'admin'],
    'memberSupport.view': ['support', 'billing', 'admin'],
    'memberSupport.openPortalView': ['support', 'billing', 'admin'],
    'memberSupport.endPortalView': ['support', 'billing', 'admin'],
    'memberSupport.unlock': ['support', 'admin'],
    'memberSupport.signOut': ['support', 'admin'],
    'memberSupport.sendReset': ['support', 'admin'],
    'memberSupport.resendCode': ['support', 'admin'],
    'memberSupport.resendInvitation': ['support', 'admin'],
    'memberSupport.removePasskey': ['support', 'admin'],
    'memberSupport.endConnection': ['support', 'admin'],
    'memberSupport.endAccess': ['support', 'admin'],
    'staffApiKeys.list': ['admin'],
    'staffApiKeys.make': ['admin'],
    'staffApiKeys.rotate': ['admin'],
    'staffApiKeys.end': ['admin'],
    'staffApplications.list': ['support', 'admin'],
    'staffApplications.view': ['support', 'admin'],
    'staffApplications.download': ['support', 'admin'],
    'staffClaims.view': ['billing', 'admin'],
    'staffPayments.search': ['billing', 'admin'],
    'staffPayments.view': ['billing', 'admin'],
    'staffPayments.accept': ['billing', 'admin'],
    'staffPayments.reject': ['billing', 'admin'],
    'staffPayments.refund': ['billing', 'admin'],
    'staffPayments.alarms': ['billing', 'admin'],
    'staffPayments.countAlarms': ['billing', 'admin'],
    'staffPayments.settleAlarm': ['billing', 'admin'],
    'staffProfileChanges.list': ['support', 'admin'],
    'staffRuns.listImports': ['billing', 'admin'],
    'staffRuns.viewImport': ['billing', 'admin'],
    'staffRuns.listRuns': ['billing', 'admin'],
    'staffRuns.viewRun': ['billing', 'admin'],
    'staffSettings.list': ['content', 'admin'],
    'staffSettings.view': ['content', 'admin'],
    'staffSettings.preview': ['content', 'admin'],
    'staffSettings.change': ['content', 'admin'],
    'staffSettings.cancel': ['content', 'admin'],
  }

  it('is listed here for every call of the console', () => {
    const ofStaff = allEndpoints.filter(({ auth }) => auth === 'staff').map(({ id }) => id)
    expect(Object.keys(allowed).toSorted()).toEqual(ofStaff.toSorted())
  })

  it.each(['support', 'billing', 'content', 'admin'] as const)(
    'lets %s make their calls and no other, and records each refusal',
    async (role) => {
      const fixtures = (await endpointFixtures()).filter(({ endpoint }) => endpoint.auth === 'staff')
      const username = await seedStaff(portal, role)
      const answered: string[] = []
      const refused: string[] = []
      for (const { endpoint, send } of fixtures) {
        const { headers } = asStaff(await seedStaffSession(portal, username))
        const { statusCode } = await send({ headers })
        if (statusCode === 200) answered.push(endpoint.id)
        else if (statusCode === 403) refused.push(endpoint.id)
      }
      const expected = Object.keys(allowed).filter((id) => allowed[id]?.includes(role))
      expect(answered.toSorted()).toEqual(expected.toSorted())
      expect(refused).toHaveLength(fixtures.length - expected.length)
      const entries = await audit('console.refused')
      expect(entries.map(({ detail }) => (detail as { endpoint: string }).endpoint)).toEqual(refused)
    },
  )
})

describe('what staff see', () => {
  it('support sees how the member signs in and no money', async () => {
    await adaSignedIn(portal)
    const seen = (await view(await staffAs('support'))).json<HelpedMember>()
    expect(seen.payments).toBeNull()
    expect(seen.accounts.map(({ money }) => money)).toEqual([null])
    expect(seen.access?.login).toMatchObject({ username: 'ada.lindqvist', failures: 0, isClosed: false })
    // The balance of 142.37 is nowhere in the answer.
    expect(withoutRandom(JSON.stringify(seen))).not.toMatch(/14237|142\.37/u)
  })

  it('billing sees money and nothing of how the member signs in', async () => {
    await adaSignedIn(portal)
    const answer = await view(await staffAs('billing'))
    const seen = answer.json<HelpedMember>()
    expect(seen.access).toBeNull()
    expect(seen.accounts[0]?.money).toMatchObject({ balance: 14_237 })
    expect(seen.payments).toEqual([])
    expect(answer.body).not.toContain('ada.lindqvist"')
  })

  it('is the same 404 for a number that no one has', async () => {
    expect((await view(await staffAs('support'), '19998')).statusCode).toBe(404)
  })

  it('is recorded before it is shown, with who looked, and the member sees it', async () => {
    const ada = await adaSignedIn(portal)
    await view(await staffAs('support'))
    expect(await audit('console.%')).toEqual([
      {
        kind: 'console.called',
        member_number: '10001',
        detail: { by: 'dana.support', role: 'support', endpoint: 'memberSupport.view' },
      },
    ])
    expect(await audit('staff.%')).toEqual([
      { kind: 'staff.viewed', member_number: '10001', detail: { by: 'dana.support' } },
    ])
    expect((await activities(ada))[0]).toMatchObject({ kind: 'staff.viewed', clientAddress: null })
  })

  it('is not shown without the entry in the audit', async () => {
    await adaSignedIn(portal)
    const halves = await staffAs('support')
    await portal.database.runScript(`
      create function portal.refuse_entry() returns trigger language plpgsql as 'begin raise exception ''full''; end';
      create trigger refuse_entry before insert on portal.audit for each row execute function portal.refuse_entry()`)
    try {
      const answer = await view(halves)
      expect(answer.statusCode).toBe(500)
      expect(answer.body).not.toContain('Lindqvist')
    } finally {
      await portal.database.runScript('drop trigger refuse_entry on portal.audit; drop function portal.refuse_entry()')
    }
  })

  it('search texts are in no audit entry and in no log line', async () => {
    await adaSignedIn(portal)
    const found = await portal.call(memberSupport.search, {
      ...(await staffAs('billing')),
      body: { text: 'lindqvist eau claire' },
    })
    expect(found.json()).toMatchObject({ members: [{ memberNumber: '10001', name: 'Ada Lindqvist' }], hasMore: false })
    expect(JSON.stringify([await audit('%'), portal.logLines])).not.toContain('eau claire')
  })
})

const activities = async (halves: SignedIn): Promise<readonly Activity[]> =>
  (await portal.call(signIn.activity, { ...halves, params })).json<{ activities: Activity[] }>().activities

describe('what staff do', () => {
  it('unlocks, removes a passkey, ends a connection and mails a link, and answers with the member as they are then', async () => {
    const ada = await adaSignedIn(portal)
    await portal.database.runScript(`update portal.login set failures = 99, disabled_at = '2026-11-20'`)
    const passkey = await seedPasskey(portal, ada.loginId)
    const { grantId } = await seedConnection(portal, ada.loginId)
    const halves = await staffAs('support')
    const before = (await view(halves)).json<HelpedMember>()
    expect(before.access?.login).toMatchObject({ isClosed: true, failures: 99 })

    const unlocked = await portal.call(memberSupport.unlock, { ...halves, params, body: {} })
    expect(unlocked.json()).toMatchObject({ access: { login: { isClosed: false, failures: 0 } } })
    const removed = await portal.call(memberSupport.removePasskey, { ...halves, params, body: { id: passkey.id } })
    expect(removed.json()).toMatchObject({ access: { login: { passkeys: [] } } })
    const ended = await portal.call(memberSupport.endConnection, { ...halves, params, body: { id: grantId } })
    expect(ended.json()).toMatchObject({ access: { connections: [{ isOver: true, endReason: 'staff' }] } })
    const mailed = await portal.call(memberSupport.sendReset, { ...halves, params, body: {} })
    expect(mailed.statusCode).toBe(200)
    expect((await outbox(portal)).map(({ recipient }) => recipient)).toContain('ada.lindqvist@example.org')

    expect((await activities(ada)).slice(0, 5).map(({ kind }) => kind)).toEqual([
      'staff.reset-sent',
      'staff.connection-ended',
      'staff.passkey-removed',
      'staff.unlocked',
      'staff.viewed',
    ])
    for (const { detail } of await audit('staff.%')) expect(detail).toMatchObject({ by: 'dana.support' })
  })

  it('signs the member out everywhere', async () => {
    const ada = await adaSignedIn(portal)
    const halves = await staffAs('support')
    const answer = await portal.call(memberSupport.signOut, { ...halves, params, body: {} })
    expect(answer.json()).toMatchObject({ access: { login: { sessions: [] } } })
    expect((await portal.call(signIn.session, { ...ada, params: {} })).statusCode).toBe(401)
  })

  it('changes nothing of another member by a passkey or connection of this one', async () => {
    const ada = await adaSignedIn(portal)
    const passkey = await seedPasskey(portal, ada.loginId)
    const { grantId } = await seedConnection(portal, ada.loginId)
    const halves = await staffAs('support')
    const other = { ...halves, params: { memberNumber: '10002' } }
    for (const [endpoint, id] of [
      [memberSupport.removePasskey, passkey.id],
      [memberSupport.endConnection, grantId],
    ] as const)
      expect((await portal.call(endpoint, { ...other, body: { id } })).statusCode).toBe(404)
    const seen = (await view(halves)).json<HelpedMember>()
    expect(seen.access?.login?.passkeys).toHaveLength(1)
    expect(seen.access?.connections).toMatchObject([{ isOver: false }])
  })

  it('ends the access of a person: the guest no longer sees anything, and both get an email', async () => {
    const ada = await adaSignedIn(portal)
    portal.set({ sharedAccess: true })
    await seedNora(portal)
    const id = await seedGuest(portal, ada.loginId)
    const halves = await staffAs('support')
    const noras = { ...halves, params: { memberNumber: nora.memberNumber } }
    const seen = (await portal.call(memberSupport.view, noras)).json<HelpedMember>()
    expect(seen.access?.people).toMatchObject([{ id, state: 'active', accounts: [nora.accountNumber] }])
    const openAccount = { ...ada, params: { ...params, id, accountNumber: nora.accountNumber } }
    expect((await portal.call(sharedAccess.account, openAccount)).statusCode).toBe(200)

    const ended = await portal.call(memberSupport.endAccess, { ...noras, body: { id } })
    expect(ended.json()).toMatchObject({ access: { people: [{ id, state: 'over', endReason: 'staff' }] } })
    expect((await portal.call(sharedAccess.account, openAccount)).statusCode).toBe(404)
    expect((await portal.call(memberSupport.endAccess, { ...noras, body: { id } })).statusCode).toBe(404)
    expect((await outbox(portal)).map(({ recipient }) => recipient)).toEqual(
      expect.arrayContaining(['nora@example.org', 'guest@example.org']),
    )
    expect(await audit('staff.access-ended')).toMatchObject([{ detail: { by: 'dana.support', access: id } }])
  })

  it('cancels an invitation without a mail, and ends no access of another member', async () => {
    portal.set({ sharedAccess: true })
    await adaSignedIn(portal)
    await seedNora(portal)
    const { accessId: id } = await seedInvitation(portal)
    const halves = await staffAs('support')
    expect((await portal.call(memberSupport.endAccess, { ...halves, params, body: { id } })).statusCode).toBe(404)
    const noras = { ...halves, params: { memberNumber: nora.memberNumber } }
    const ended = await portal.call(memberSupport.endAccess, { ...noras, body: { id } })
    expect(ended.json()).toMatchObject({ access: { people: [{ id, state: 'over', endReason: 'staff' }] } })
    expect(await outbox(portal)).toEqual([])
  })

  it('mails no more links than the cooperative allows within an hour, and says when there may be another', async () => {
    await adaSignedIn(portal)
    const halves = await staffAs('support')
    portal.set({ resetMailsPerHour: 2 })
    const mail = async (language: string) =>
      portal.call(memberSupport.sendReset, {
        ...halves,
        headers: { 'accept-language': language },
        params,
        body: {},
      })
    expect((await mail('en')).statusCode).toBe(200)
    portal.clock.advance(600)
    expect((await mail('en')).statusCode).toBe(200)
    const refused = await mail('en')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3000'])
    expect(refused.body).toMatch(/You can try again on 11\/20\/2026, 10:00.AM\./u)
    expect((await mail('es')).body).toContain('A partir del 11/20/2026')
  })
})
