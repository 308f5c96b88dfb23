import { argon2Sync } from 'node:crypto'
import type { Keys } from '../platform/keys.ts'

/** A password hash as an earlier version of the portal might have written it, with weaker parameters. */
export function hashWith(
  keys: Keys,
  password: string,
  { memory, passes, parallelism }: { readonly memory: number; readonly passes: number; readonly parallelism: number },
): string {
  const [pepper] = keys.forPurpose('password-pepper')
  if (pepper === undefined) throw new Error('There is no key')
  const salt = Buffer.alloc(16, 9)
  const tag = argon2Sync('argon2id', {
    message: Buffer.from(password),
    nonce: salt,
    secret: pepper.secret,
    tagLength: 32,
    memory,
    passes,
    parallelism,
  })
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism},keyid=${pepper.kid}$${text(salt)}$${text(tag)}`
}
