import { readDecimalText } from './decimal-text.ts'
import { isDigits } from './digits.ts'
import { type Cents, parseMoney } from './money.ts'

/** Longer than any amount with its separators. */
const maxTypedLength = 40

const count = (text: string, character: string): number => text.split(character).length - 1

/**
 * Reads an amount as people write it: '$1,234.56', '1 234,56', '142,37', '1.234,56', '.5'. Blanks of any kind and a '$' around
 * it are ignored. A comma before two last digits is the decimal mark; before groups of three it separates thousands. Text
 * that can be read in two ways, such as '1,5' or '1.234,567', is refused (REQ-D-269).
 *
 * @returns decimal text for `readDecimalText` ('1234.56'), or `null` when the text is not clearly one amount.
 */
export function readTypedAmount(text: string): string | null {
  if (text.length > maxTypedLength) return null
  let rest = text.trim()
  const sign = rest.startsWith('-') ? '-' : ''
  rest = rest.slice(sign.length).trim()
  if (rest.startsWith('$')) rest = rest.slice(1)
  else if (rest.endsWith('$')) rest = rest.slice(0, -1)
  rest = rest.trim().replaceAll(/\s/gu, ' ')
  const mark = decimalMarkOf(rest)
  if (mark === undefined) return null
  const at = mark === null ? rest.length : rest.lastIndexOf(mark)
  const whole = withoutGroups(rest.slice(0, at))
  const fraction = rest.slice(at + 1)
  if (whole === null || !isDigits(whole + fraction) || (mark === ',' && fraction.length !== 2)) return null
  return `${sign}${whole}${mark === null ? '' : '.'}${fraction}`
}

/** Returns the decimal mark, `null` when there is none, and `undefined` when it is ambiguous. */
function decimalMarkOf(text: string): '.' | ',' | null | undefined {
  const [dots, commas] = [count(text, '.'), count(text, ',')]
  const last = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ','
  if (dots + commas === 0) return null
  if (dots > 0 && commas > 0) return count(text, last) === 1 ? last : undefined
  if (last === '.') return dots === 1 ? '.' : undefined
  return commas === 1 && text.length - text.lastIndexOf(',') === 3 ? ',' : null
}

/** The digits of a whole number, which may be in groups of three; `null` when the groups are of other lengths. */
function withoutGroups(whole: string): string | null {
  const separators = [' ', ',', '.'].filter((separator) => whole.includes(separator))
  const [separator] = separators
  if (separator === undefined) return whole
  const [first = '', ...groups] = whole.split(separator)
  const isGrouped =
    separators.length === 1 && first !== '' && first.length <= 3 && !first.startsWith('0') && groups.every(isGroup)
  return isGrouped ? first + groups.join('') : null
}

const isGroup = (text: string): boolean => text.length === 3 && isDigits(text)

/** The amount that someone typed, in cents; `null` when the text is not clearly one amount or has more than two decimals. */
export const parseTypedAmount = (text: string): Cents | null => parseMoney(readTypedAmount(text) ?? '')

/** True for text that can still become an amount that `readTypedAmount` reads, while it is typed key by key. */
export function mayBecomeAmount(text: string): boolean {
  if (!/^[0-9.,]*(?![\s\S])/u.test(text) || count(text, '.') > 1) return false
  const [before = '', after] = text.split('.')
  if (after === undefined || !after.includes(',')) return true
  return !before.includes(',') && count(after, ',') === 1
}

/**
 * The text of an amount field on blur: two decimals, half a cent rounded up, no separators, no leading zeros. Text that is
 * not clearly one amount is returned unchanged, so that nothing typed is lost and the check refuses it.
 */
export function formatAmountOnBlur(typed: string): string {
  const parts = readDecimalText(readTypedAmount(typed) ?? '')
  if (!parts) return typed
  const kept = BigInt(parts.whole + parts.fraction.slice(0, 2).padEnd(2, '0'))
  const roundsUp = parts.fraction.charAt(2) >= '5'
  const digits = String(kept + (roundsUp ? 1n : 0n)).padStart(3, '0')
  const sign = parts.negative && /[1-9]/.test(digits) ? '-' : ''
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
