import { CompactEncrypt, compactDecrypt } from 'jose'
import type { z } from 'zod'
import type { Keys, Purpose } from '../keys.ts'

/**
 * Seals a value for the browser to carry and bring back: JWE (`dir`, A256GCM), its purpose and end inside. Nobody else can
 * read or change it, and what was sealed for one purpose is refused for every other.
 */
export async function seal(keys: Keys, purpose: Purpose, value: object, expiresAt: Date): Promise<string> {
  const [key] = keys.forPurpose(purpose)
  if (key === undefined) throw new Error('There is no key')
  const content = JSON.stringify({ value, exp: Math.floor(expiresAt.getTime() / 1000) })
  return new CompactEncrypt(new TextEncoder().encode(content))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: key.kid, typ: `coopline-${purpose}` })
    .encrypt(key.secret)
}

/** Opens what `seal` made for this purpose; `null` for everything else: foreign, changed, expired, of another form. */
export async function unseal<S extends z.ZodType>(
  keys: Keys,
  purpose: Purpose,
  sealed: string,
  schema: S,
  now: Date,
): Promise<z.output<S> | null> {
  try {
    const { plaintext, protectedHeader } = await compactDecrypt(
      sealed,
      (header) => {
        const key = keys.forPurpose(purpose).find((one) => one.kid === header.kid)
        if (key === undefined) throw new Error('Unknown key')
        return key.secret
      },
      { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] },
    )
    if (protectedHeader.typ !== `coopline-${purpose}` || !isAsWritten(sealed)) return null
    const content: unknown = JSON.parse(new TextDecoder().decode(plaintext))
    if (typeof content !== 'object' || content === null || !('exp' in content) || !('value' in content)) return null
    if (typeof content.exp !== 'number' || content.exp * 1000 <= now.getTime()) return null
    return schema.parse(content.value)
  } catch {
    return null
  }
}

/** base64url has several spellings of the same bytes; only the one that we wrote is ours. */
const isAsWritten = (sealed: string): boolean =>
  sealed.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
