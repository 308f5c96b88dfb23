const isDigit = (character: string): boolean => character >= '0' && character <= '9'

/** True for one or more ASCII digits and nothing else: no full-width digits, no blanks, no trailing newline. */
export function isDigits(text: string): boolean {
  for (const character of text) if (!isDigit(character)) return false
  return text !== ''
}

/** The ASCII digits of `text`, in order; everything else is dropped. */
export function onlyDigits(text: string): string {
  let digits = ''
  for (const character of text) if (isDigit(character)) digits += character
  return digits
}

/** The last four of the digits in `text` ('(715) 555-0100' → '0100'); fewer when it has fewer. */
export const lastFour = (text: string): string => onlyDigits(text).slice(-4)
