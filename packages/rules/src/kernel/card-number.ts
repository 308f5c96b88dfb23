/** Leading digits of card brands, from and to, and how many digits their numbers have (ISO/IEC 7812; PCI SSC brands). */
const brands: readonly (readonly [from: number, to: number, lengths: readonly number[]])[] = [
  // Visa, Mastercard, American Express, Discover, UnionPay, JCB, Diners Club, Maestro.
  [4, 4, [13, 16, 19]],
  [51, 55, [16]],
  [2221, 2720, [16]],
  [34, 34, [15]],
  [37, 37, [15]],
  [6011, 6011, [16, 17, 18, 19]],
  [644, 649, [16, 17, 18, 19]],
  [65, 65, [16, 17, 18, 19]],
  [62, 62, [16, 17, 18, 19]],
  [3528, 3589, [16, 17, 18, 19]],
  [300, 305, [14]],
  [36, 36, [14]],
  [38, 39, [14]],
  [5018, 5018, [16]],
  [5020, 5020, [16]],
  [5038, 5038, [16]],
  [67, 67, [16]],
]

/**
 * Digits as people write a card number: in one piece, in fours, or as 4-6-5 and 4-6-4. Other groups are phone numbers, several
 * account numbers behind each other, and the like.
 */
const written =
  /(?<![0-9])(?:[0-9]{13,19}|[0-9]{4}([ .-])[0-9]{4}\1[0-9]{4}\1[0-9]{1,4}(?:\1[0-9]{1,3})?|[0-9]{4}([ .-])[0-9]{6}\2[0-9]{4,5})(?![0-9])/gu

/** The check digit of card numbers (ISO/IEC 7812-1, annex B). */
function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (const [place, character] of Array.from(digits).reverse().entries()) {
    const digit = Number(character) * (place % 2 === 1 ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return sum % 10 === 0
}

const isOfBrand = (digits: string): boolean =>
  brands.some(([from, to, lengths]) => {
    const prefix = Number(digits.slice(0, String(from).length))
    return prefix >= from && prefix <= to && lengths.includes(digits.length)
  })

/**
 * Whether a text holds a card number: digits written like one, of a brand's range and length, with a good check digit. Account
 * numbers (12 digits at most), phone numbers and ZIP codes never are one.
 */
export function holdsCardNumber(text: string): boolean {
  for (const [run] of text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, (one) => (/\s/u.test(one) ? ' ' : '-'))
    .matchAll(written)) {
    const digits = run.replaceAll(/[^0-9]/gu, '')
    if (isOfBrand(digits) && hasCheckDigit(digits)) return true
  }
  return false
}
