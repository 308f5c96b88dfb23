import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Key, keyObjectOf } from '../keys.ts'

/** HMAC-SHA-256 of UTF-8 text or bytes under a key shared with the provider. */
export const signatureOf = (key: Key, ...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHmac('sha256', keyObjectOf(key))
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Compares in a time that does not depend on where the two differ. */
export const isSameSignature = (given: Uint8Array, expected: Uint8Array): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected)

/** The key that signs what we send. @throws Error when there is none, which the start of the process rules out. */
export function currentKey(keys: readonly Key[]): Key {
  const [key] = keys
  if (key === undefined) throw new Error('There is no key shared with the payment provider')
  return key
}

export const epochSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000)
