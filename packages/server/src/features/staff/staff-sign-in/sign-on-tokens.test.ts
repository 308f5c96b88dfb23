import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginSignOn, finishSignOn, signOn, testRoles, visitProvider } from '../../../testing/identity-provider.ts'
import { startMockProvider } from '../../../testing/mock-provider.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

let provider: Awaited<ReturnType<typeof startMockProvider>>
beforeAll(async () => {
  provider = await startMockProvider()
})
afterAll(async () => provider.stop())

const portal = useTestPortal(() => ({
  settings: { staffConsole: true, loginTriesPerClientPerMinute: 1000 },
  env: {
    PUBLIC_ORIGIN: 'http://127.0.0.1:8080',
    STAFF_OIDC_ISSUER: provider.issuerUrl,
    STAFF_OIDC_CLIENT_ID: 'portal',
    STAFF_OIDC_CLIENT_SECRETS: 'a-secret-of-the-client',
    STAFF_OIDC_ROLES: testRoles,
  },
}))

const good = { amr: ['mfa'], groups: ['coopline-support'] }

/** Lets the provider sign the next ID token with these claims; the access token is signed before it. */
const nextToken = (claims: object) =>
  provider.service.once('beforeTokenSigning', () => {
    provider.service.once(
      'beforeTokenSigning',
      ({ payload }: { payload: object }) => void Object.assign(payload, claims),
    )
  })

/** Sends these texts in the place of the tokens. */
const nextAnswer = (change: (body: Record<string, unknown>) => void) =>
  provider.service.once('beforeResponse', (answer: { body: Record<string, unknown> }) => change(answer.body))

const codeOf = (answer: Awaited<ReturnType<typeof signOn>>) =>
  answer.json<{ errors?: readonly { code: string }[] }>().errors?.[0]?.code
const failed = async () =>
  (
    await portal.db.selectFrom('portal.audit').select('detail').where('kind', '=', 'staff-sign-in.failed').execute()
  ).map(({ detail }) => detail)
const seconds = () => Math.floor(Date.now() / 1000)

describe('a token of the identity provider', () => {
  it('a token in which everything holds signs in [REQ-D-483]', async () => {
    expect((await signOn(portal)).json()).toMatchObject({ role: 'support' })
  })

  it.each([
    ['another issuer', { iss: 'https://elsewhere.example' }],
    ['another nonce', { nonce: 'of-another-sign-in' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'another-client' }],
    ['two audiences and another authorized party', { aud: ['portal', 'other'], azp: 'other' }],
    ['no subject', { sub: undefined }],
    ['a time that is over', { exp: seconds() - 120, iat: seconds() - 600 }],
    ['a time that has not come', { nbf: seconds() + 600 }],
  ])('a token with %s signs nobody in [REQ-D-483]', async (_fault, claims) => {
    nextToken(claims)
    expect(codeOf(await signOn(portal))).toBe('sign-on-token-not-valid')
    expect(await failed()).toMatchObject([
      { reason: 'sign-on-token-not-valid', code: expect.stringMatching(/^OAUTH_/u) },
    ])
    expect(await portal.db.selectFrom('portal.staff_login').selectAll().execute()).toEqual([])
  })

  it('a token of another key signs nobody in, also with the name of a published one [REQ-D-483]', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const kid = provider.issuer.keys.toJSON()[0]?.kid ?? ''
    for (const header of [
      { alg: 'RS256', kid },
      { alg: 'RS256', kid: 'unknown' },
    ]) {
      const { address, cookie } = await beginSignOn(portal)
      const nonce = new URL(address).searchParams.get('nonce')
      const forged = await new SignJWT({ ...good, nonce, sub: 'johndoe' })
        .setProtectedHeader(header)
        .setIssuer(provider.issuerUrl)
        .setAudience('portal')
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey)
      nextAnswer((body) => Object.assign(body, { id_token: forged }))
      const answer = await visitProvider(address, 'http://127.0.0.1:8080')
      expect(codeOf(await finishSignOn(portal, answer, { cookie }))).toBe('sign-on-token-not-valid')
    }
  })

  it('a token without a signature, or signed with the client secret, signs nobody in [REQ-D-483]', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const alg of ['none', 'HS256']) {
      const { address, cookie } = await beginSignOn(portal)
      const nonce = new URL(address).searchParams.get('nonce')
      const claims = {
        ...good,
        nonce,
        sub: 'johndoe',
        iss: provider.issuerUrl,
        aud: 'portal',
        iat: seconds(),
        exp: seconds() + 300,
      }
      const unsigned = `${part({ alg })}.${part(claims)}`
      const hmac = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('a-secret-of-the-client'))
      nextAnswer((body) => Object.assign(body, { id_token: alg === 'none' ? `${unsigned}.` : hmac }))
      const answer = await visitProvider(address, 'http://127.0.0.1:8080')
      expect(codeOf(await finishSignOn(portal, answer, { cookie })), alg).toBe('sign-on-token-not-valid')
    }
  })

  it('the token of another sign-in is no answer to this one [REQ-D-483]', async () => {
    let former: unknown
    nextAnswer((body) => (former = body['id_token']))
    expect((await signOn(portal)).statusCode).toBe(200)
    nextAnswer((body) => Object.assign(body, { id_token: former }))
    expect(codeOf(await signOn(portal))).toBe('sign-on-token-not-valid')
  })

  it('an answer without a token signs nobody in [REQ-D-483]', async () => {
    nextAnswer((body) => delete body['id_token'])
    expect(codeOf(await signOn(portal))).toBe('sign-on-token-not-valid')
  })
})

describe('a provider without an answer', () => {
  it.each([
    ['server error', 500, {}],
    ['too many requests', 429, { error: 'slow_down' }],
    ['an error that passes', 503, { error: 'temporarily_unavailable' }],
  ])('a provider with %s: 503, and nobody is signed in [REQ-D-487]', async (_what, statusCode, body) => {
    provider.service.once('beforeResponse', (answer: { body: object; statusCode: number }) => {
      Object.assign(answer, { body, statusCode })
    })
    expect((await signOn(portal)).statusCode).toBe(503)
    expect(await portal.db.selectFrom('portal.staff_login').selectAll().execute()).toEqual([])
  })
})
