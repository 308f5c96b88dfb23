import { onlyDigits } from '@coopline/rules/kernel/digits'

/** The digits of a card number, with the blanks and dashes that people put between them. */
const cardNumberLike = /[0-9](?:[ -]?[0-9]){12,18}/gu

/**
 * The text with everything that may be a card number (13 to 19 digits with a good check digit) taken out: the portal must
 * never hold one, whoever sends it.
 */
export function withoutCardNumbers<T extends string | null>(text: T): T {
  if (text === null) return text
  return text.replaceAll(cardNumberLike, (found) => (hasCheckDigit(found) ? '[removed]' : found)) as T
}

/** The check digit of card numbers (ISO/IEC 7812-1, annex B). */
export function hasCheckDigit(text: string): boolean {
  let sum = 0
  const digits = Array.from(onlyDigits(text), Number)
  for (const [place, digit] of digits.toReversed().entries()) {
    const doubled = place % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
