import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { freePort } from '@coopline/testing/free-port'
import { staffSignIn } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import { exportJWK, generateKeyPair } from 'jose'
import { type Configuration, Provider } from 'oidc-provider'
import type { TestPortal } from './test-portal.ts'

/** A person as the identity provider knows them. Tests change it. */
interface Person {
  groups: string[]
  acr?: string
  amr?: string[]
  name?: string
  preferred_username?: string
  email?: string
  /** The account is closed. */
  isClosed?: boolean
}

/** An OpenID provider that is not ours, on a port of this machine. */
export interface IdentityProviderInTest {
  readonly issuer: string
  readonly people: Map<string, Person>
  /** The client secret that is accepted. */
  secret: string
  /** Signs in this person, as if they typed their password. */
  signsIn: string
  /** The requests that reached the provider, as method and path. */
  readonly calls: string[]
  /** Stands before every request; resolves to true when it has answered. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => Promise<boolean>) | null
  /** Tells the portal that a session has ended. */
  readonly tellLogout: (subject: string, session: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** The groups of the tests and the roles that they give. */
export const testRoles = 'admin=coopline-admins,billing=coopline-billing,support=coopline-support'

/** Starts a provider whose only client is the portal at an origin. @param ownKey signs its tokens; a new one without it. */
export async function startIdentityProvider(
  portalOrigin: string,
  secret: string,
  ownKey?: object,
): Promise<IdentityProviderInTest> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const key = ownKey ?? (await newKey())
  const people = new Map<string, Person>()
  const provider = new Provider(issuer, configurationOf(portalOrigin, secret, { people, key }))
  const state: IdentityProviderInTest = {
    issuer,
    people,
    secret,
    signsIn: 'dana',
    calls: [],
    intercept: null,
    tellLogout: async (subject, session) => {
      const client = (await provider.Client.find('portal')) as unknown as LogoutTeller
      await client.backchannelLogout(subject, session)
    },
    close: async () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  Object.defineProperty(provider.Client.prototype, 'compareClientSecret', {
    value: (given: string) => given === state.secret,
  })
  const serve = provider.callback()
  const server = createServer((request, response) => void answer(request, response))
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    state.calls.push(`${request.method ?? ''} ${path}`)
    if (state.intercept !== null && (await state.intercept(request, response))) return
    if (path.startsWith('/interaction/')) await letIn(provider, state, request, response)
    else await serve(request, response)
  }
  await new Promise<void>((ready) => void server.listen(port, '127.0.0.1', ready))
  return state
}

async function newKey(): Promise<object> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'first' }
}

interface LogoutTeller {
  backchannelLogout: (subject: string, session: string) => Promise<void>
}

const configurationOf = (
  portalOrigin: string,
  secret: string,
  { people, key }: Pick<IdentityProviderInTest, 'people'> & { readonly key: object },
): Configuration => ({
  clients: [
    {
      client_id: 'portal',
      client_secret: secret,
      redirect_uris: [`${portalOrigin}/staff/sign-in`],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
      backchannel_logout_uri: `${portalOrigin}/api/v3/staff/sign-on/logout`,
      backchannel_logout_session_required: true,
    },
  ],
  jwks: { keys: [key] },
  cookies: { keys: ['a key of the tests'] },
  claims: { openid: ['sub', 'sid', 'acr', 'amr', 'groups', 'name', 'preferred_username', 'email'] },
  conformIdTokenClaims: false,
  features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
  scopes: ['openid', 'offline_access', 'profile', 'email'],
  // It tells sign-outs to this machine, which the library refuses.
  fetch: async (address, { method, headers, body } = {}) =>
    fetch(address, { method: method ?? 'GET', headers: headers ?? {}, body: body ?? null }),
  pkce: { required: () => true },
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  expiresWithSession: () => false,
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: async (_context, subject) => {
    const person = people.get(subject)
    if (person === undefined || person.isClosed === true) return undefined
    const { acr: _acr, amr: _amr, isClosed: _closed, ...claims } = person
    return { accountId: subject, claims: async () => ({ sub: subject, ...claims }) }
  },
  ttl: {
    AccessToken: 300,
    AuthorizationCode: 60,
    IdToken: 300,
    RefreshToken: 86_400,
    Session: 86_400,
    Grant: 86_400,
    Interaction: 600,
  },
})

async function letIn(
  provider: Provider,
  { signsIn, people }: IdentityProviderInTest,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response)
  const grant = new provider.Grant({ accountId: signsIn, clientId: 'portal' })
  grant.addOIDCScope(String(params['scope']))
  const { acr, amr } = people.get(signsIn) ?? {}
  const login = { accountId: signsIn, ...(acr !== undefined && { acr }), ...(amr !== undefined && { amr }) }
  await provider.interactionFinished(request, response, { login, consent: { grantId: await grant.save() } })
}

/** A sign-in that was begun: the provider's address, and the cookie of the browser. */
export interface BegunInTest {
  readonly address: string
  readonly cookie: string
}

/** Begins a sign-in at the portal. */
export async function beginSignOn(portal: TestPortal): Promise<BegunInTest> {
  const begun = await portal.call(staffSignIn.beginSignOn, { body: {} })
  const cookie = begun.cookies.find(({ name }) => name === '__Host-staff_sign_on')
  if (begun.statusCode !== 200 || cookie === undefined) throw new Error(`Nothing was begun: ${begun.body}`)
  return { address: begun.json<{ address: string }>().address, cookie: `${cookie.name}=${cookie.value}` }
}

/** Goes to the provider as a new browser does. @returns the query with which it sends the browser back. */
export async function visitProvider(address: string, portalOrigin: string): Promise<string> {
  const jar = new Map<string, string>()
  let next = new URL(address)
  while (next.origin !== portalOrigin) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(line) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`The provider answers ${answer.status}: ${await answer.text()}`)
    next = new URL(location, next)
  }
  return next.search.slice(1)
}

/** Brings the provider's answer to the portal. */
export const finishSignOn = async (
  portal: TestPortal,
  answer: string,
  more: { readonly cookie?: string; readonly from?: string } = {},
) => portal.call(staffSignIn.finishSignOn, { body: { answer }, ...more })

/** Signs a person in by way of the provider. */
export async function signOn(portal: TestPortal) {
  const { address, cookie } = await beginSignOn(portal)
  return finishSignOn(portal, await visitProvider(address, portal.deps.env.PUBLIC_ORIGIN), { cookie })
}
