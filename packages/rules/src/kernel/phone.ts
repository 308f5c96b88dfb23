import { onlyDigits } from './digits.ts'

/** What people write between the digits of a telephone number. */
const phonePunctuation = ' ().-+'

/** The documented form '(715) 555-0100' has 14 characters; a country code and blanks fit too. */
const maxPhoneTextLength = 24

/**
 * Reads a United States telephone number in any usual writing ('(715) 555-0100', '715-555-0100', '+1 715 555 0100').
 *
 * @returns its ten digits, or `null` when there are not ten, when something else than digits and punctuation is in it,
 *   or when the area code or the exchange starts with 0 (RG-19, RG-20).
 */
export function parseUsPhone(text: string): string | null {
  if (text.length > maxPhoneTextLength) return null
  for (const character of text) {
    if (!phonePunctuation.includes(character) && onlyDigits(character) === '') return null
  }
  const typed = onlyDigits(text)
  const digits = typed.length === 11 && typed.startsWith('1') ? typed.slice(1) : typed
  return digits.length === 10 && digits[0] !== '0' && digits[3] !== '0' ? digits : null
}

/** '(715) 555-0100' from the ten digits that `parseUsPhone` gives. @throws RangeError for anything else. */
export function formatUsPhone(digits: string): string {
  if (parseUsPhone(digits) !== digits) throw new RangeError('Not the ten digits of a telephone number')
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}
