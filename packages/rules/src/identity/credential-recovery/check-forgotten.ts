import { isEmailOnFile, normalizeEmail } from '../email-address/check-email.ts'
import {
  checkRegistrationAccount,
  type RegistrationAccountProblem,
} from '../registration/check-registration-account.ts'

/** A request for a forgotten username, by account number and the email address on file. */
export interface ForgotUsernameForm {
  readonly accountNumber: string
  readonly email: string
}

/** A request for a link to reset a password, by username or by account number and email address. */
export interface ForgotPasswordForm extends ForgotUsernameForm {
  readonly by: 'username' | 'account'
  readonly username: string
}

export type ForgotUsernameProblem =
  | RegistrationAccountProblem
  | { readonly code: 'email-not-valid'; readonly field: 'email' }

export type ForgotPasswordProblem =
  | ForgotUsernameProblem
  | { readonly code: 'username-missing'; readonly field: 'username' }

/** Lists the problems of the form for a forgotten username. */
export function checkForgotUsername(form: ForgotUsernameForm): readonly ForgotUsernameProblem[] {
  const problems: ForgotUsernameProblem[] = [...checkRegistrationAccount(form)]
  // The address was accepted when it was put on file, so only its format is checked here.
  if (!isEmailOnFile(normalizeEmail(form.email))) {
    problems.push({ code: 'email-not-valid', field: 'email' })
  }
  return problems
}

/** Lists the problems of the form for a forgotten password. Checks only the fields that `by` selects. */
export function checkForgotPassword(form: ForgotPasswordForm): readonly ForgotPasswordProblem[] {
  if (form.by === 'account') return checkForgotUsername(form)
  return form.username.trim() === '' ? [{ code: 'username-missing', field: 'username' }] : []
}
