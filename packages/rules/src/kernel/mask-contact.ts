/** The number of digits that a masked phone shows. The last four digits open Quick Pay, so no mask shows more than two. */
const visibleDigits = 2

/** `(***) ***-**46`: a ten-digit phone number as a visitor sees it who has not verified the account. */
export const maskPhone = (digits: string): string => `(***) ***-**${digits.slice(-visibleDigits)}`

/** A masked phone number that shows no digit. */
export const hiddenPhone = '(***) ***-****'

/** `t***@example.org`: the first letter and the domain of an email address. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}***${at === -1 ? '' : address.slice(at)}`
}
