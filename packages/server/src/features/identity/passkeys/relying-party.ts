import { isIP } from 'node:net'
import type { Env } from '../../../platform/env.ts'

/** The portal as browsers and authenticators know it (WebAuthn Level 3 §5.4.2). */
export interface RelyingParty {
  /** The host name that passkeys belong to. */
  readonly id: string
  /** Pages that may ask for them. */
  readonly origins: readonly string[]
}

/**
 * The relying party of PUBLIC_ORIGIN. Passkeys belong to a name: browsers make none for a bare address. Outside production
 * this machine's own name takes its place, so that passkeys can be tried out on http://localhost.
 *
 * @returns `null` in production with an address for a name: there are no passkeys then.
 */
export function relyingParty(env: Pick<Env, 'PUBLIC_ORIGIN' | 'NODE_ENV' | 'PORT'>): RelyingParty | null {
  const { hostname, port } = new URL(env.PUBLIC_ORIGIN)
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0
  if (env.NODE_ENV === 'production') return isAddress ? null : { id: hostname, origins: [env.PUBLIC_ORIGIN] }
  const local = new Set([port, String(env.PORT)].map((one) => new URL(`http://localhost:${one}`).origin))
  return { id: isAddress ? 'localhost' : hostname, origins: [env.PUBLIC_ORIGIN, ...local] }
}
