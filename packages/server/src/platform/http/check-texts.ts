import { BadInput } from '../errors.ts'

/**
 * Refuses texts that the database cannot store unchanged: with a NUL, or with half of a surrogate pair.
 *
 * @param input what JSON or a query can hold, at most as deep as `parseJson` allows.
 * @throws BadInput that does not repeat the text.
 */
export function checkTexts(input: unknown): void {
  if (typeof input === 'string') {
    if (input.includes('\0') || !input.isWellFormed())
      throw new BadInput([{ code: 'not-valid', message: 'A text has characters that are not allowed' }])
    return
  }
  if (typeof input !== 'object' || input === null) return
  for (const [key, value] of Object.entries(input)) {
    checkTexts(key)
    checkTexts(value)
  }
}
