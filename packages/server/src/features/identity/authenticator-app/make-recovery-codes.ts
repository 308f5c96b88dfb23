import type { Random } from '../../../platform/random.ts'
import type { SealingDeps } from '../../../platform/secrets/encrypt-at-rest.ts'
import { hashRecoveryCode } from '../../../platform/secrets/recovery-code.ts'

/** The number of codes in a set. */
const count = 10
const lettersPerHalf = 5
/** Consonants that are not taken for one another in any type face; without vowels no code is a word. */
const letters = 'bcdfghjkmnpqrstvwxyz'

export interface RecoveryCodes {
  /** Such as `bcdfg-hjkmn`, to be shown once. */
  readonly codes: readonly string[]
  /** The stored form of recovery codes. */
  readonly hashes: readonly Uint8Array[]
}

/** Ten recovery codes of ten letters each (43 bits), and the encrypted hashes that are kept of them. */
export function makeRecoveryCodes(deps: SealingDeps, loginId: string): RecoveryCodes {
  const codes = new Set<string>()
  while (codes.size < count) codes.add(`${randomLetters(deps.random)}-${randomLetters(deps.random)}`)
  return { codes: [...codes], hashes: [...codes].map((code) => hashRecoveryCode(deps, loginId, code)) }
}

/** Five letters, each as likely as any other: bytes that would favor some are passed over. */
function randomLetters(random: Random): string {
  const fair = 256 - (256 % letters.length)
  let text = ''
  while (text.length < lettersPerHalf)
    for (const byte of random.bytes(lettersPerHalf))
      if (byte < fair && text.length < lettersPerHalf) text += letters[byte % letters.length]
  return text
}
