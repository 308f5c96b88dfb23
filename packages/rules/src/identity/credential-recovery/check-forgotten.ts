import { isEmailOnFile, normalizeEmail } from '../email-address/check-email.ts'
import {
  checkRegistrationAccount,
  type RegistrationAccountProblem,
} from '../registration/check-registration-account.ts'

/** Account number and the e-mail address on file. */
export interface ForgotUsernameForm {
  readonly accountNumber: string
  readonly email: string
}

/** A forgotten password is asked for by user name, or by account number and e-mail address. */
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

/** Every problem of the form for a forgotten user name, each with its field. */
export function checkForgotUsername(form: ForgotUsernameForm): readonly ForgotUsernameProblem[] {
  const problems: ForgotUsernameProblem[] = [...checkRegistrationAccount(form)]
  // The address was accepted when it was put on file, so only its form is checked here.
  if (!isEmailOnFile(normalizeEmail(form.email))) {
    problems.push({ code: 'email-not-valid', field: 'email' })
  }
  return problems
}

/** Every problem of the form for a forgotten password; only what was asked by is checked. */
export function checkForgotPassword(form: ForgotPasswordForm): readonly ForgotPasswordProblem[] {
  if (form.by === 'account') return checkForgotUsername(form)
  return form.username.trim() === '' ? [{ code: 'username-missing', field: 'username' }] : []
}
