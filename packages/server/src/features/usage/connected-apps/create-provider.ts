import { createPrivateKey } from 'node:crypto'
import { ownScopes, parseEspiScope } from '@coopline/rules/usage/connected-apps/espi-scope'
import { paths } from '@coopline/contract/paths'
import type { Configuration, errors as OidcErrors, interactionPolicy as OidcPolicy, JWK, Provider } from 'oidc-provider'
import type { Deps } from '../../../platform/deps.ts'
import { currentKeyFor } from '../../../platform/keys.ts'
import { isSameHash, sha256 } from '../../../platform/secrets/split-token.ts'
import { espiBase } from '../green-button/public.ts'
import { lookUpLogin } from '../../identity/sign-in/public.ts'
import { createOAuthAdapter, storedSecret, successorOf } from './oauth-adapter.ts'
import { atRootPath, cookiesOf } from './oauth-cookies.ts'

/**
 * The resource indicators for tokens (RFC 8707): the address below which the portal serves ESPI resources, and the former indicator, which
 * earlier connections were granted and nothing is served at.
 */
export const resourcesOf = (deps: Pick<Deps, 'env'>): readonly [string, string] => [
  espiBase(deps),
  `${deps.env.PUBLIC_ORIGIN}/espi/1_1/resource`,
]

/** Paths of the authorization server. */
export const oauthRoutes = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  pushed_authorization_request: '/oauth/par',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
} as const

/** Seconds in a minute, an hour and a day. */
const [minute, hour, day] = [60, 3_600, 86_400] as const
/** The seconds that a member has to decide about a connection. */
const decisionSeconds = 20 * minute
const longestConnection = 1_100 * day

interface Library {
  readonly Provider: typeof Provider
  readonly errors: typeof OidcErrors
  readonly interactionPolicy: typeof OidcPolicy
}

const providers = new WeakMap<Deps['db'], Promise<Provider>>()

/** Returns the authorization server of this process. Creates it on first use, because its library loads slowly. */
export async function loadProvider(deps: Deps): Promise<Provider> {
  const made = providers.get(deps.db) ?? createProvider(deps)
  providers.set(deps.db, made)
  return made
}

/** The authorization server (RFC 6749, 7636, 7009, 7591, 8414, 8707, 9126): `oidc-provider` on the portal's tables. */
async function createProvider(deps: Deps): Promise<Provider> {
  const library = (await import('oidc-provider')) as unknown as Library
  const whoRevokes = () => (library.Provider.ctx?.oidc.route === 'revocation' ? 'app' : 'copied-token')
  const provider = new (withServedModes(library))(deps.env.PUBLIC_ORIGIN, {
    adapter: createOAuthAdapter(deps, whoRevokes),
    ...configurationOf(deps, library),
  })
  // Absolute URLs follow PUBLIC_ORIGIN, which the mount writes into the forwarded headers.
  provider.proxy = true
  Object.defineProperty(provider.Client.prototype, 'compareClientSecret', { value: compareSecret })
  const refreshTokens = provider.RefreshToken.prototype as unknown as Issued
  const randomId = refreshTokens.generateTokenId
  refreshTokens.generateTokenId = function idOf() {
    const rotated = library.Provider.ctx?.oidc.entities.RotatedRefreshToken?.jti
    return rotated === undefined ? randomId.call(this) : successorOf(deps.keys, rotated)
  }
  provider.use(atRootPath)
  provider.use(async (context, next) => {
    await next()
    // The library lets any origin read its metadata and errors, although no page of an app needs them.
    for (const name of Object.keys(context.response.headers))
      if (name.startsWith('access-control-')) context.remove(name)
    const { oidc, body } = context
    if (typeof body !== 'object' || body === null) return
    if (oidc?.route === 'discovery')
      Object.assign(body, { response_modes_supported: servedModes, scopes_supported: Object.values(ownScopes) })
    const { grantId } = oidc?.entities.AccessToken ?? {}
    if (oidc?.route === 'token' && 'access_token' in body && grantId !== undefined) {
      const base = espiBase(deps)
      // ESPI 3.3 has apps find the subscription here.
      Object.assign(body, {
        resourceURI: `${base}/Batch/Subscription/${grantId}`,
        authorizationURI: `${base}/Authorization/${grantId}`,
      })
    }
  })
  provider.on('server_error', (_context, error) => deps.log.error({ err: error }, 'Authorization server'))
  return provider
}

/** The response modes in which an app may get the answer to an authorization request. */
const servedModes = ['query', 'fragment']

/** The library's server without `form_post`: our policy lets no page send a form to an app, with the member's cookies or without. */
function withServedModes({ Provider: Base }: Library): typeof Provider {
  class WithServedModes extends (Base as unknown as new (...options: never[]) => Registering) {
    override registerResponseMode(name: string, handler: unknown): void {
      if (servedModes.includes(name)) super.registerResponseMode(name, handler)
    }
  }
  return WithServedModes as unknown as typeof Provider
}

/** A method that the library calls for each mode while it is created, and that its types leave out. */
interface Registering {
  registerResponseMode(name: string, handler: unknown): void
}

/** A method with which the library makes the value of a token, and that its types leave out. */
interface Issued {
  generateTokenId: (this: object) => string
}

function compareSecret(this: { readonly clientSecret?: string }, actual: string): boolean {
  const given = storedSecret(sha256(actual))
  return isSameHash(sha256(given), sha256(this.clientSecret ?? ''))
}

const configurationOf = (deps: Deps, library: Library): Configuration => ({
  clientBasedCORS: () => false,
  clientDefaults: { id_token_signed_response_alg: 'EdDSA', response_types: ['code'] },
  enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  cookies: cookiesOf(deps),
  features: featuresOf(deps, library),
  // The portal never calls an app's URLs, only shows them or redirects to them.
  fetch: async () => {
    throw new Error('The authorization server makes no calls')
  },
  findAccount: async (_context, loginId) => {
    const login = await lookUpLogin(deps.db, { loginId })
    if (login === undefined || login.isDisabled) return undefined
    return { accountId: loginId, claims: async () => ({ sub: loginId }) }
  },
  interactions: {
    policy: [askAlways(library)],
    url: (_context, interaction) => `${deps.env.PUBLIC_ORIGIN}${paths.connectApp({ request: interaction.uid })}`,
  },
  jwks: { keys: [signingKey(deps)] },
  // Only the connection the member has just made, never an earlier one.
  loadExistingGrant: async (context) => {
    const grantId = context.oidc.result?.consent?.grantId
    return grantId === undefined ? undefined : context.oidc.provider.Grant.find(grantId)
  },
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  expiresWithSession: () => false,
  pkce: { required: () => true },
  responseTypes: ['code'],
  routes: oauthRoutes,
  scopes: [],
  renderError: async (context, out) => {
    context.redirect(`${deps.env.PUBLIC_ORIGIN}${paths.connectApp({ problem: knownProblem(out.error) })}`)
  },
  ttl: {
    AccessToken: hour,
    AuthorizationCode: minute,
    Grant: longestConnection,
    Interaction: decisionSeconds,
    RefreshToken: 400 * day,
    Session: decisionSeconds,
    IdToken: hour,
  },
})

const knownProblem = (error: string): string => (/^[a-z_]{1,40}$/u.test(error) ? error : 'invalid_request')

/** Asks the member every time: neither a library session nor an earlier connection can answer a request. */
function askAlways({ errors, interactionPolicy: { Prompt, Check } }: Library) {
  return new Prompt(
    { name: 'consent', requestable: true },
    new Check('always', 'the member decides about each request', ({ oidc }) => {
      if (servedScopes(oidc.params?.['scope'], {}) === '')
        throw new errors.InvalidScope('no scope that is served', String(oidc.params?.['scope']))
      return oidc.result?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT
    }),
  )
}

const featuresOf = (deps: Deps, { errors }: Library): Configuration['features'] => ({
  devInteractions: { enabled: false },
  userinfo: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  revocation: { enabled: true, allowedPolicy: async (_context, client, token) => token.clientId === client.clientId },
  pushedAuthorizationRequests: { enabled: true },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => resourcesOf(deps)[0],
    useGrantedResource: () => true,
    getResourceServerInfo: (context, indicator) => {
      if (!resourcesOf(deps).includes(indicator)) throw new errors.InvalidTarget()
      return {
        scope: servedScopes(context.oidc.params?.scope, context.oidc.entities),
        accessTokenFormat: 'opaque',
        accessTokenTTL: hour,
      }
    },
  },
  registration: { enabled: true, issueRegistrationAccessToken: false },
})

/**
 * Filters the scopes of a request, code or refresh token to the supported ones. ESPI scopes carry values, so a fixed list cannot
 * cover them.
 */
function servedScopes(requested: unknown, entities: object): string {
  const kept = Object.values(entities).map((entity: unknown) =>
    typeof entity === 'object' && entity !== null && 'scope' in entity && typeof entity.scope === 'string'
      ? entity.scope
      : '',
  )
  const texts = [typeof requested === 'string' ? requested : '', ...kept].join(' ').split(' ')
  return [...new Set(texts)].filter((text) => parseEspiScope(text) !== null).join(' ')
}

/** An Ed25519 key derived from the application's keys. The portal signs no tokens, but the library requires a key. */
function signingKey(deps: Pick<Deps, 'keys'>): JWK {
  const { secret } = currentKeyFor(deps.keys, 'connect-signing')
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  const key = createPrivateKey({ key: Buffer.concat([prefix, secret]), format: 'der', type: 'pkcs8' })
  return { ...(key.export({ format: 'jwk' }) as JWK), alg: 'EdDSA', use: 'sig' }
}
