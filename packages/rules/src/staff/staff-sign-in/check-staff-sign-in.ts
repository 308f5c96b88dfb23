import {
  checkNewPassword,
  minStaffPasswordLength,
  type NewPasswordForm,
  type NewPasswordProblem,
} from '../../identity/password/check-password.ts'
import { checkSignIn, isAppCode, type SignInForm, type SignInProblem } from '../../identity/sign-in/check-sign-in.ts'

/** The sign-in form of the staff console: always with the code of the authenticator app. */
export interface StaffSignInForm extends SignInForm {
  readonly code: string
}

export type StaffSignInProblem = SignInProblem | { readonly code: 'code-incomplete'; readonly field: 'code' }

/** Every problem of the form, from top to bottom. */
export const checkStaffSignIn = (form: StaffSignInForm): readonly StaffSignInProblem[] => [
  ...checkSignIn(form),
  ...checkStaffCode(form),
]

/** The problem of a code that is not six digits. */
export const checkStaffCode = ({
  code,
}: Pick<StaffSignInForm, 'code'>): readonly Extract<StaffSignInProblem, { field: 'code' }>[] =>
  isAppCode(code) ? [] : [{ code: 'code-incomplete', field: 'code' }]

/** Every problem of the password that staff choose at set-up. */
export const checkStaffPassword = (form: NewPasswordForm): readonly NewPasswordProblem[] =>
  checkNewPassword(form, minStaffPasswordLength)
