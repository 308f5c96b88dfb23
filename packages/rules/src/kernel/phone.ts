import { isDigits, onlyDigits } from './digits.ts'

/** The characters that people write between the digits of a phone number. */
const phonePunctuation = ' \u00a0().-/\u2010\u2011\u2012\u2013\u2014'

/** The documented form '(715) 555-0100' has 14 characters; a country code and blanks fit too. */
const maxPhoneTextLength = 24

/**
 * Reads a phone number of the United States or Canada in any usual writing ('(715) 555-0100', '715-555-0100',
 * '+1 715 555 0100').
 *
 * @returns its ten digits, or `null` when there are not ten after the country code 1, when another country code or something
 *   else than digits and punctuation is in it, or when the area code starts with 0 or 1 or the exchange with 0 (RG-19, RG-20,
 *   REQ-D-295).
 */
export function parseUsPhone(text: string): string | null {
  const digits = nationalDigits(text)
  return digits?.length === 10 && !/^[01]/u.test(digits) && digits[3] !== '0' ? digits : null
}

/** True for '(987) 456-1230', as the phone fields write it. The area code begins with neither 0 nor 1. */
export const isWrittenPhone = (text: string): boolean => /^\([2-9][0-9]{2}\) [0-9]{3}-[0-9]{4}(?![\s\S])/u.test(text)

/** '(715) 555-0100' from the ten digits that `parseUsPhone` gives. @throws RangeError for anything else. */
export function formatUsPhone(digits: string): string {
  if (parseUsPhone(digits) !== digits) throw new RangeError('Not the ten digits of a telephone number')
  return written(digits)
}

/** '(715) 555-0100' from a number that `parseUsPhone` reads; other text as it is, so that nothing of it is lost. */
export function formatPhoneText(text: string): string {
  const digits = parseUsPhone(text)
  return digits === null ? text : written(digits)
}

/** True for text that can still become a number of the United States or Canada, while it is typed key by key. */
export const mayBecomeUsPhone = (text: string): boolean => (nationalDigits(text)?.length ?? 11) <= 10

/**
 * The part of '(999) 999-9999' that the digits fill. A sign is added only before a digit, so that it can be deleted. A country
 * code stays until the number is complete. Text that cannot become a number stays as it is.
 */
export function formatTypedPhone(text: string): string {
  const digits = nationalDigits(text)
  if (digits === null || digits.length > 10) return text
  const code = countryCodeOf(text)
  if (code === '' || digits.length === 10) return written(digits)
  return [code, ...partsOf(digits)].filter((part) => part !== '').join(' ')
}

const partsOf = (digits: string): readonly [string, string, string] => [
  digits.slice(0, 3),
  digits.slice(3, 6),
  digits.slice(6),
]

function written(digits: string): string {
  if (digits === '') return ''
  const [area, exchange, line] = partsOf(digits)
  return `(${area}${exchange === '' ? '' : `) ${exchange}`}${line === '' ? '' : `-${line}`}`
}

/** The country code as far as it is written: '+', '+1' or '1'; '' without one. No area code begins with 1. */
function countryCodeOf(text: string): string {
  const plus = text.trimStart().startsWith('+') ? '+' : ''
  return onlyDigits(text).startsWith('1') ? `${plus}1` : plus
}

/** The digits after the country code; `null` for another country, for other characters and for text that is too long. */
function nationalDigits(text: string): string | null {
  if (text.length > maxPhoneTextLength) return null
  const code = countryCodeOf(text)
  const rest = code.startsWith('+') ? text.trimStart().slice(1) : text
  for (const character of rest) if (!phonePunctuation.includes(character) && !isDigits(character)) return null
  const digits = onlyDigits(rest)
  if (code === '+' && digits !== '') return null
  return code.endsWith('1') ? digits.slice(1) : digits
}
