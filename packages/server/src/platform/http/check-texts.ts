import { BadInput } from '../errors.ts'
import { protocolRefusal } from '../refusal.ts'

/** True for a text that the database can store unchanged: without a NUL or half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * Refuses texts that the database cannot store unchanged: with a NUL, or with half of a surrogate pair.
 *
 * @param input what JSON or a query can hold, at most as deep as `parseJson` allows.
 * @throws BadInput that does not repeat the text.
 */
export function checkTexts(input: unknown): void {
  if (typeof input === 'string') {
    if (!isStorable(input))
      throw new BadInput(protocolRefusal('not-valid', 'A text has characters that are not allowed'))
    return
  }
  if (typeof input !== 'object' || input === null) return
  for (const [key, value] of Object.entries(input)) {
    checkTexts(key)
    checkTexts(value)
  }
}
