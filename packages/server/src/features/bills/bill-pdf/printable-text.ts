import { toPlainLetters } from '@coopline/rules/kernel/plain-letters'

/** What the standard fonts of PDF can write beyond ASCII and Latin-1 (Windows-1252). */
const beyondLatin1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')

const isPrintable = (character: string): boolean =>
  /^[\x20-\x7e\xa0-\xff]$/u.test(character) || beyondLatin1.has(character)

/**
 * A text as the standard fonts can write it, on one line: a letter that they lack loses its marks, what is left of others
 * becomes a question mark, and characters that only steer (bidirectional marks, line ends) are taken out.
 */
export const printableText = (text: string): string =>
  Array.from(
    toPlainLetters(
      text
        .toWellFormed()
        .normalize('NFC')
        .replaceAll(/\p{Cf}/gu, '')
        .replaceAll(/\s+/gu, ' ')
        .replaceAll(/\p{Cc}/gu, ''),
      isPrintable,
    ),
  )
    .map((character) => (isPrintable(character) ? character : '?'))
    .join('')
