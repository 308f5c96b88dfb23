import { staffPayments } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { staffSignIn } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import { freePort } from '@coopline/testing/free-port'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type IdentityProviderInTest,
  signOn,
  startIdentityProvider,
  testRoles,
} from '../../../testing/identity-provider.ts'
import { seedStaff, signInAsStaff, type StaffHalves, staffHalves } from '../../../testing/seed-staff.ts'
import { startTestPortal, useTestPortal } from '../../../testing/test-portal.ts'
import { findStaffRole } from './find-staff-role.ts'

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
let provider: IdentityProviderInTest
beforeAll(async () => {
  provider = await startIdentityProvider(origin, 'a-secret-of-the-client')
})
afterAll(async () => provider.close())

const portal = useTestPortal(() => ({
  settings: { staffConsole: true, staffIdleMinutes: 60 },
  env: {
    PUBLIC_ORIGIN: origin,
    STAFF_OIDC_ISSUER: provider.issuer,
    STAFF_OIDC_CLIENT_ID: 'portal',
    STAFF_OIDC_CLIENT_SECRETS: 'a-secret-of-the-client',
    STAFF_OIDC_ROLES: testRoles,
    STAFF_OIDC_CHECK_SECONDS: '120',
  },
}))

const username = 'dana.reyes'
beforeEach(() => {
  provider.people.clear()
  provider.people.set('dana', { groups: ['coopline-support'], amr: ['mfa'], preferred_username: username })
  provider.intercept = null
})

const person = () => {
  const found = provider.people.get('dana')
  if (found === undefined) throw new Error('There is no such person')
  return found
}
const session = async (halves: StaffHalves) => portal.call(staffSignIn.session, halves)
const asked = () => provider.calls.filter((call) => call === 'POST /token').length
const ended = async () =>
  (await portal.db.selectFrom('portal.audit').select('detail').where('kind', '=', 'staff-sign-in.ended').execute()).map(
    ({ detail }) => detail,
  )
const proofs = async () => portal.db.selectFrom('portal.staff_proof').selectAll().execute()

describe('the group of a person', () => {
  it('a group that is taken away ends the session at the next call [REQ-D-486]', async () => {
    const halves = staffHalves(await signOn(portal))
    const other = staffHalves(await signOn(portal))
    const since = portal.clock.now()
    expect(await findStaffRole(portal.db, username, since)).toBe('support')
    person().groups = ['everyone']
    portal.clock.advance(120)
    expect((await session(halves)).statusCode).toBe(401)
    // The others of the person end with it.
    expect((await session(other)).statusCode).toBe(401)
    expect(await ended()).toEqual([{ by: username, reason: 'sign-on-no-group' }])
    expect(await proofs()).toEqual([])
    // What the person planned is made no more.
    expect(await findStaffRole(portal.db, username, since)).toBeUndefined()
    person().groups = ['coopline-support']
    expect((await session(halves)).statusCode).toBe(401)
    expect((await signOn(portal)).statusCode).toBe(200)
    expect(await findStaffRole(portal.db, username, portal.clock.now())).toBe('support')
  })

  it('the group is asked for once in the time of the setting, and the role follows it [REQ-D-486]', async () => {
    const halves = staffHalves(await signOn(portal))
    const before = asked()
    person().groups = ['coopline-admins']
    portal.clock.advance(119)
    expect((await session(halves)).json()).toMatchObject({ role: 'support' })
    expect(asked()).toBe(before)
    portal.clock.advance(1)
    expect((await session(halves)).json()).toMatchObject({ role: 'admin' })
    expect((await session(halves)).json()).toMatchObject({ role: 'admin' })
    expect(asked()).toBe(before + 1)
    // The first call of a new time has the role of the new group.
    person().groups = ['coopline-support']
    portal.clock.advance(120)
    expect((await portal.call(staffPayments.countAlarms, halves)).statusCode).toBe(403)
    person().groups = ['coopline-billing']
    portal.clock.advance(120)
    expect((await portal.call(staffPayments.countAlarms, halves)).statusCode).toBe(200)
  })

  it('many calls at the same time ask the provider once [REQ-D-486]', async () => {
    const halves = staffHalves(await signOn(portal))
    const before = asked()
    portal.clock.advance(500)
    const answers = await Promise.all(Array.from({ length: 8 }, async () => session(halves)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(asked()).toBe(before + 1)
  })

  it('an account that is closed at the provider ends the session [REQ-D-486]', async () => {
    const halves = staffHalves(await signOn(portal))
    person().isClosed = true
    portal.clock.advance(120)
    expect((await session(halves)).statusCode).toBe(401)
    expect(await ended()).toEqual([{ by: username, reason: 'provider-refused' }])
  })

  it('a refresh token that was used ends the session, as a copy of the database has one [REQ-D-486]', async () => {
    const halves = staffHalves(await signOn(portal))
    const [former] = await proofs()
    portal.clock.advance(120)
    expect((await session(halves)).statusCode).toBe(200)
    await portal.db
      .updateTable('portal.staff_proof')
      .set({ refresh_token: former?.refresh_token ?? null })
      .execute()
    portal.clock.advance(120)
    expect((await session(halves)).statusCode).toBe(401)
  })

  it.each(['without a token to ask with', 'of another person'])(
    'a proof %s ends the session [REQ-D-486]',
    async (what) => {
      const halves = staffHalves(await signOn(portal))
      await portal.db
        .updateTable('portal.staff_proof')
        .set(what === 'of another person' ? { subject: 'eve' } : { refresh_token: null })
        .execute()
      portal.clock.advance(120)
      expect((await session(halves)).statusCode).toBe(401)
      expect(await proofs()).toEqual([])
    },
  )

  it('a session of single sign-on without its proof ends at once [REQ-D-486]', async () => {
    const halves = staffHalves(await signOn(portal))
    await portal.db.deleteFrom('portal.staff_proof').execute()
    expect((await session(halves)).statusCode).toBe(401)
  })

  it('a local login is not asked about at the provider [REQ-D-486]', async () => {
    await seedStaff(portal)
    const halves = staffHalves(await signInAsStaff(portal))
    const before = provider.calls.length
    portal.clock.advance(600)
    expect((await session(halves)).statusCode).toBe(200)
    expect(provider.calls).toHaveLength(before)
  })

  it('a proof counts for nothing once single sign-on is turned off, and local logins go on [REQ-D-486]', async () => {
    const halves = staffHalves(await signOn(portal))
    await seedStaff(portal)
    const local = staffHalves(await signInAsStaff(portal))
    const off = await startTestPortal({ database: portal.database, settings: { staffConsole: true } })
    expect((await off.call(staffSignIn.session, local)).statusCode).toBe(200)
    expect((await off.call(staffSignIn.session, halves)).statusCode).toBe(401)
    expect((await off.call(staffSignIn.ways)).json()).toEqual({ provider: null })
    expect((await off.call(staffSignIn.beginSignOn, { body: {} })).statusCode).toBe(403)
    await off.server.close()
  })
})

describe('a provider that does not answer', () => {
  it('a provider without an answer has nothing served and nothing ended, and the session goes on afterwards [REQ-D-487]', async () => {
    const halves = staffHalves(await signOn(portal))
    portal.clock.advance(120)
    provider.intercept = async (_request, response) => {
      response.writeHead(502).end()
      return true
    }
    expect((await session(halves)).statusCode).toBe(503)
    expect((await session(halves)).statusCode).toBe(503)
    provider.intercept = async (request) => {
      request.socket.destroy()
      return true
    }
    const both = await Promise.all([session(halves), session(halves)])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([503, 503])
    provider.intercept = null
    expect((await session(halves)).statusCode).toBe(200)
    expect(await ended()).toEqual([])
  })

  it('a provider without an answer leaves local logins alone [REQ-D-487]', async () => {
    await seedStaff(portal)
    provider.intercept = async (request) => {
      request.socket.destroy()
      return true
    }
    expect((await signInAsStaff(portal)).statusCode).toBe(200)
    expect((await portal.call(staffSignIn.ways)).statusCode).toBe(200)
  })

  it('no one waits for a process that began to ask and is gone [REQ-D-487]', async () => {
    const halves = staffHalves(await signOn(portal))
    portal.clock.advance(120)
    const until = new Date(portal.clock.now().getTime() + 30_000)
    await portal.db.updateTable('portal.staff_proof').set({ asking_until: until }).execute()
    portal.clock.advance(30)
    expect((await session(halves)).statusCode).toBe(200)
  })
})
