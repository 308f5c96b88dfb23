import { createHmac, timingSafeEqual } from 'node:crypto'

/** A secret shared with the portal. `kid` travels with every signature, the secret never does. */
export interface SigningKey {
  readonly kid: string
  readonly secret: Buffer
}

/** The keys, at least one. The first signs and all are accepted, so that keys can be changed without a gap. */
export type SigningKeys = readonly [SigningKey, ...SigningKey[]]

/** Thrown when a key list cannot be used; the message names the rule that it breaks, never the secret. */
class UnusableKeys extends Error {
  constructor() {
    super('Give kid:base64 pairs, separated by commas, with secrets of at least 32 bytes')
    this.name = 'UnusableKeys'
  }
}

/**
 * Reads `kid:base64,kid:base64`.
 *
 * @throws UnusableKeys when a pair is malformed, a secret is short, a kid occurs twice or there is none.
 */
export function parseSigningKeys(text: string): SigningKeys {
  const keys = text.split(',').map((pair) => {
    const [kid = '', secret = ''] = pair.trim().split(':')
    return { kid, secret: Buffer.from(secret, 'base64') }
  })
  const [first, ...others] = keys
  const fit = keys.every((key) => /^[a-z0-9-]{1,20}$/u.test(key.kid) && key.secret.length >= 32)
  const distinct = new Set(keys.map((key) => key.kid)).size === keys.length
  if (first === undefined || !fit || !distinct) throw new UnusableKeys()
  return [first, ...others]
}

/** The key named `kid`, or `undefined` when it is not (or no longer) one of ours. */
export const findKey = (keys: SigningKeys, kid: string): SigningKey | undefined => keys.find((key) => key.kid === kid)

/** HMAC-SHA-256 of `text` (UTF-8) in the given encoding. */
export const hmac = (secret: Buffer, text: string, encoding: 'base64' | 'base64url'): string =>
  createHmac('sha256', secret).update(text, 'utf8').digest(encoding)

/** Compares two signatures in a time that does not depend on where they differ. */
export function isSameSignature(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
