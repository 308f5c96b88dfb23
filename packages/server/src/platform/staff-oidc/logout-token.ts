import type { ServerMetadata } from 'openid-client'
import { NotProven, outcomeOf } from './outcome-of.ts'

/** A sign-out that the provider tells by itself (OpenID Connect Back-Channel Logout 1.0). */
export interface LogoutFacts {
  readonly issuer: string
  /** The id of the token, which is taken once. */
  readonly id: string
  /** `null` when the token is about one session only. */
  readonly subject: string | null
  /** `null` when the token is about all sessions of the subject. */
  readonly providerSession: string | null
}

/** The longest time in seconds between the making of a logout token and its use. */
export const logoutTokenSeconds = 300

const event = 'http://schemas.openid.net/event/backchannel-logout'

/** The signature algorithms of OpenID Connect with a public key. */
const algorithms = ['RS', 'PS', 'ES']
  .flatMap((kind) => ['256', '384', '512'].map((size) => kind + size))
  .concat('EdDSA')

interface Sender {
  readonly metadata: ServerMetadata
  readonly clientId: string
  readonly callProvider: (url: string, options: object) => Promise<Response>
}

const keySets = new Map<string, Promise<KeySet>>()
type KeySet = ReturnType<typeof import('jose').createRemoteJWKSet>

/** Reads a logout token by the provider's published keys. @throws NotProven when anything in it is wrong; Unavailable. */
export async function readLogoutToken(
  token: string,
  { metadata: { issuer, jwks_uri: address }, clientId, callProvider }: Sender,
): Promise<LogoutFacts> {
  if (address === undefined) throw new NotProven('token-not-valid', 'no-keys')
  const { createRemoteJWKSet, customFetch, jwtVerify } = await import('jose')
  const known = keySets.get(address)
  const keys = known ?? Promise.resolve(createRemoteJWKSet(new URL(address), { [customFetch]: callProvider }))
  keySets.set(address, keys)
  try {
    const { payload } = await jwtVerify(token, await keys, {
      issuer,
      audience: clientId,
      algorithms,
      clockTolerance: 30,
      maxTokenAge: logoutTokenSeconds,
      requiredClaims: ['exp', 'jti', 'events'],
    })
    const { jti, sub, sid, events } = payload
    const told =
      typeof events === 'object' && events !== null ? (events as Readonly<Record<string, unknown>>)[event] : null
    const isLogout = typeof told === 'object' && told !== null && !('nonce' in payload)
    const [subject, providerSession] = [sub, sid].map((one) => (typeof one === 'string' && one !== '' ? one : null))
    if (!isLogout || typeof jti !== 'string' || (subject ?? providerSession ?? null) === null)
      throw new NotProven('token-not-valid', 'no-logout')
    return { issuer, id: jti, subject: subject ?? null, providerSession: providerSession ?? null }
  } catch (error) {
    throw outcomeOf(error)
  }
}
