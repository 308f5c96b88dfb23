import { isDigits } from './digits.ts'

/** Decimal text taken apart. `whole` and `fraction` hold digits only; an absent side is the empty text. */
export interface DecimalText {
  readonly negative: boolean
  readonly whole: string
  readonly fraction: string
}

/** Longer than any amount or rate that we store, and short enough to be read digit by digit. */
const maxDecimalTextLength = 32

/**
 * Takes decimal text apart without a float: an optional leading '-', digits, at most one dot; '.5' and '5.' are decimal
 * text, '.' is not. Blanks around it are ignored. Separators, exponents, a '+' and blanks inside are not accepted.
 *
 * @returns `null` for anything else, and for text longer than 32 characters.
 */
export function readDecimalText(text: string): DecimalText | null {
  if (text.length > maxDecimalTextLength) return null
  const trimmed = text.trim()
  const negative = trimmed.startsWith('-')
  const unsigned = negative ? trimmed.slice(1) : trimmed
  const dot = unsigned.indexOf('.')
  const whole = dot === -1 ? unsigned : unsigned.slice(0, dot)
  const fraction = dot === -1 ? '' : unsigned.slice(dot + 1)
  return isDigits(whole + fraction) ? { negative, whole, fraction } : null
}
