import { createCipheriv, createDecipheriv } from 'node:crypto'
import { Unavailable } from '../errors.ts'
import { currentKeyFor, keyObjectOf, type Keys, type Purpose } from '../keys.ts'
import type { Random } from '../random.ts'

const ivLength = 12
const tagLength = 16

export interface SealingDeps {
  readonly keys: Keys
  readonly random: Random
}

/** Thrown when a stored secret names a key that this process does not have. 503: the next process may have it. */
export class KeyMissing extends Unavailable {
  constructor(keyId: string) {
    super(`The key "${keyId}" of APP_KEYS`)
  }
}

/**
 * Encrypts a secret that must be read again, for keeping in the database: AES-256-GCM, bound to what it belongs to.
 *
 * @param belongsTo such as the id of the login: a value copied to another row does not decrypt.
 * @returns length of the key id, key id, nonce, tag and cipher text in one.
 */
export function encryptAtRest(deps: SealingDeps, purpose: Purpose, secret: Uint8Array, belongsTo: string): Uint8Array {
  const key = currentKeyFor(deps.keys, purpose)
  const iv = deps.random.bytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', keyObjectOf(key), iv).setAAD(Buffer.from(belongsTo))
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  const kid = Buffer.from(key.kid)
  return Buffer.concat([Uint8Array.of(kid.length), kid, iv, cipher.getAuthTag(), text])
}

/** The id of the key that a secret is encrypted under. */
export const keyIdOf = (encrypted: Uint8Array): string =>
  Buffer.from(encrypted.subarray(1, 1 + (encrypted[0] ?? 0))).toString()

/** @throws KeyMissing when its key is gone; Error when the value was changed or belongs to something else. */
export function decryptAtRest(keys: Keys, purpose: Purpose, encrypted: Uint8Array, belongsTo: string): Uint8Array {
  const bytes = Buffer.from(encrypted)
  const kid = keyIdOf(bytes)
  const kidEnd = 1 + (bytes[0] ?? 0)
  const key = keys.forPurpose(purpose).find((one) => one.kid === kid)
  if (key === undefined) throw new KeyMissing(kid)
  const iv = bytes.subarray(kidEnd, kidEnd + ivLength)
  const tag = bytes.subarray(kidEnd + ivLength, kidEnd + ivLength + tagLength)
  const decipher = createDecipheriv('aes-256-gcm', keyObjectOf(key), iv, { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(belongsTo)).setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(kidEnd + ivLength + tagLength)), decipher.final()])
}
