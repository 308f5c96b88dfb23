/** What the standard fonts of PDF can write beyond ASCII and Latin-1 (Windows-1252). */
const beyondLatin1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')

/** Letters that are no base letter with a mark. */
const plainLetters: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i', Ħ: 'H', ħ: 'h' }

const isPrintable = (character: string): boolean =>
  /^[\x20-\x7e\xa0-\xff]$/u.test(character) || beyondLatin1.has(character)

/**
 * A text as the standard fonts can write it, on one line: a letter that they lack loses its marks, what is left of others
 * becomes a question mark, and characters that only steer (bidirectional marks, line ends) are taken out.
 */
export const printableText = (text: string): string =>
  Array.from(
    text
      .toWellFormed()
      .normalize('NFC')
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/\s+/gu, ' ')
      .replaceAll(/\p{Cc}/gu, ''),
  )
    .map((character) => (isPrintable(character) ? character : nearest(character)))
    .join('')

function nearest(character: string): string {
  const bare = Array.from(character.normalize('NFKD').replaceAll(/\p{M}/gu, ''))
    .map((one) => plainLetters[one] ?? one)
    .join('')
  return bare !== '' && Array.from(bare).every(isPrintable) ? bare : '?'
}
