import { createHash, timingSafeEqual } from 'node:crypto'
import { type Random, randomText } from '../random.ts'

/** A credential in two halves: the token that the browser keeps, and the cookie that no script can read. */
export interface SplitToken {
  readonly token: string
  readonly cookie: string
  readonly tokenHash: Buffer
  readonly cookieHash: Buffer
}

/**
 * Hashes a token for storage, so that no one can read it in the database. It is random and long, so a plain hash is
 * enough.
 */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Creates two random halves of 32 bytes each, and the hashes to store. */
export function newSplitToken(random: Random): SplitToken {
  const [token, cookie] = [randomText(random, 32), randomText(random, 32)]
  return { token, cookie, tokenHash: sha256(token), cookieHash: sha256(cookie) }
}

/** The token after `Bearer`, or an empty text: 32 random bytes as base64url and nothing else. */
export const bearerOf = (authorization: string | undefined): string =>
  /^Bearer ([A-Za-z0-9_-]{43})(?![\s\S])/iu.exec(authorization ?? '')?.[1] ?? ''

/** Compares in a time that does not depend on where the two differ. */
export const isSameHash = (a: Uint8Array, b: Uint8Array | null): boolean =>
  b !== null && a.length === b.length && timingSafeEqual(a, b)
