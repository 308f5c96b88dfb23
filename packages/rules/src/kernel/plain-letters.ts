/** Letters that are not a base letter with a mark, and punctuation that has a plain form. */
const plainForms: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Ø: 'O',
  ø: 'o',
  ß: 'ss',
  ẞ: 'SS',
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  Đ: 'D',
  đ: 'd',
  Ð: 'D',
  ð: 'd',
  Þ: 'Th',
  þ: 'th',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '•': '-',
}

const isAscii = (character: string): boolean => character >= ' ' && character <= '~'

/**
 * Writes a text with the characters that a place accepts: a letter that it lacks loses its marks (`á` becomes `a`) or becomes its
 * usual spelling (`ß` becomes `ss`). Characters without such a form stay as they are.
 *
 * @param isKept says which characters the place accepts; without it, those of ASCII.
 */
export const toPlainLetters = (text: string, isKept: (character: string) => boolean = isAscii): string =>
  Array.from(text.normalize('NFC'))
    .map((character) => (isKept(character) ? character : plainForm(character, isKept)))
    .join('')

function plainForm(character: string, isKept: (character: string) => boolean): string {
  const bare = Array.from(character.normalize('NFKD').replaceAll(/\p{M}/gu, ''))
    .map((one) => (isKept(one) ? one : (plainForms[one] ?? one)))
    .join('')
  return bare !== '' && Array.from(bare).every(isKept) ? bare : character
}
