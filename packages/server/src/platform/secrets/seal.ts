import type { z } from 'zod'
import { currentKeyFor, type Keys, type Purpose } from '../keys.ts'
import { decryptJwe, encryptJwe } from './jwe.ts'

/**
 * Seals a value that the browser stores and sends back: JWE (`dir`, A256GCM) with its purpose and expiry inside. Only the
 * portal can read or change it, and a value that was sealed for one purpose is refused for every other.
 */
export function seal(keys: Keys, purpose: Purpose, value: object, expiresAt: Date): string {
  const key = currentKeyFor(keys, purpose)
  const content = JSON.stringify({ value, exp: Math.floor(expiresAt.getTime() / 1000) })
  return encryptJwe(key, typeOf(purpose), content)
}

const typeOf = (purpose: Purpose): string => `coopline-${purpose}`

/** Opens what `seal` made for this purpose; `null` for everything else: foreign, changed, expired, of another form. */
export function unseal<S extends z.ZodType>(
  keys: Keys,
  purpose: Purpose,
  sealed: string,
  schema: S,
  now: Date,
): z.output<S> | null {
  const text = decryptJwe(keys.forPurpose(purpose), typeOf(purpose), sealed)
  if (text === null) return null
  const content: unknown = JSON.parse(text)
  if (typeof content !== 'object' || content === null || !('exp' in content) || !('value' in content)) return null
  if (typeof content.exp !== 'number' || content.exp * 1000 <= now.getTime()) return null
  return schema.safeParse(content.value).data ?? null
}
