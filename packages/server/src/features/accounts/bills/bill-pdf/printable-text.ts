import { toPlainLetters } from '@coopline/rules/kernel/plain-letters'

/** The characters beyond ASCII and Latin-1 that the standard fonts of PDF can write (Windows-1252). */
const beyondLatin1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')

const isPrintable = (character: string): boolean =>
  /^[\x20-\x7e\xa0-\xff]$/u.test(character) || beyondLatin1.has(character)

/** A text on one line, without characters that only steer: bidirectional marks, line ends. */
const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\p{Cc}/gu, '')

/**
 * A text as the standard fonts can write it, on one line: a letter that they lack loses its marks, and what is left of others
 * becomes a question mark.
 */
export const printableText = (text: string): string =>
  Array.from(toPlainLetters(oneLine(text), isPrintable))
    .map((character) => (isPrintable(character) ? character : '?'))
    .join('')

/** Letters, marks and digits, which make a name. Pictures are none. */
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
