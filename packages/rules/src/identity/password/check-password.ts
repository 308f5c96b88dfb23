import { maxPasswordLength } from '../sign-in/check-sign-in.ts'

/** A member's password has 8 to 50 characters (RG-57). */
export const minPasswordLength = 8

/** A password of staff has at least 12 characters (PCI DSS 8.3.6). */
export const minStaffPasswordLength = 12

/** At least one of these must be in a password; other marks may be in it too (RG-61, REQ-D-132). */
const passwordSpecials = '!@#$%^&*'

/** The criteria of a password, each with whether it is met, for a form that checks them off while the member types. */
export interface PasswordCriteria {
  readonly hasLength: boolean
  readonly hasLowercase: boolean
  readonly hasUppercase: boolean
  readonly hasDigit: boolean
  readonly hasSpecial: boolean
  /** No blank and no control character: the sign-in form takes none (LG-20, REQ-D-035). */
  readonly hasNoSpace: boolean
}

/** Fields of a form that sets a password, with their names on the wire. */
export interface NewPasswordForm {
  readonly password: string
  readonly cnfpassword: string
}

export type NewPasswordProblem =
  | { readonly code: 'password-missing' | 'password-below-criteria'; readonly field: 'password' }
  | { readonly code: 'confirm-password-missing' | 'confirm-password-differs'; readonly field: 'cnfpassword' }

/** A character may need several of JavaScript's units; more than these are too long however they are counted. */
const mostUnits = 4 * maxPasswordLength

/** Returns the Unicode form NFC, because keyboards encode the same characters in different ways. */
export const normalizePassword = (text: string): string => text.normalize('NFC')

/** Checks each criterion. A text that is far too long is not looked into. */
export function passwordCriteria(text: string, minLength = minPasswordLength): PasswordCriteria {
  const isFarTooLong = text.length > mostUnits
  const password = isFarTooLong ? '' : normalizePassword(text)
  const length = Array.from(password).length
  return {
    hasLength: length >= minLength && length <= maxPasswordLength,
    hasLowercase: /\p{Ll}/u.test(password),
    hasUppercase: /\p{Lu}/u.test(password),
    hasDigit: /[0-9]/u.test(password),
    hasSpecial: Array.from(password).some((character) => passwordSpecials.includes(character)),
    hasNoSpace: !isFarTooLong && !/[\s\p{Cc}\p{Cs}]/u.test(password),
  }
}

/** Decides on a password alone (RG-57 to RG-61, FP-14 to FP-18); `null` when it is acceptable. */
export function checkPassword(
  password: string,
  minLength = minPasswordLength,
): Extract<NewPasswordProblem, { field: 'password' }> | null {
  if (password === '') return { code: 'password-missing', field: 'password' }
  const isMet = Object.values(passwordCriteria(password, minLength)).every(Boolean)
  return isMet ? null : { code: 'password-below-criteria', field: 'password' }
}

/** Every problem of a new password and its confirmation, each with its field. Empty when there is none. */
export function checkNewPassword(
  { password, cnfpassword }: NewPasswordForm,
  minLength = minPasswordLength,
): readonly NewPasswordProblem[] {
  const problems: NewPasswordProblem[] = []
  const problem = checkPassword(password, minLength)
  if (problem !== null) problems.push(problem)
  if (cnfpassword === '') {
    problems.push({ code: 'confirm-password-missing', field: 'cnfpassword' })
  } else if (cnfpassword !== password) {
    problems.push({ code: 'confirm-password-differs', field: 'cnfpassword' })
  }
  return problems
}
