import type { Random } from '../../../platform/random.ts'
import type { SealingDeps } from '../../../platform/secrets/encrypt-at-rest.ts'
import { hashRecoveryCode } from '../../../platform/secrets/recovery-code.ts'

/** The number of codes in a set. */
const count = 10
const lettersPerHalf = 5
/** Consonants that look different in any typeface. Without vowels no code is a word. */
const letters = 'bcdfghjkmnpqrstvwxyz'

export interface RecoveryCodes {
  /** The codes, such as `bcdfg-hjkmn`, which are shown once. */
  readonly codes: readonly string[]
  /** The stored form of recovery codes. */
  readonly hashes: readonly Uint8Array[]
}

/** Creates ten recovery codes of ten letters each (43 bits), and the encrypted hashes to store. */
export function makeRecoveryCodes(deps: SealingDeps, loginId: string): RecoveryCodes {
  const codes = new Set<string>()
  while (codes.size < count) codes.add(`${randomLetters(deps.random)}-${randomLetters(deps.random)}`)
  return { codes: [...codes], hashes: [...codes].map((code) => hashRecoveryCode(deps, loginId, code)) }
}

/** Draws five letters with equal probability. It skips bytes that would favor some letters. */
function randomLetters(random: Random): string {
  const fair = 256 - (256 % letters.length)
  let text = ''
  while (text.length < lettersPerHalf)
    for (const byte of random.bytes(lettersPerHalf))
      if (byte < fair && text.length < lettersPerHalf) text += letters[byte % letters.length]
  return text
}
