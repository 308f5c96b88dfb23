import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Keys } from '../keys.ts'
import { decryptAtRest, encryptAtRest, type SealingDeps } from '../secrets/encrypt-at-rest.ts'

const [keyLength, ivLength, tagLength] = [32, 12, 16]

export interface EncryptedFile {
  /** The key of this file, encrypted under a key of the portal. */
  readonly sealedKey: Uint8Array
  /** Nonce, tag and cipher text in one. */
  readonly content: Uint8Array
}

/**
 * Encrypts a file for the database under a key of its own: AES-256-GCM. Changing the portal's keys rewrites that key only.
 *
 * @param belongsTo such as the id of its row: a file copied to another row does not decrypt.
 */
export function encryptFile(deps: SealingDeps, bytes: Uint8Array, belongsTo: string): EncryptedFile {
  const [key, iv] = [deps.random.bytes(keyLength), deps.random.bytes(ivLength)]
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(belongsTo))
  const text = Buffer.concat([cipher.update(bytes), cipher.final()])
  return {
    sealedKey: encryptAtRest(deps, 'upload', key, belongsTo),
    content: Buffer.concat([iv, cipher.getAuthTag(), text]),
  }
}

/** @throws KeyMissing as `decryptAtRest`; Error when the file was changed or belongs to something else. */
export function decryptFile(keys: Keys, { sealedKey, content }: EncryptedFile, belongsTo: string): Uint8Array {
  const key = decryptAtRest(keys, 'upload', sealedKey, belongsTo)
  const bytes = Buffer.from(content)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivLength), { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(belongsTo)).setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
  return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()])
}
