import { timingSafeEqual } from 'node:crypto'
import { verificationCodeLength } from '@coopline/rules/identity/registration/is-verification-code'
import { hmac, type Keys } from '../keys.ts'
import type { Random } from '../random.ts'
import type { StoredCode } from './verification-code.store.ts'

/** The scope of a code: one purpose, verified through one contact. */
export interface CodeUse {
  /**
   * The thing that the code opens, with one live code at a time: an account number at registration, `contact:` and its
   * id.
   */
  readonly subject: string
  /** The name of the contact on the wire: its id, an address or ten digits. */
  readonly resource: string
}

const codes = 10 ** verificationCodeLength
/** The largest multiple of `codes` in 32 bits: values above it would make some codes likelier than others. */
const fairBelow = Math.floor(2 ** 32 / codes) * codes

/** Makes a code of six digits. Each code is as likely as any other. */
export function newCode(random: Random): string {
  for (;;) {
    const number = Buffer.from(random.bytes(4)).readUInt32BE()
    if (number < fairBelow) return String(number % codes).padStart(verificationCodeLength, '0')
  }
}

/** Hashes of a code and of its contact, under a key that is not in the database, and the id of that key. */
export function hashCode(keys: Keys, use: CodeUse, code: string): StoredCode & { readonly keyId: string } {
  const [hashes] = hashesOf(keys, use, code)
  if (hashes === undefined) throw new Error('There is no key')
  return hashes
}

/** True when a code and its contact match the stored hashes. Both are always compared. */
export function isCode(keys: Keys, use: CodeUse, code: string, kept: StoredCode): boolean {
  const verdicts = hashesOf(keys, use, code).map((hashes) => {
    const isSameCode = timingSafeEqual(hashes.codeHash, kept.codeHash)
    const isSameResource = timingSafeEqual(hashes.contactHash, kept.contactHash)
    return isSameCode && isSameResource
  })
  return verdicts.some(Boolean)
}

const hashesOf = (keys: Keys, use: CodeUse, code: string) =>
  keys.forPurpose('verification-code').map((key) => ({
    keyId: key.kid,
    codeHash: hmac(key, `code\n${use.subject}\n${use.resource}\n${code}`),
    contactHash: hmac(key, `resource\n${use.subject}\n${use.resource}`),
  }))
