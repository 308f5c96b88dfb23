import { ownScopes } from '@coopline/rules/usage/connected-apps/espi-scope'
import { beforeEach, expect, it } from 'vitest'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { redirectUri, seedApp } from './connected-apps.fixtures.ts'
import { oauthRoutes } from './create-provider.ts'
import { discovery } from './mount-oauth.ts'

const portal = useTestPortal({
  settings: { connectEnabled: true, connectSelfRegistration: true, connectCallsPerClientPerMinute: 10_000 },
})
let clientId: string
beforeEach(async () => void (clientId = await seedApp(portal)))

const nul = '\0'
const challenge = {
  response_type: 'code',
  redirect_uri: redirectUri,
  scope: ownScopes.day,
  state: 'st4te',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}
const post = async (url: string, fields: Readonly<Record<string, string>>, authorization?: string) =>
  portal.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(authorization !== undefined && { authorization }),
    },
    payload: new URLSearchParams(fields).toString(),
  })
const authorize = async (more: Readonly<Record<string, string>>) => {
  const query = new URLSearchParams({ ...challenge, client_id: clientId, ...more })
  return portal.inject({ url: `${oauthRoutes.authorization}?${query.toString()}` })
}

it.each([oauthRoutes.token, oauthRoutes.pushed_authorization_request, oauthRoutes.revocation])(
  'refuses a NUL in the id, the secret and any other parameter of %s without a fault',
  async (url) => {
    const more = { ...challenge, grant_type: 'authorization_code', code: `c${nul}`, token: `t${nul}` }
    const basic = (id: string, secret: string) =>
      `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`
    const answers = [
      await post(url, { ...more, client_id: `${clientId}${nul}` }),
      await post(url, { ...more, client_id: clientId, client_secret: `s${nul}` }),
      await post(url, { ...more, client_id: clientId, state: `s${nul}` }),
      await post(url, more, basic(clientId, `s${nul}`)),
      await post(url, more, basic(`${clientId}${nul}`, 's')),
    ]
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([])
  },
)

it('refuses a NUL in an authorization request, and in the name of an app, without a fault', async () => {
  const page = await authorize({ state: `s${nul}` })
  const app = { client_name: `A${nul}`, redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' }
  const registered = await portal.inject({ method: 'POST', url: oauthRoutes.registration, payload: app })
  expect([page.statusCode < 500, registered.statusCode]).toEqual([true, 400])
})

it('offers and takes no form_post, which its policy would block', async () => {
  const metadata = await portal.inject({ url: '/.well-known/oauth-authorization-server' })
  expect(metadata.json<object>()).toMatchObject({ response_modes_supported: ['query', 'fragment'] })
  const back = await authorize({ response_mode: 'form_post' })
  const location = new URL(String(back.headers.location))
  expect([location.origin + location.pathname, location.searchParams.get('error')]).toEqual([
    redirectUri,
    'unsupported_response_mode',
  ])
})

/** A call of a page of another origin, as a form unless it has no fields. */
const foreignCall = async (address: URL, fields?: Readonly<Record<string, string>>, method?: string) =>
  fetch(address, {
    method: method ?? (fields === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: { origin: 'https://evil.example.org', 'access-control-request-method': 'POST' },
    ...(fields !== undefined && { body: new URLSearchParams(fields) }),
  })

it('lets no other origin read an answer of the authorization server [SEC-30]', async () => {
  const port = await portal.listen()
  const { token, pushed_authorization_request: pushed, revocation, registration, authorization, jwks } = oauthRoutes
  const at = (path: string) => new URL(path, `http://127.0.0.1:${port}`)
  const reads = [jwks, ...discovery].map(at)
  const posts = [token, pushed, revocation, registration].map(at)
  const forms = [{}, { client_id: 'unknown' }, { client_id: clientId, token: 'x', grant_type: 'refresh_token' }]
  const answers = await Promise.all([
    ...[...reads, at(authorization), at(`${authorization}/unknown`)].map(async (address) => foreignCall(address)),
    ...posts.flatMap((address) => forms.map(async (form) => foreignCall(address, form))),
    ...[...reads, ...posts].map(async (address) => foreignCall(address, undefined, 'OPTIONS')),
  ])
  expect(answers.slice(0, 3).map(({ status }) => status)).toEqual([200, 200, 200])
  const allowing = answers.filter(({ headers }) =>
    [...headers.keys()].some((name) => name.startsWith('access-control-')),
  )
  expect(allowing.map(({ status, url }) => `${status} ${url}`)).toEqual([])
})
