/** What a mask keeps of a phone: the last four digits open Quick Pay, so no mask shows more than two. */
const shownDigits = 2

/** `(***) ***-**46`: a phone of ten digits as it is shown to a visitor who has not proven the account. */
export const maskPhone = (digits: string): string => `(***) ***-**${digits.slice(-shownDigits)}`

/** A phone of which nothing is shown, in the same form. */
export const hiddenPhone = '(***) ***-****'

/** `t***@example.org`: the first letter and the domain of an e-mail address. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}***${at === -1 ? '' : address.slice(at)}`
}
