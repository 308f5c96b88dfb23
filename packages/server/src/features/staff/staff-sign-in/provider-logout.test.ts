import { staffSignIn } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import { freePort } from '@coopline/testing/free-port'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type IdentityProviderInTest,
  signOn,
  startIdentityProvider,
  testRoles,
} from '../../../testing/identity-provider.ts'
import { type StaffHalves, staffHalves } from '../../../testing/seed-staff.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
let provider: IdentityProviderInTest
let ownKey: CryptoKey
beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true })
  ownKey = pair.privateKey
  const key = { ...(await exportJWK(pair.privateKey)), alg: 'RS256', use: 'sig', kid: 'first' }
  provider = await startIdentityProvider(origin, 'a-secret-of-the-client', key)
})
afterAll(async () => provider.close())

const portal = useTestPortal(() => ({
  settings: { staffConsole: true },
  env: {
    PUBLIC_ORIGIN: origin,
    STAFF_OIDC_ISSUER: provider.issuer,
    STAFF_OIDC_CLIENT_ID: 'portal',
    STAFF_OIDC_CLIENT_SECRETS: 'a-secret-of-the-client',
    STAFF_OIDC_ROLES: testRoles,
  },
}))
beforeAll(async () => portal.server.listen({ host: '127.0.0.1', port }))

let sessions: readonly [StaffHalves, StaffHalves]
beforeEach(async () => {
  provider.people.clear()
  provider.people.set('dana', { groups: ['coopline-support'], amr: ['mfa'], preferred_username: 'dana.reyes' })
  sessions = [staffHalves(await signOn(portal)), staffHalves(await signOn(portal))]
})

const url = '/api/v3/staff/sign-on/logout'
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const statuses = async () => {
  const answers = await Promise.all(sessions.map(async (halves) => portal.call(staffSignIn.session, halves)))
  return answers.map(({ statusCode }) => statusCode)
}
const named = async (): Promise<readonly (string | null)[]> =>
  (await portal.db.selectFrom('portal.staff_proof').select('provider_session').orderBy('checked_at').execute()).map(
    ({ provider_session: one }) => one,
  )
const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }
let tokens = 0

/** Signs a logout token; `undefined` leaves a claim out. */
async function logoutToken(changes: Readonly<Record<string, unknown>> = {}, key: CryptoKey = ownKey): Promise<string> {
  tokens += 1
  const now = Math.floor(Date.now() / 1000)
  const usual = {
    iss: provider.issuer,
    aud: 'portal',
    iat: now,
    exp: now + 120,
    jti: `t${tokens}`,
    sub: 'dana',
    events: event,
  }
  return new SignJWT({ ...usual, ...changes })
    .setProtectedHeader({ alg: 'RS256', kid: 'first', typ: 'logout+jwt' })
    .sign(key)
}
const tell = async (token: string) =>
  portal.inject({
    method: 'POST',
    url,
    headers: form,
    payload: new URLSearchParams({ logout_token: token }).toString(),
  })

describe('a sign-out at the identity provider', () => {
  it('a sign-out at the provider ends the session that it names at once [REQ-D-488]', async () => {
    const [first] = await named()
    expect(first).toMatch(/^[\w-]{10,}$/u)
    await provider.tellLogout('dana', first ?? '')
    expect((await statuses()).toSorted((a, b) => a - b)).toEqual([200, 401])
    const audit = portal.db.selectFrom('portal.audit').select('detail').where('kind', '=', 'staff-sign-in.ended')
    expect((await audit.execute()).map(({ detail }) => detail)).toEqual([
      { by: 'dana.reyes', reason: 'signed-out-at-provider' },
    ])
    expect(await named()).toHaveLength(1)
  })

  it('a sign-out of a person ends every session, and its token is taken once [REQ-D-488]', async () => {
    const token = await logoutToken()
    const taken = await tell(token)
    expect([taken.statusCode, taken.body, taken.headers['cache-control']]).toEqual([200, '', 'no-store'])
    expect(await statuses()).toEqual([401, 401])
    sessions = [staffHalves(await signOn(portal)), staffHalves(await signOn(portal))]
    expect((await tell(token)).statusCode).toBe(400)
    expect(await statuses()).toEqual([200, 200])
  })

  it('a logout token may name a session alone, also one that is over [REQ-D-488]', async () => {
    const [first] = await named()
    expect((await tell(await logoutToken({ sub: undefined, sid: first ?? '' }))).statusCode).toBe(200)
    expect((await statuses()).toSorted((a, b) => a - b)).toEqual([200, 401])
    expect((await tell(await logoutToken({ sub: undefined, sid: first ?? '' }))).statusCode).toBe(200)
    expect((await tell(await logoutToken({ sub: 'nobody' }))).statusCode).toBe(200)
    expect((await tell(await logoutToken({ sid: 'of-another-browser' }))).statusCode).toBe(200)
    expect((await statuses()).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  const past = Math.floor(Date.now() / 1000) - 3600
  it.each<readonly [string, Readonly<Record<string, unknown>>]>([
    ['no events', { events: undefined }],
    ['other events', { events: { 'http://schemas.openid.net/event/other': {} } }],
    ['an event that is no object', { events: { 'http://schemas.openid.net/event/backchannel-logout': 'yes' } }],
    ['a nonce', { nonce: 'x' }],
    ['neither subject nor session', { sub: undefined }],
    ['no id', { jti: undefined }],
    ['another issuer', { iss: 'https://elsewhere.example' }],
    ['another audience', { aud: 'another-client' }],
    ['an end that is past', { exp: past + 60 }],
    ['no end', { exp: undefined }],
    ['a beginning an hour ago', { iat: past }],
    ['no beginning', { iat: undefined }],
  ])('a logout token with %s is refused and ends nothing [REQ-D-488]', async (_fault, changes) => {
    expect((await tell(await logoutToken(changes))).statusCode).toBe(400)
    expect(await statuses()).toEqual([200, 200])
  })

  it('a logout token of another key or form is refused and ends nothing [REQ-D-488]', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    expect((await tell(await logoutToken({}, privateKey))).statusCode).toBe(400)
    const token = await logoutToken()
    const [header, payload] = token.split('.')
    expect((await tell(`${header}.${payload}.`)).statusCode).toBe(400)
    for (const body of ['', 'logout_token=', `logout_token=${token}&logout_token=${token}`, 'x'])
      expect((await portal.inject({ method: 'POST', url, headers: form, payload: body })).statusCode, body).toBe(400)
    const json = { 'content-type': 'application/json' }
    expect((await portal.inject({ method: 'POST', url, headers: json, payload: '{}' })).statusCode).toBe(415)
    expect((await portal.inject({ method: 'POST', url, headers: form, payload: 'x'.repeat(20_000) })).statusCode).toBe(
      413,
    )
    expect(await statuses()).toEqual([200, 200])
  })
})
