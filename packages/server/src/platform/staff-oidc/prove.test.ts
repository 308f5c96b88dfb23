import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePort } from '@coopline/testing/free-port'
import { type IdentityProviderInTest, startIdentityProvider, testRoles } from '../../testing/identity-provider.ts'
import { readEnv } from '../../read-env.ts'
import { checkSurroundings } from '../doctor/check-surroundings.ts'
import { proveStaffOidc } from './prove.ts'

const origin = 'https://portal.example.org'
const secret = 'client-secret-Zq81-canary'
let provider: IdentityProviderInTest
beforeAll(async () => {
  provider = await startIdentityProvider(origin, secret)
})
beforeEach(() => {
  provider.secret = secret
  provider.intercept = null
})
afterAll(async () => provider.close())

const envWith = (more: Readonly<Record<string, string>> = {}) =>
  readEnv({
    NODE_ENV: 'test',
    PUBLIC_ORIGIN: origin,
    STAFF_OIDC_ISSUER: provider.issuer,
    STAFF_OIDC_CLIENT_ID: 'portal',
    STAFF_OIDC_CLIENT_SECRETS: secret,
    STAFF_OIDC_ROLES: testRoles,
    ...more,
  })
const statuses = async (more?: Readonly<Record<string, string>>) =>
  (await proveStaffOidc(envWith(more))).map(({ status }) => status)
const texts = async (more?: Readonly<Record<string, string>>) =>
  (await proveStaffOidc(envWith(more))).map(({ text, advice = '' }) => `${text} ${advice}`).join('\n')

test('proves the provider, its keys, the client and the address to come back to [REQ-D-492]', async () => {
  const { host } = new URL(provider.issuer)
  expect(await proveStaffOidc(envWith())).toEqual([
    { check: 'single sign-on address', status: 'ok', text: `Staff come back to ${origin}/staff/sign-in.` },
    { check: 'single sign-on', status: 'ok', text: `${host} answers with 1 keys.` },
  ])
  expect(await proveStaffOidc(readEnv({}))).toEqual([])
})

test('names a client or a secret that the provider does not take, and quotes no secret [REQ-D-492]', async () => {
  const two = { STAFF_OIDC_CLIENT_SECRETS: `${secret},former-secret-of-the-client` }
  expect(await texts(two)).toContain('does not accept the client with secret 2 of 2')
  expect(await statuses({ STAFF_OIDC_CLIENT_ID: 'unknown' })).toEqual(['ok', 'fault'])
  expect(await texts(two)).not.toContain('former-secret')
})

test('says that the address to come back to has no TLS [REQ-D-492]', async () => {
  expect(await statuses({ PUBLIC_ORIGIN: 'http://127.0.0.1:8080' })).toEqual(['warning', 'ok'])
})

test('says that there is no such provider, or that its keys cannot be read [REQ-D-492]', async () => {
  expect(await statuses({ STAFF_OIDC_ISSUER: `${provider.issuer}/other` })).toEqual(['ok', 'fault'])
  const issuer = `http://127.0.0.1:${await freePort()}`
  expect(await texts({ STAFF_OIDC_ISSUER: issuer })).toContain('is no OpenID provider that the portal can use')
  provider.intercept = async ({ url }, response) => {
    if (url !== '/jwks') return false
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"keys":[]}')
    return true
  }
  expect(await texts()).toContain('its keys cannot be read')
})

test('is a part of coopline doctor [REQ-D-492]', async () => {
  const env = envWith({ PUBLIC_ORIGIN: 'http://127.0.0.1:1', PROVIDER_URL: 'http://127.0.0.1:1' })
  const found = await checkSurroundings(env, { app: [], provider: [] })
  expect(found.filter(({ check }) => check.startsWith('single sign-on')).map(({ status }) => status)).toEqual([
    'warning',
    'ok',
  ])
})
