import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type Key, keyObjectOf } from '../keys.ts'

const [algorithm, ivBytes, tagBytes] = ['aes-256-gcm', 12, 16] as const

/** The one header that a value of a type has under a key: there is nothing to choose, so nothing can be chosen wrongly. */
const headerOf = (key: Key, type: string): string =>
  Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM', kid: key.kid, typ: type })).toString('base64url')

/**
 * Encrypts a text as a compact JWE (RFC 7516: `dir`, A256GCM), as every JOSE library reads it.
 *
 * @param key of 32 bytes.
 * @param type what the value is for; it is part of what is protected.
 */
export function encryptJwe(key: Key, type: string, text: string): string {
  const header = headerOf(key, type)
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, keyObjectOf(key), iv, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(header))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [header, '', ...[iv, encrypted, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.')
}

/** The text of a value that was encrypted for this type with one of these keys; `null` for everything else. */
export function decryptJwe(keys: readonly Key[], type: string, value: string): string | null {
  const [header = '', encryptedKey, ...written] = value.split('.')
  const key = keys.find((one) => headerOf(one, type) === header)
  const [iv, encrypted, tag, ...more] = written.map((part) => Buffer.from(part, 'base64url'))
  if (key === undefined || encryptedKey !== '' || iv === undefined || encrypted === undefined || tag === undefined)
    return null
  if (more.length > 0 || iv.length !== ivBytes || tag.length !== tagBytes) return null
  // base64url has several spellings of the same bytes; only the one that we wrote is ours.
  if ([iv, encrypted, tag].some((part, index) => part.toString('base64url') !== written[index])) return null
  try {
    const decipher = createDecipheriv(algorithm, keyObjectOf(key), iv, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(header))
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
