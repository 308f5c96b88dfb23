import { isDigits } from '../../kernel/digits.ts'

/** Account number: max 12 digits; phone entry: 4 digits (QP-11, QP-13). */
export const maxAccountNumberDigits = 12
export const phoneDigitsLength = 4

/** Step 1 of Quick Pay, with the names on the wire. */
export interface VerifyAccountForm {
  readonly accountNumber: string
  readonly phoneLastFourDigits: string
}

export type VerifyAccountProblem =
  | { readonly code: 'account-number-missing' | 'account-number-not-valid'; readonly field: 'accountNumber' }
  | { readonly code: 'phone-digits-missing' | 'phone-digits-not-valid'; readonly field: 'phoneLastFourDigits' }

/** Every problem of the form, each with its field (QP-09 to QP-14). Empty when there is none. */
export function checkVerifyAccount(form: VerifyAccountForm): readonly VerifyAccountProblem[] {
  const { accountNumber, phoneLastFourDigits } = form
  const problems: VerifyAccountProblem[] = []
  if (isBlank(accountNumber)) {
    problems.push({ code: 'account-number-missing', field: 'accountNumber' })
  } else if (accountNumber.length > maxAccountNumberDigits || !isDigits(accountNumber)) {
    problems.push({ code: 'account-number-not-valid', field: 'accountNumber' })
  }
  if (isBlank(phoneLastFourDigits)) {
    problems.push({ code: 'phone-digits-missing', field: 'phoneLastFourDigits' })
  } else if (phoneLastFourDigits.length !== phoneDigitsLength || !isDigits(phoneLastFourDigits)) {
    problems.push({ code: 'phone-digits-not-valid', field: 'phoneLastFourDigits' })
  }
  return problems
}

const isBlank = (text: string): boolean => text.trim() === ''
