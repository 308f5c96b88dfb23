import { paths } from '@coopline/contract/paths'
import type * as OpenIdClient from 'openid-client'
import type { Env } from '../env.ts'
import { type LogoutFacts, readLogoutToken } from './logout-token.ts'
import { awayBecause, NotProven, outcomeOf, saysUnknownClient } from './outcome-of.ts'

type Library = typeof OpenIdClient

/** The values that bind an answer of the provider to the sign-in that was begun for it. */
export interface BegunSignOn {
  readonly state: string
  readonly nonce: string
  /** The secret of PKCE (RFC 7636). */
  readonly verifier: string
}

/** Proven facts about a person, as the provider states them now. */
export interface Proof {
  /** The issuer as the provider writes it. */
  readonly issuer: string
  readonly subject: string
  /** The claims of the ID token. */
  readonly claims: Readonly<Record<string, unknown>>
  /** The person's session at the provider; `null` where it names none. */
  readonly providerSession: string | null
  /** Renews the proof; `null` where the provider gives none. */
  readonly refreshToken: string | null
}

/** The identity provider at which staff sign in. */
export interface IdentityProvider {
  readonly name: string
  /** Begins a sign-in. @throws Unavailable. */
  readonly begin: () => Promise<{ readonly address: string; readonly begun: BegunSignOn }>
  /**
   * Exchanges the provider's answer for a proof.
   *
   * @param search the query with which the provider sent the browser back.
   * @throws NotProven for an answer to another sign-in and for a token that does not hold; Unavailable.
   */
  readonly finish: (search: string, begun: BegunSignOn) => Promise<Proof>
  /** Has the provider state anew what it knows. @throws NotProven when it refuses; Unavailable. */
  readonly renew: (refreshToken: string) => Promise<Proof>
  /** Reads a logout token that the provider sent by itself. @throws NotProven; Unavailable. */
  readonly readLogout: (token: string) => Promise<LogoutFacts>
}

/** The settings of a portal whose staff sign in at an identity provider. */
export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecrets: readonly string[]
  readonly scopes: string
  readonly secondStep: Env['STAFF_OIDC_SECOND_STEP']
  readonly redirectUri: string
}

const hourMs = 3_600_000
const timeoutMs = 10_000

/** Calls the provider; follows no redirect, and ends after ten seconds. */
export const callProvider = async (url: string, options: object): Promise<Response> =>
  fetch(url, { ...options, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })

/** The settings for single sign-on; `null` where it is not used. */
export function findOidcSettings(env: Env): OidcSettings | null {
  const { STAFF_OIDC_ISSUER: issuer, STAFF_OIDC_CLIENT_ID: clientId, STAFF_OIDC_CLIENT_SECRETS: clientSecrets } = env
  if (issuer === undefined || clientId === undefined || clientSecrets === undefined) return null
  return {
    issuer,
    clientId,
    clientSecrets,
    scopes: env.STAFF_OIDC_SCOPES,
    secondStep: env.STAFF_OIDC_SECOND_STEP,
    redirectUri: env.PUBLIC_ORIGIN + paths.staffSignIn(),
  }
}

const providers = new WeakMap<Env, IdentityProvider>()

/** Returns the identity provider of a portal; `null` where single sign-on is not used. */
export function findIdentityProvider(env: Env): IdentityProvider | null {
  const settings = findOidcSettings(env)
  if (settings === null) return null
  const known = providers.get(env)
  if (known !== undefined) return known
  const made = createIdentityProvider(env.STAFF_OIDC_NAME ?? new URL(settings.issuer).host, settings)
  providers.set(env, made)
  return made
}

function createIdentityProvider(name: string, settings: OidcSettings): IdentityProvider {
  const discovered = keptForAnHour(async () => discover(settings))
  /** Asks with each client secret until the provider knows the client. */
  const ask = async <T>(question: (library: Library, config: OpenIdClient.Configuration) => Promise<T>): Promise<T> => {
    const { library, configs } = await discovered().catch((error: unknown) => {
      throw awayBecause(error)
    })
    for (const [place, config] of configs.entries())
      try {
        return await question(library, config)
      } catch (error) {
        if (place + 1 === configs.length || !saysUnknownClient(error)) throw outcomeOf(error)
      }
    throw new Error('There is no client secret')
  }
  return {
    name,
    begin: async () => ask(async (library, config) => begin(library, config, settings)),
    finish: async (search, { state, nonce, verifier }) =>
      ask(async (library, config) => {
        const tokens = await library.authorizationCodeGrant(config, new URL(`${settings.redirectUri}?${search}`), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        return proofOf(tokens)
      }),
    renew: async (refreshToken) =>
      ask(async (library, config) => {
        const proof = proofOf(await library.refreshTokenGrant(config, refreshToken))
        return { ...proof, refreshToken: proof.refreshToken ?? refreshToken }
      }),
    readLogout: async (token) =>
      ask(async (_library, config) =>
        readLogoutToken(token, { metadata: config.serverMetadata(), clientId: settings.clientId, callProvider }),
      ),
  }
}

/** Calls the function at most once an hour while it succeeds. */
function keptForAnHour<T>(make: () => Promise<T>): () => Promise<T> {
  let kept: { readonly at: number; readonly made: Promise<T> } | undefined
  return async () => {
    const now = performance.now()
    if (kept !== undefined && now - kept.at < hourMs) return kept.made
    const own = { at: now, made: make() }
    kept = own
    own.made.catch(() => {
      if (kept === own) kept = undefined
    })
    return own.made
  }
}

/** Reads the provider's metadata and creates a client for each secret. @throws Error of the library. */
export async function discover({ issuer, clientId, clientSecrets }: OidcSettings): Promise<{
  readonly library: Library
  readonly configs: readonly OpenIdClient.Configuration[]
}> {
  const library = await import('openid-client')
  // Only a provider on this machine is named without TLS (`STAFF_OIDC_ISSUER`).
  const extensions = issuer.startsWith('http:') ? [library.allowInsecureRequests] : []
  const found = await library.discovery(new URL(issuer), clientId, undefined, undefined, {
    execute: extensions,
    [library.customFetch]: callProvider,
  })
  const metadata = found.serverMetadata()
  const methods = metadata.token_endpoint_auth_methods_supported ?? []
  const configs = clientSecrets.map((secret) => {
    const auth = methods.includes('client_secret_post')
      ? library.ClientSecretPost(secret)
      : library.ClientSecretBasic(secret)
    const config = new library.Configuration(metadata, clientId, undefined, auth)
    config[library.customFetch] = callProvider
    // Checks signatures also where the token came over TLS.
    for (const extend of [...extensions, library.enableNonRepudiationChecks]) extend(config)
    return config
  })
  return { library, configs }
}

async function begin(
  library: Library,
  config: OpenIdClient.Configuration,
  { redirectUri, scopes, secondStep }: OidcSettings,
): Promise<{ readonly address: string; readonly begun: BegunSignOn }> {
  const begun = {
    state: library.randomState(),
    nonce: library.randomNonce(),
    verifier: library.randomPKCECodeVerifier(),
  }
  const address = library.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: scopes,
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await library.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
    ...askForSecondStep(secondStep),
  })
  return { address: address.href, begun }
}

/** Asks the provider for a proof of the second step; nothing can ask for `amr`. */
function askForSecondStep(secondStep: OidcSettings['secondStep']): Record<string, string> {
  const valuesOf = (claim: string) => secondStep.flatMap(([name, value]) => (name === claim ? [value] : []))
  const classes = valuesOf('acr')
  const others = [...new Set(secondStep.map(([name]) => name))].filter((name) => name !== 'amr' && name !== 'acr')
  const wanted = others.map((name) => {
    const values = valuesOf(name)
    return [name, { essential: true, ...(values.length === 1 ? { value: values[0] } : { values }) }] as const
  })
  return {
    ...(classes.length > 0 && { acr_values: classes.join(' ') }),
    ...(wanted.length > 0 && { claims: JSON.stringify({ id_token: Object.fromEntries(wanted) }) }),
  }
}

function proofOf(tokens: {
  readonly claims: () => OpenIdClient.IDToken | undefined
  readonly refresh_token?: string | undefined
}): Proof {
  const claims = tokens.claims()
  if (claims === undefined) throw new NotProven('token-not-valid', 'no-id-token')
  const { iss: issuer, sub: subject, sid } = claims
  const providerSession = typeof sid === 'string' && sid !== '' ? sid : null
  return { issuer, subject, claims, providerSession, refreshToken: tokens.refresh_token ?? null }
}
