import { createHash, timingSafeEqual } from 'node:crypto'
import { type Random, randomText } from '../../platform/random.ts'

/** The cookie half of a session. */
export const sessionCookie = '__Host-portal_fp'

/** The two halves of a credential: the token that the browser keeps, and the cookie that no script can read. */
export interface Halves {
  readonly token: string
  readonly cookie: string
  readonly tokenHash: Buffer
  readonly cookieHash: Buffer
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

export function newHalves(random: Random): Halves {
  const [token, cookie] = [randomText(random, 32), randomText(random, 32)]
  return { token, cookie, tokenHash: sha256(token), cookieHash: sha256(cookie) }
}

/** The token after `Bearer`, or an empty text: 32 random bytes as base64url and nothing else. */
export const bearerOf = (authorization: string | undefined): string =>
  /^Bearer ([A-Za-z0-9_-]{43})(?![\s\S])/iu.exec(authorization ?? '')?.[1] ?? ''

export const isSameHash = (a: Uint8Array, b: Uint8Array | null): boolean =>
  b !== null && a.length === b.length && timingSafeEqual(a, b)
