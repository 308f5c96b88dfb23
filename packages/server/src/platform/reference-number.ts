import type { Random } from './random.ts'

/** Excludes vowels and digits that look like letters. */
const signs = 'BCDFGHJKMNPQRSTVWXYZ23456789'

/**
 * Creates the number of a case that people read to each other, such as A-BCDF-GHJK.
 *
 * @param kind the letter in front.
 */
export function newReferenceNumber(random: Random, kind: 'A' | 'C'): string {
  const text = Array.from(random.bytes(8), (byte) => signs[byte % signs.length]).join('')
  return `${kind}-${text.slice(0, 4)}-${text.slice(4)}`
}
