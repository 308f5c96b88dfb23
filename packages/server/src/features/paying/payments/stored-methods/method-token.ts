import { currentKeyFor, hmac, type Keys } from '../../../../platform/keys.ts'
import { decryptAtRest, encryptAtRest, type SealingDeps } from '../../../../platform/secrets/encrypt-at-rest.ts'

/** Encrypts the provider's token of a method. The result cannot be decrypted for another method. */
export const sealToken = (deps: SealingDeps, token: string, methodId: string): Uint8Array =>
  encryptAtRest(deps, 'method-token', Buffer.from(token), methodId)

/** Decrypts a token. @throws KeyMissing when the key is missing; Error when the value was changed or belongs to another method. */
export const openToken = (keys: Keys, sealed: Uint8Array, methodId: string): string =>
  Buffer.from(decryptAtRest(keys, 'method-token', sealed, methodId)).toString()

/** Returns the stored form of the provider's fingerprint of a method: a key id and a hash. Only hashes of one key can be compared. */
export function fingerprintOf(keys: Keys, fingerprint: string): string {
  const key = currentKeyFor(keys, 'method-fingerprint')
  return `${key.kid}:${Buffer.from(hmac(key, fingerprint)).toString('base64url')}`
}
