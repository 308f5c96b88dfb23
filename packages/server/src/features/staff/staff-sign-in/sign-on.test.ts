import type { ServerResponse } from 'node:http'
import { staffSignIn } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import { freePort } from '@coopline/testing/free-port'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  beginSignOn,
  finishSignOn,
  type IdentityProviderInTest,
  signOn,
  startIdentityProvider,
  testRoles,
  visitProvider,
} from '../../../testing/identity-provider.ts'
import { seedStaff, signInAsStaff, type StaffHalves, staffHalves } from '../../../testing/seed-staff.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { runStaffCommand } from './run-staff-command.ts'

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const secret = 'client-secret-Zq81-canary'
let provider: IdentityProviderInTest
beforeAll(async () => {
  provider = await startIdentityProvider(origin, secret)
})
afterAll(async () => provider.close())

const portal = useTestPortal(() => ({
  settings: { staffConsole: true },
  env: {
    PUBLIC_ORIGIN: origin,
    STAFF_OIDC_ISSUER: provider.issuer,
    STAFF_OIDC_CLIENT_ID: 'portal',
    STAFF_OIDC_CLIENT_SECRETS: `former-secret-of-the-client,${secret}`,
    STAFF_OIDC_ROLES: testRoles,
    STAFF_OIDC_NAME: 'Prairie Office',
    STAFF_OIDC_SECOND_STEP: 'amr=mfa,acr=gold',
  },
}))

beforeEach(() => {
  provider.signsIn = 'dana'
  provider.secret = secret
  provider.people.clear()
  provider.people.set('dana', {
    groups: ['everyone', 'coopline-support'],
    amr: ['pwd', 'mfa'],
    name: 'Dana Reyes',
    preferred_username: 'dana.reyes@prairie.example',
  })
})

const person = (subject = 'dana') => {
  const found = provider.people.get(subject)
  if (found === undefined) throw new Error('There is no such person')
  return found
}
const session = async (halves: StaffHalves) => portal.call(staffSignIn.session, halves)
const codeOf = (answer: Awaited<ReturnType<typeof signOn>>) =>
  answer.json<{ errors?: readonly { code: string }[] }>().errors?.[0]?.code
const signedInBy = ({ cookies }: Awaited<ReturnType<typeof signOn>>) =>
  cookies.some(({ name }) => name === '__Host-staff_fp')
const audit = async (kind: string) =>
  portal.db.selectFrom('portal.audit').select(['kind', 'detail']).where('kind', 'like', kind).orderBy('id').execute()
const logins = async () => portal.db.selectFrom('portal.staff_login').selectAll().execute()
const staff = async (...args: readonly string[]) => runStaffCommand(portal.deps, args)

describe('a sign-in at the identity provider', () => {
  it('the first sign-in at the provider creates the login, which is found again under a new name and group [REQ-D-481]', async () => {
    expect((await portal.call(staffSignIn.ways)).json()).toEqual({ provider: 'Prairie Office' })
    const first = await signOn(portal)
    const facts = { name: 'Dana Reyes', username: 'dana.reyes@prairie.example', role: 'support' }
    expect(first.json()).toMatchObject(facts)
    expect((await session(staffHalves(first))).json()).toMatchObject(facts)
    Object.assign(person(), {
      groups: ['coopline-billing'],
      name: 'Dana Reyes-Ortiz',
      preferred_username: 'dana.ortiz',
    })
    expect((await signOn(portal)).json()).toMatchObject({
      name: 'Dana Reyes-Ortiz',
      username: 'dana.reyes@prairie.example',
      role: 'billing',
    })
    expect(await logins()).toMatchObject([{ password_hash: null, app_secret: null, set_up_hash: null }])
    const by = 'dana.reyes@prairie.example'
    expect((await audit('staff-sign-in.%')).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['staff-sign-in.added', { by: 'single sign-on', staff: by, role: 'support' }],
      ['staff-sign-in.succeeded', { by, role: 'support' }],
      ['staff-sign-in.role-changed', { by: 'single sign-on', staff: by, role: 'billing' }],
      ['staff-sign-in.succeeded', { by, role: 'billing' }],
    ])
  })

  it('single sign-on asks for a code by PKCE, with a state and a nonce, and for the way back to the very address [REQ-D-481]', async () => {
    const { address } = await beginSignOn(portal)
    const asked = Object.fromEntries(new URL(address).searchParams)
    expect(asked).toMatchObject({
      redirect_uri: `${origin}/staff/sign-in`,
      response_type: 'code',
      scope: 'openid profile email offline_access',
      code_challenge_method: 'S256',
      acr_values: 'gold',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]).toMatch(/^[\w-]{43}$/u)
  })

  it('gives a login another name where the provider names nobody in the form of a username [REQ-D-481]', async () => {
    Object.assign(person(), { preferred_username: 'd', name: '\u0007 ' })
    const { username, name } = (await signOn(portal)).json<{ username: string; name: string }>()
    expect(username).toMatch(/^person-[0-9a-f]{12}$/u)
    expect(name).toBe(username)
  })

  it('single sign-on never takes over a login with the username, and says so [REQ-D-481]', async () => {
    await seedStaff(portal, 'admin')
    person().preferred_username = 'Dana.Admin'
    const refused = await signOn(portal)
    expect([codeOf(refused), signedInBy(refused)]).toEqual(['sign-on-name-taken', false])
    expect(await logins()).toHaveLength(1)
  })

  it('single sign-on opens new halves, and ends the session that the browser had [REQ-D-481]', async () => {
    const planted = staffHalves(await signOn(portal))
    const { address, cookie } = await beginSignOn(portal)
    const answer = await visitProvider(address, origin)
    const next = staffHalves(await finishSignOn(portal, answer, { cookie: `${cookie}; ${planted.cookie}` }))
    expect([next.bearer === planted.bearer, next.cookie === planted.cookie]).toEqual([false, false])
    expect((await session(planted)).statusCode).toBe(401)
    expect((await session(next)).statusCode).toBe(200)
  })

  it('single sign-on is refused while the console is off [REQ-D-481]', async () => {
    portal.set({ staffConsole: false })
    expect((await portal.call(staffSignIn.beginSignOn, { body: {} })).statusCode).toBe(403)
    expect((await finishSignOn(portal, 'code=x')).statusCode).toBe(403)
  })
})

describe('the way back from the provider', () => {
  it('the answer of the provider leads nowhere in another browser [REQ-D-482]', async () => {
    const { address } = await beginSignOn(portal)
    const answer = await visitProvider(address, origin)
    const other = await beginSignOn(portal)
    expect(codeOf(await finishSignOn(portal, answer))).toBe('sign-on-not-begun')
    expect(codeOf(await finishSignOn(portal, answer, { cookie: other.cookie }))).toBe('sign-on-token-not-valid')
    expect(codeOf(await finishSignOn(portal, answer, { cookie: '__Host-staff_sign_on=forged' }))).toBe(
      'sign-on-not-begun',
    )
    expect(await logins()).toEqual([])
  })

  it('the answer of the provider is taken once, also when it is sent twice at the same time [REQ-D-482]', async () => {
    const { address, cookie } = await beginSignOn(portal)
    const answer = await visitProvider(address, origin)
    const both = await Promise.all([finishSignOn(portal, answer, { cookie }), finishSignOn(portal, answer, { cookie })])
    expect(both.map((one) => codeOf(one) ?? 'signed-in').toSorted((a, b) => a.localeCompare(b))).toEqual([
      'sign-on-not-begun',
      'signed-in',
    ])
    const [live] = both.filter(({ statusCode }) => statusCode === 200)
    expect(codeOf(await finishSignOn(portal, answer, { cookie }))).toBe('sign-on-not-begun')
    expect(live?.statusCode).toBe(200)
  })

  it('a code of another sign-in is refused, even with a state of its own [REQ-D-482]', async () => {
    const first = await beginSignOn(portal)
    const code = new URLSearchParams(await visitProvider(first.address, origin)).get('code') ?? ''
    const second = await beginSignOn(portal)
    const answer = new URLSearchParams(await visitProvider(second.address, origin))
    answer.set('code', code)
    // The code belongs to another challenge of PKCE.
    expect(codeOf(await finishSignOn(portal, answer.toString(), { cookie: second.cookie }))).toBe(
      'sign-on-provider-refused',
    )
  })

  it('a sign-in that was begun is over after ten minutes [REQ-D-482]', async () => {
    const { address, cookie } = await beginSignOn(portal)
    const answer = await visitProvider(address, origin)
    portal.clock.advance(600)
    expect(codeOf(await finishSignOn(portal, answer, { cookie }))).toBe('sign-on-not-begun')
  })

  it.each([
    ['error=access_denied', 'sign-on-provider-refused'],
    ['code=x&iss=https%3A%2F%2Felsewhere.example', 'sign-on-token-not-valid'],
    ['code=x', 'sign-on-token-not-valid'],
    ['code=x&code=y', 'sign-on-token-not-valid'],
  ])('the answer %s signs nobody in, in words [REQ-D-482]', async (said, code) => {
    const { address, cookie } = await beginSignOn(portal)
    const { searchParams } = new URL(address)
    // RFC 9207: the provider says that its answers name it.
    const issuer = said.includes('iss=') || !said.includes('error') ? '' : `&iss=${encodeURIComponent(provider.issuer)}`
    const refused = await finishSignOn(portal, `${said}&state=${searchParams.get('state') ?? ''}${issuer}`, { cookie })
    expect([codeOf(refused), refused.json<{ detail: string }>().detail.length > 40]).toEqual([code, true])
    expect((await audit('staff-sign-in.failed')).map(({ detail }) => detail)).toMatchObject([
      { by: null, reason: code },
    ])
  })

  it('answers of the provider are counted per client, as other sign-ins are [REQ-D-482]', async () => {
    portal.set({ loginTriesPerClientPerMinute: 2 })
    const statuses: number[] = []
    for (let n = 0; n < 3; n += 1)
      statuses.push((await finishSignOn(portal, 'code=x', { from: '203.0.113.9' })).statusCode)
    expect(statuses).toEqual([400, 400, 429])
  })
})

describe('the second step', () => {
  it('the second step is proven by either claim, and without a proof nobody is signed in [REQ-D-484]', async () => {
    Object.assign(person(), { amr: ['pwd'], acr: 'silver' })
    const refused = await signOn(portal)
    expect(codeOf(refused)).toBe('sign-on-no-second-step')
    expect(refused.json()).toMatchObject({ detail: expect.stringContaining('without a second step') })
    delete person().amr
    delete person().acr
    expect(codeOf(await signOn(portal))).toBe('sign-on-no-second-step')
    expect(await logins()).toEqual([])
    person().acr = 'gold'
    expect((await signOn(portal)).statusCode).toBe(200)
  })
})

describe('groups', () => {
  it.each([
    [[], undefined],
    [['everyone', 'COOPLINE-ADMINS'], undefined],
    [['coopline-support'], 'support'],
    [['coopline-support', 'coopline-admins'], 'admin'],
    [['coopline-support', 'everyone', 'coopline-billing'], 'billing'],
  ])('the groups %j give the role %s: the first pair of the setting counts [REQ-D-485]', async (groups, role) => {
    person().groups = groups
    const answer = await signOn(portal)
    expect(answer.json<{ role?: string }>().role).toBe(role)
    expect(codeOf(answer)).toBe(role === undefined ? 'sign-on-no-group' : undefined)
    expect(await logins()).toHaveLength(role === undefined ? 0 : 1)
  })

  it('groups may be one text, and are none without the claim [REQ-D-485]', async () => {
    Object.assign(person(), { groups: 'coopline-admins' })
    expect((await signOn(portal)).json()).toMatchObject({ role: 'admin' })
    Object.assign(person(), { groups: undefined })
    expect(codeOf(await signOn(portal))).toBe('sign-on-no-group')
  })
})

describe('a local login beside single sign-on', () => {
  it('a local login works beside single sign-on, and each use is an alarm, a mail to the office and a line of the audit [REQ-D-489]', async () => {
    portal.set({ staffConsole: true, alarmEmail: 'office@prairie.example' })
    await seedStaff(portal)
    expect((await signInAsStaff(portal)).statusCode).toBe(200)
    portal.clock.advance(60)
    expect((await signInAsStaff(portal)).statusCode).toBe(200)
    expect((await audit('staff-sign-in.break-glass')).map(({ detail }) => detail)).toEqual([
      { by: 'dana.support' },
      { by: 'dana.support' },
    ])
    expect(portal.logLines.filter((line) => line.includes('"alarm":"break-glass"'))).toHaveLength(2)
    const mails = await portal.db.selectFrom('outbox.message').select(['recipient', 'body_text']).execute()
    expect(mails).toHaveLength(2)
    expect(mails[0]).toMatchObject({
      recipient: 'office@prairie.example',
      body_text: expect.stringContaining('The staff login dana.support signed in with its password'),
    })
  })

  it('a local login that is refused raises no alarm, and neither does a sign-in at the provider [REQ-D-489]', async () => {
    await seedStaff(portal)
    await signInAsStaff(portal, { password: 'Wrong!2026' })
    expect((await signOn(portal)).statusCode).toBe(200)
    expect(await audit('staff-sign-in.break-glass')).toEqual([])
    expect(portal.logLines.join('\n')).not.toContain('break-glass')
  })
})

describe('a login that is disabled', () => {
  const by = ['--by', 'Operator']

  it('a disabled login is closed at once although its group lets the person in, until it is enabled [REQ-D-490]', async () => {
    person().groups = ['coopline-admins']
    const halves = staffHalves(await signOn(portal))
    const name = 'dana.reyes@prairie.example'
    expect(await staff('disable', name, ...by)).toMatchObject({ exitCode: 0 })
    expect((await session(halves)).statusCode).toBe(401)
    expect(codeOf(await signOn(portal))).toBe('sign-on-disabled')
    expect((await staff('disable', name, ...by)).output).toBe(`${name} is disabled already.`)
    expect((await staff('list')).output).toContain('single sign-on, disabled, last signed in')
    expect(await staff('enable', name, ...by)).toMatchObject({ exitCode: 0 })
    expect((await staff('enable', name, ...by)).output).toBe(`${name} is not disabled.`)
    expect((await signOn(portal)).statusCode).toBe(200)
    expect((await audit('staff-sign-in.%abled')).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['staff-sign-in.disabled', { by: 'Operator', staff: name }],
      ['staff-sign-in.enabled', { by: 'Operator', staff: name }],
    ])
  })

  it('a disabled local login is refused like a wrong password [REQ-D-490]', async () => {
    await seedStaff(portal)
    const halves = staffHalves(await signInAsStaff(portal))
    portal.clock.advance(60)
    await staff('disable', 'dana.support', ...by)
    expect((await session(halves)).statusCode).toBe(401)
    expect(codeOf(await signInAsStaff(portal))).toBe('wrong-staff-sign-in')
    expect((await staff('disable', 'nobody.here', ...by)).output).toBe('There is no staff login nobody.here.')
  })

  it('a login of the provider has its role and its password from there, not from the command line [REQ-D-490]', async () => {
    await signOn(portal)
    const name = 'dana.reyes@prairie.example'
    for (const args of [
      ['role', name, 'admin'],
      ['reset', name],
    ])
      expect(await staff(...args, ...by)).toMatchObject({
        exitCode: 1,
        output: expect.stringContaining('identity provider'),
      })
    expect(await logins()).toMatchObject([{ role: 'support', set_up_hash: null }])
  })
})

describe('secrets of single sign-on', () => {
  it('secrets of single sign-on reach neither the log nor, readable, the database [REQ-D-491]', async () => {
    const { address, cookie } = await beginSignOn(portal)
    const answer = await visitProvider(address, origin)
    const sent: string[] = []
    provider.intercept = async (_request, response) => {
      const end = response.end.bind(response) as (body?: unknown) => ServerResponse
      response.end = ((body?: unknown) => {
        sent.push(String(body))
        return end(body)
      }) as typeof response.end
      return false
    }
    const signedIn = staffHalves(await finishSignOn(portal, answer, { cookie }))
    provider.intercept = null
    await finishSignOn(portal, answer, { cookie })
    const rows = JSON.stringify([
      await portal.db.selectFrom('portal.staff_proof').selectAll().execute(),
      await portal.db.selectFrom('portal.audit').selectAll().execute(),
      await portal.db.selectFrom('portal.attempt_counter').selectAll().execute(),
    ])
    const tokens = JSON.parse(sent.find((body) => body.includes('refresh_token')) ?? '{}') as Record<string, string>
    const given = new URLSearchParams(answer)
    const { refresh_token: renewal, access_token: access, id_token: proof } = tokens
    const asked = [given.get('code'), given.get('state'), cookie.split('=')[1]]
    for (const kept of [secret, renewal, access, proof, signedIn.bearer, ...asked]) {
      expect(String(kept).length).toBeGreaterThan(20)
      expect(portal.logLines.join('\n')).not.toContain(kept)
      expect(rows).not.toContain(kept)
    }
  })

  it('two client secrets count while one is changed, and none signs in when both are wrong [REQ-D-491]', async () => {
    expect((await signOn(portal)).statusCode).toBe(200)
    provider.secret = 'former-secret-of-the-client'
    expect((await signOn(portal)).statusCode).toBe(200)
    provider.secret = 'a-secret-that-the-portal-has-not'
    const refused = await signOn(portal)
    expect([refused.statusCode, signedInBy(refused)]).toEqual([503, false])
    expect(portal.logLines.join('\n')).toContain('Single sign-on at the identity provider (invalid_client)')
  })
})
