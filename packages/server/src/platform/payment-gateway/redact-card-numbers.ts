import { onlyDigits } from '@coopline/rules/kernel/digits'

/** A run of digits, with the blanks and dashes that people put between them, that is long enough for a card number. */
const digitRun = /[0-9](?:[ -]?[0-9]){12,500}/gu

const most = 19

/**
 * Removes everything that may be a card number (13 to 19 digits with a valid check digit), also within longer digits: the
 * portal must never store one, from any sender.
 */
export function withoutCardNumbers<T extends string | null>(text: T): T {
  if (text === null) return text
  return text.replaceAll(digitRun, (run) => (holdsCardNumber(onlyDigits(run)) ? '[removed]' : run)) as T
}

/**
 * Tells whether the run, or 15 or 16 digits in a row that begin like a card of a brand, could be a card number. Other
 * windows inside longer digits are not checked: by chance, many runs would have a valid check digit in one of them.
 */
function holdsCardNumber(digits: string): boolean {
  if (digits.length <= most && hasCheckDigit(digits)) return true
  for (let start = 0; start + 15 <= digits.length; start += 1) {
    const length = brandLength(digits, start)
    if (length > 0 && start + length <= digits.length && hasCheckDigit(digits, start, start + length)) return true
  }
  return false
}

/** Length of a card number of the brand with this prefix; 0 for no brand. */
function brandLength(digits: string, start: number): number {
  const [first, second = ''] = [digits[start], digits[start + 1]]
  if (first === '3') return second === '4' || second === '7' ? 15 : 0
  if (first === '4' || first === '6') return 16
  return (first === '5' && second >= '1' && second <= '5') || (first === '2' && second >= '2' && second <= '7') ? 16 : 0
}

/** The check digit of card numbers (ISO/IEC 7812-1, annex B), of the digits from `start` to before `end`. */
function hasCheckDigit(digits: string, start = 0, end = digits.length): boolean {
  let sum = 0
  for (let index = end - 1, place = 0; index >= start; index -= 1, place += 1) {
    const digit = digits.charCodeAt(index) - 48
    const doubled = place % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
