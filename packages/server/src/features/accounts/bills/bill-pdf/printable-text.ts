import { toPlainLetters } from '@coopline/rules/kernel/plain-letters'

/** The characters beyond ASCII and Latin-1 that the standard fonts of PDF can write (Windows-1252). */
const beyondLatin1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')

const isPrintable = (character: string): boolean =>
  /^[\x20-\x7e\xa0-\xff]$/u.test(character) || beyondLatin1.has(character)

/** Puts a text on one line, without control characters such as bidirectional marks and line ends. */
const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\p{Cc}/gu, '')

/**
 * Returns a text on one line that the standard fonts can write. A letter that they lack loses its marks, and becomes a question mark if
 * they lack it without marks too.
 */
export const printableText = (text: string): string =>
  Array.from(toPlainLetters(oneLine(text), isPrintable))
    .map((character) => (isPrintable(character) ? character : '?'))
    .join('')

/** True for letters, marks and digits, which names consist of; false for pictures. */
const isLetter = (character: string): boolean => /^[\p{L}\p{M}\p{N}]$/u.test(character)

/**
 * Returns a text on one line for a font with all letters; `null` when the standard fonts can write its letters, at most without
 * their marks. Pictures become question marks.
 */
export function textOfOtherLetters(text: string): string | null {
  const line = oneLine(text)
  const isOther = (character: string) => !isPrintable(character) && isLetter(character)
  if (!Array.from(toPlainLetters(line, isPrintable)).some(isOther)) return null
  return Array.from(line)
    .map((character) => (isPrintable(character) || isLetter(character) || /^\p{P}$/u.test(character) ? character : '?'))
    .join('')
}
