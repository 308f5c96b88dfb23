import { connectedApps } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import { ownScopes } from '@coopline/rules/usage/connected-apps/espi-scope'
import { createServer } from 'node:net'
import { freePort } from '@coopline/testing/free-port'
import * as client from 'openid-client'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedLogin, seedSession, type SignedIn } from '../../../testing/seed-login.ts'
import type { Key } from '../../../platform/keys.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { choice, meters, redirectUri, seedApp, seedRequest } from './connected-apps.fixtures.ts'
import { oauthRoutes } from './create-provider.ts'

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const portal = useTestPortal({
  settings: { connectEnabled: true, connectCallsPerClientPerMinute: 10_000 },
  env: { PUBLIC_ORIGIN: origin },
})
let loginId: string
let ada: SignedIn
let clientId: string
let config: client.Configuration
beforeAll(async () => portal.server.listen({ host: '127.0.0.1', port }))
beforeEach(async () => {
  await seedAccount(portal.db)
  await portal.db.insertInto('cis.meter').values({ account_number: '100100101', meter_number: 'M1' }).execute()
  loginId = await seedLogin(portal)
  ada = await seedSession(portal, loginId)
  clientId = await seedApp(portal)
  config = await discover(clientId)
})

const discover = async (id: string, auth: client.ClientAuth = client.None()) =>
  client.discovery(new URL(origin), id, undefined, auth, {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  })

const params = { memberNumber: '10001' }
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

/** A member's browser. Follows redirects one at a time and keeps cookies. */
class Browser {
  readonly #jar = new Map<string, string>()
  get cookies(): string {
    return [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }
  async go(address: string | URL): Promise<URL> {
    const response = await fetch(new URL(address, origin), { redirect: 'manual', headers: { cookie: this.cookies } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(line) ?? []
      if (value === '') this.#jar.delete(name)
      else this.#jar.set(name, value)
    }
    return new URL(response.headers.get('location') ?? '/no-location', origin)
  }
}

const challenge = async () => ({
  redirect_uri: redirectUri,
  scope: ownScopes.day,
  state: 'st4te',
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
})

/** Starts an authorization request as the app. @returns the id of the request. */
async function begin(browser: Browser, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const page = await browser.go(client.buildAuthorizationUrl(config, { ...(await challenge()), ...more }))
  expect(page.pathname).toBe('/connect-app')
  return page.searchParams.get('request') ?? ''
}

const allow = async (browser: Browser, id: string, changes: object = {}, who: SignedIn = ada) =>
  portal.call(connectedApps.allow, {
    bearer: who.bearer,
    cookie: `${who.cookie}; ${browser.cookies}`,
    params: { ...params, id },
    body: { ...choice, ...changes },
  })

/** Approves a request. @returns the app's redirect URI with the code. */
async function consented(more: Readonly<Record<string, string>> = {}, changes: object = {}): Promise<URL> {
  const browser = new Browser()
  const answer = await allow(browser, await begin(browser, more), changes)
  expect(answer.statusCode).toBe(200)
  return browser.go(answer.json<{ continueAt: string }>().continueAt)
}

const exchange = async (back: URL) =>
  client.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: 'st4te' })
const renew = async (tokens: { readonly refresh_token?: string }) =>
  client.refreshTokenGrant(config, tokens.refresh_token ?? '')
const read = async (token: string) =>
  portal.call(connectedApps.daily, { headers: { authorization: `Bearer ${token}` } })
const connections = async () => portal.db.selectFrom('portal.connected_grant').selectAll().execute()
const tokenCall = async (fields: Readonly<Record<string, string>>) =>
  portal.inject({
    method: 'POST',
    url: oauthRoutes.token,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ client_id: clientId, ...fields }).toString(),
  })

it('issues tokens for the address below which the portal serves the usage', async () => {
  const resource = `${origin}/api/espi/1_1/resource`
  const { access_token: token } = await exchange(await consented({ resource }))
  const headers = { authorization: `Bearer ${token}` }
  const batch = await fetch(`${resource}/Batch/Subscription/own`, { headers })
  expect([batch.status, await batch.text()]).toEqual([200, expect.stringContaining(`${resource}/Batch/Subscription/`)])
})

it('issues tokens for the former address, and for no other one', async () => {
  const { access_token: token } = await exchange(await consented({ resource: `${origin}/espi/1_1/resource` }))
  expect((await read(token)).statusCode).toBe(200)
  const request = { ...(await challenge()), resource: 'https://elsewhere.example/resource' }
  const back = await new Browser().go(client.buildAuthorizationUrl(config, request))
  expect(back.searchParams.get('error')).toBe('invalid_target')
})

describe('an app with a third-party OAuth client', () => {
  it('discovers the server, pushes a request, gets the member’s approval, reads and refreshes', async () => {
    const metadata = config.serverMetadata()
    expect(metadata).toMatchObject({
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      pushed_authorization_request_endpoint: `${origin}/oauth/par`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: Object.values(ownScopes),
    })
    const pushed = await client.buildAuthorizationUrlWithPAR(config, await challenge())
    expect([...pushed.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri'])
    const browser = new Browser()
    const page = await browser.go(pushed)
    const id = page.searchParams.get('request') ?? ''
    const asked = await portal.call(connectedApps.request, {
      bearer: ada.bearer,
      cookie: `${ada.cookie}; ${browser.cookies}`,
      params: { ...params, id },
    })
    expect(asked.json()).toEqual({
      name: 'Solar Planner',
      homeUrl: 'https://app.example.org/',
      returnsTo: 'app.example.org',
      isSelfRegistered: false,
      scopes: [{ text: ownScopes.day, detail: 'day', hasCost: true, months: 36 }],
    })
    const { continueAt } = (await allow(browser, id)).json<{ continueAt: string }>()
    const back = await browser.go(continueAt)
    expect(back.origin + back.pathname).toBe(redirectUri)
    const tokens = await exchange(back)
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: ownScopes.day, expires_in: 3600 })
    expect(tokens.id_token).toBeUndefined()
    const resource = `${origin}/api/espi/1_1/resource`
    const [{ grant_id: grantId } = { grant_id: '' }] = await connections()
    const found = {
      resourceURI: `${resource}/Batch/Subscription/${grantId}`,
      authorizationURI: `${resource}/Authorization/${grantId}`,
    }
    expect(tokens).toMatchObject(found)
    const answer = await read(tokens.access_token)
    expect(answer.json()).toMatchObject({ meters: [{ accountNumber: '100100101', meterNumber: 'M1' }] })

    const renewed = await renew(tokens)
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token)
    expect(renewed).toMatchObject(found)
    expect((await read(renewed.access_token)).statusCode).toBe(200)
    const mails = await portal.db.selectFrom('outbox.message').select('subject').execute()
    expect(mails).toEqual([{ subject: 'An app was connected to your usage' }])
  })

  it('leaves no token, code or secret readable in the database', async () => {
    const back = await consented()
    const code = back.searchParams.get('code') ?? ''
    const tokens = await exchange(back)
    const rows = await portal.db.selectFrom('portal.oauth_record').selectAll().execute()
    const text = JSON.stringify(rows)
    expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['AccessToken', 'RefreshToken', 'Grant']))
    for (const secret of [code, tokens.access_token, tokens.refresh_token ?? ''])
      expect(secret.length > 40 && text.includes(secret)).toBe(false)
    const log = portal.logLines.join('\n')
    for (const secret of [code, tokens.access_token, tokens.refresh_token ?? '']) expect(log).not.toContain(secret)
  })

  it('registers itself when the cooperative allows it, and stores only the secret’s hash', async () => {
    const facts = { client_name: 'My Dashboard', redirect_uris: [redirectUri] }
    const register = async () =>
      client.dynamicClientRegistration(new URL(origin), facts, undefined, {
        algorithm: 'oauth2',
        execute: [client.allowInsecureRequests],
      })
    const refused = await portal.inject({ method: 'POST', url: oauthRoutes.registration, payload: facts })
    expect(refused.statusCode).toBe(404)
    expect(await portal.db.selectFrom('portal.connected_app').select('client_id').execute()).toHaveLength(1)
    portal.set({ connectSelfRegistration: true })
    config = await register()
    const { client_id: id, client_secret: secret } = config.clientMetadata()
    const rows = await portal.db.selectFrom('portal.connected_app').selectAll().where('client_id', '=', id).execute()
    expect(rows).toMatchObject([{ name: 'My Dashboard', is_self_registered: true }])
    expect(JSON.stringify(rows)).not.toContain(secret)
    config = await discover(id, client.ClientSecretBasic(String(secret)))
    const back = await consented()
    expect((await exchange(back)).access_token).toMatch(/^[\w-]{43}$/u)
    config = await discover(id, client.ClientSecretBasic('wrong'))
    await expect(exchange(await consented())).rejects.toMatchObject({ status: 401 })
  })
})

describe('self-registration', () => {
  const register = async (more: object) =>
    portal.inject({
      method: 'POST',
      url: oauthRoutes.registration,
      payload: { client_name: 'My Dashboard', redirect_uris: [redirectUri], ...more },
    })

  it('rejects invalid URLs and names, and never calls an app’s URLs', async () => {
    portal.set({ connectSelfRegistration: true })
    let calls = 0
    const appPort = await freePort()
    const listening = createServer(() => void (calls += 1)).listen(appPort, '127.0.0.1')
    await new Promise((done) => void listening.once('listening', done))
    for (const wrong of [
      { redirect_uris: ['http://app.example.org/callback'] },
      { redirect_uris: ['javascript:alert(1)'] },
      { redirect_uris: ['https://user:word@app.example.org/'] },
      { redirect_uris: [] },
      { client_name: 'Prairie Ridge: call 555-0199!' },
      { client_name: 'x'.repeat(61) },
      { client_uri: 'http://app.example.org/' },
      { sector_identifier_uri: `https://127.0.0.1:${appPort}/` },
      { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: `https://127.0.0.1:${appPort}/` },
    ])
      expect((await register(wrong)).statusCode, JSON.stringify(wrong)).toBe(400)
    expect(calls).toBe(0)
    listening.close()
    expect(await portal.db.selectFrom('portal.connected_app').select('name').execute()).toEqual([
      { name: 'Solar Planner' },
    ])
    expect((await register({})).statusCode).toBe(201)
  })

  it('limits registrations per client address', async () => {
    portal.set({ connectSelfRegistration: true, connectRegistrationsPerClientPerHour: 2 })
    const statuses = [await register({}), await register({}), await register({})].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([201, 201, 429])
  })
})

describe('authorization requests', () => {
  const attempt = async (more: Readonly<Record<string, string>>) => {
    const url = client.buildAuthorizationUrl(config, { ...(await challenge()), ...more })
    return new Browser().go(url)
  }

  it('redirects only to the exact registered URI', async () => {
    for (const redirect of [
      'https://evil.example.org/callback',
      'https://app.example.org/callback/',
      'https://app.example.org/callback?x=1',
      'https://app.example.org.evil.example/callback',
      'http://app.example.org/callback',
      'https://app.example.org@evil.example/callback',
      '//evil.example.org',
    ]) {
      const where = await attempt({ redirect_uri: redirect })
      expect(`${where.origin}${where.pathname}${where.search}`, redirect).toMatch(
        `${origin}/connect-app?problem=invalid_redirect_uri`,
      )
    }
    const unknown = await attempt({ client_id: 'nobody' })
    expect(unknown.href).toBe(`${origin}/connect-app?problem=invalid_client`)
  })

  it('requires PKCE, the code flow and a supported scope', async () => {
    const url = client.buildAuthorizationUrl(config, await challenge())
    url.searchParams.delete('code_challenge')
    url.searchParams.delete('code_challenge_method')
    expect((await new Browser().go(url)).searchParams.get('error')).toBe('invalid_request')
    expect((await attempt({ response_type: 'token' })).hash).toContain('error=unsupported_response_type')
    expect((await attempt({ code_challenge_method: 'plain' })).searchParams.get('error')).toBe('invalid_request')
    expect((await attempt({ scope: 'openid profile' })).searchParams.get('error')).toBe('invalid_scope')
    expect((await attempt({ prompt: 'none' })).searchParams.get('error')).toBe('consent_required')
  })

  it('shows and approves a request only in the browser that started it', async () => {
    const [attacker, victim] = [new Browser(), new Browser()]
    const id = await begin(attacker)
    expect((await allow(victim, id)).statusCode).toBe(404)
    await begin(victim)
    expect((await allow(victim, id)).statusCode).toBe(404)
    const asked = await portal.call(connectedApps.request, { ...ada, params: { ...params, id } })
    expect(asked.statusCode).toBe(404)
    expect(await connections()).toEqual([])
  })

  it('refuses approval from a stale session, a partner session or another site', async () => {
    const browser = new Browser()
    const id = await begin(browser)
    portal.clock.advance(601)
    expect((await allow(browser, id)).json()).toMatchObject({ errors: [{ code: 'step-up-required' }] })
    const partner = await seedSession(portal, loginId)
    await portal.db
      .updateTable('portal.session')
      .set({ proofs: ['partner'], proven_at: new Date(0) })
      .execute()
    expect((await allow(browser, id, {}, partner)).json()).toMatchObject({ errors: [{ code: 'step-up-required' }] })
    const fresh = await seedSession(portal, loginId)
    const forged = await portal.call(connectedApps.allow, {
      ...fresh,
      params: { ...params, id },
      body: choice,
      headers: { origin: 'https://evil.example.org', 'sec-fetch-site': 'cross-site' },
    })
    expect(forged.statusCode).toBe(403)
    const cookieOnly = await portal.call(connectedApps.allow, {
      cookie: `${fresh.cookie}; ${browser.cookies}`,
      params: { ...params, id },
      body: choice,
    })
    expect(cookieOnly.statusCode).toBe(401)
    expect(await connections()).toEqual([])
    expect((await allow(browser, id, {}, fresh)).statusCode).toBe(200)
  })

  it('accepts one answer, without extra scopes or another member’s meter', async () => {
    const browser = new Browser()
    const id = await begin(browser)
    expect((await allow(browser, id, { scopes: [ownScopes.interval] })).statusCode).toBe(400)
    expect((await allow(browser, id, { meters: [{ accountNumber: '1', meterNumber: 'M1' }] })).statusCode).toBe(404)
    expect((await allow(browser, id)).statusCode).toBe(200)
    expect((await allow(browser, id)).statusCode).toBe(404)
    expect(await connections()).toHaveLength(1)
  })

  it('asks the member each time, even after an earlier approval', async () => {
    const browser = new Browser()
    const answer = await allow(browser, await begin(browser))
    await browser.go(answer.json<{ continueAt: string }>().continueAt)
    expect((await begin(browser)).length).toBeGreaterThan(20)
  })

  it('reveals nothing about the member when they deny a request', async () => {
    const browser = new Browser()
    const id = await begin(browser)
    const declined = await portal.call(connectedApps.decline, {
      bearer: ada.bearer,
      cookie: `${ada.cookie}; ${browser.cookies}`,
      params: { ...params, id },
      body: {},
    })
    const back = await browser.go(declined.json<{ continueAt: string }>().continueAt)
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'The member denied the request',
      state: 'st4te',
      iss: origin,
    })
  })

  it('does not finish in a different browser', async () => {
    const browser = new Browser()
    const { continueAt } = (await allow(browser, await begin(browser))).json<{ continueAt: string }>()
    const stolen = await new Browser().go(continueAt)
    expect(stolen.pathname + stolen.search).toBe('/connect-app?problem=invalid_request')
  })
})

describe('copied codes and tokens', () => {
  it('ends the connection and its tokens when a code is used twice', async () => {
    const back = await consented()
    const tokens = await exchange(back)
    await expect(exchange(back)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await read(tokens.access_token)).statusCode).toBe(401)
    await expect(renew(tokens)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    expect(await connections()).toMatchObject([{ end_reason: 'copied-token' }])
    const subjects = await portal.db.selectFrom('outbox.message').select('subject').orderBy('id').execute()
    expect(subjects.map(({ subject }) => subject)).toEqual([
      'An app was connected to your usage',
      'A connected app was disconnected',
    ])
  })

  it('lets at most one of two concurrent exchanges succeed, and ends the connection', async () => {
    const code = (await consented()).searchParams.get('code') ?? ''
    const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
    const answers = await Promise.all([tokenCall(fields), tokenCall(fields), tokenCall(fields)])
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1)
    for (const answer of answers.filter(({ statusCode }) => statusCode === 200))
      expect((await read(answer.json<{ access_token: string }>().access_token)).statusCode).toBe(401)
    expect(await connections()).toMatchObject([{ end_reason: 'copied-token' }])
  })

  it('rejects a code without its verifier, from another app or for another redirect URI', async () => {
    const code = (await consented()).searchParams.get('code') ?? ''
    const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
    const other = await seedApp(portal, 'Other')
    for (const wrong of [
      { code_verifier: 'x'.repeat(43) },
      { client_id: other },
      { redirect_uri: 'https://app.example.org/other' },
    ])
      expect((await tokenCall({ ...fields, ...wrong })).json()).toMatchObject({ error: 'invalid_grant' })
    expect((await tokenCall(fields)).statusCode).toBe(200)
  })

  it.each([
    ['later', async () => portal.clock.advance(2)],
    ['after its successor', renew],
    [
      'after its successor and a rotation of the keys',
      async (last: Parameters<typeof renew>[0]) => {
        await renew(last)
        ;(portal.deps.keys.forPurpose('connect-refresh') as Key[]).unshift({ kid: 'next', secret: new Uint8Array(32) })
      },
    ],
  ])('repeats a lost answer to a refresh for a minute; %s the whole token family ends', async (_when, pass) => {
    const first = await exchange(await consented())
    const second = await renew(first)
    portal.clock.advance(59)
    const again = await renew(first)
    expect([again.refresh_token, (await read(again.access_token)).statusCode]).toEqual([second.refresh_token, 200])
    await pass(again)
    await expect(renew(first)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await read(second.access_token)).statusCode).toBe(401)
    await expect(renew(second)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(await connections()).toMatchObject([{ end_reason: 'copied-token' }])
  })

  it('does not widen the scope on refresh', async () => {
    const tokens = await exchange(await consented())
    const widened = client.refreshTokenGrant(config, tokens.refresh_token ?? '', { scope: ownScopes.interval })
    await expect(widened).rejects.toMatchObject({ error: 'invalid_scope' })
  })

  it('grants only the scope that the member approved out of two', async () => {
    const asked = `${ownScopes.day} ${ownScopes.interval}`
    const tokens = await exchange(await consented({ scope: asked }, { scopes: [ownScopes.day] }))
    expect(tokens.scope).toBe(ownScopes.day)
  })
})

describe('ended connections', () => {
  it('stops access and refresh as soon as the member ends the connection', async () => {
    const tokens = await exchange(await consented())
    const [one] = await connections()
    const id = one?.grant_id ?? ''
    await portal.call(connectedApps.end, { ...ada, params: { ...params, id } })
    expect((await read(tokens.access_token)).statusCode).toBe(401)
    await expect(renew(tokens)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('ends the connection when the app revokes its refresh token', async () => {
    const tokens = await exchange(await consented())
    await client.tokenRevocation(config, tokens.refresh_token ?? '')
    expect((await read(tokens.access_token)).statusCode).toBe(401)
    expect(await connections()).toMatchObject([{ end_reason: 'app' }])
    expect(await portal.db.selectFrom('outbox.message').select('id').execute()).toHaveLength(1)
  })

  it('issues no tokens after the end date of a connection', async () => {
    const tokens = await exchange(await consented({}, { endsOn: '2026-11-21', meters }))
    portal.clock.advance(3 * 86_400)
    await expect(renew(tokens)).rejects.toMatchObject({ error: 'invalid_grant' })
  })
})

describe('authorization server endpoints', () => {
  it('returns 404 from every OAuth endpoint while the feature is off', async () => {
    portal.set({ connectEnabled: false })
    for (const url of [oauthRoutes.authorization, oauthRoutes.jwks, '/.well-known/oauth-authorization-server'])
      expect((await portal.inject({ method: 'GET', url })).statusCode).toBe(404)
    expect((await tokenCall({ grant_type: 'refresh_token', refresh_token: 'x' })).statusCode).toBe(404)
  })

  it('limits OAuth calls per client address, in the database', async () => {
    portal.set({ connectCallsPerClientPerMinute: 10 })
    const { id } = await seedRequest(portal)
    expect(id).not.toBe('')
    const statuses: number[] = []
    for (let count = 0; count < 12; count += 1)
      statuses.push((await tokenCall({ grant_type: 'refresh_token', refresh_token: 'x' })).statusCode)
    expect([statuses[0], statuses.at(-1)]).toEqual([400, 429])
  })

  it('sends the portal’s standard headers with OAuth responses', async () => {
    const { headers } = await portal.inject({ method: 'GET', url: '/.well-known/oauth-authorization-server' })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    })
  })
})
