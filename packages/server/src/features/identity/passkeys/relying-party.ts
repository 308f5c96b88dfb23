import { isIP } from 'node:net'
import type { Env } from '../../../platform/env.ts'

/** The relying party: the portal for browsers and authenticators (WebAuthn Level 3 §5.4.2). */
export interface RelyingParty {
  /** The host name that passkeys belong to. */
  readonly id: string
  /** The origins of pages that may use the passkeys. */
  readonly origins: readonly string[]
}

/**
 * Returns the relying party of PUBLIC_ORIGIN. Passkeys belong to a host name; browsers create none for an IP address. Outside production
 * `localhost` replaces an address, so that passkeys can be tried out on http://localhost.
 *
 * @returns `null` in production with an IP address, where passkeys are unavailable.
 */
export function relyingParty(env: Pick<Env, 'PUBLIC_ORIGIN' | 'NODE_ENV' | 'PORT'>): RelyingParty | null {
  const { hostname, port } = new URL(env.PUBLIC_ORIGIN)
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0
  if (env.NODE_ENV === 'production') return isAddress ? null : { id: hostname, origins: [env.PUBLIC_ORIGIN] }
  const local = new Set([port, String(env.PORT)].map((one) => new URL(`http://localhost:${one}`).origin))
  return { id: isAddress ? 'localhost' : hostname, origins: [env.PUBLIC_ORIGIN, ...local] }
}
