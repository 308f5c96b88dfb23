import { checkEmail, type EmailRule } from '../email-address/check-email.ts'
import { checkNewPassword, type NewPasswordProblem } from '../password/check-password.ts'
import { checkUsername, type UsernameProblem } from '../username/check-username.ts'

/** The answer to the security question has at most 100 characters (RG-67). */
export const maxSecretAnswerLength = 100

/** The registration form, with its names on the wire (DM-13, DM-17). */
export interface RegistrationForm {
  readonly loginId: string
  readonly email: string
  readonly cnfemail: string
  readonly password: string
  readonly cnfpassword: string
  /** The id of the chosen question; empty while none is chosen. */
  readonly secQuestion: string
  readonly secAnswer: string
  readonly hasOptedForPaperlessBilling: boolean
  readonly hasOptedForPaperlessOther: boolean
  readonly areMarketingEmailsAllowed: boolean
  /** The confirmation checkbox. */
  readonly paperlessConfirmText: boolean
}

export interface RegistrationRule extends EmailRule {
  /** The cooperative's setting 'key email twice': only then is the confirmation of the address checked. */
  readonly keyEmailTwice: boolean
  /** The member's addresses on file, which are accepted as they are (REQ-D-268). */
  readonly emailsOnFile?: readonly string[]
}

export type RegistrationProblem =
  | { readonly code: UsernameProblem; readonly field: 'loginId' }
  | { readonly code: 'email-not-valid'; readonly field: 'email' }
  | { readonly code: 'confirm-email-differs'; readonly field: 'cnfemail' }
  | NewPasswordProblem
  | { readonly code: 'question-missing'; readonly field: 'secQuestion' }
  | { readonly code: 'answer-missing' | 'answer-too-long'; readonly field: 'secAnswer' }
  | { readonly code: 'paperless-not-confirmed'; readonly field: 'paperlessConfirmText' }

/** Every problem of the registration form, each with its field (RG-44 to RG-69). */
export function checkRegistration(form: RegistrationForm, rule: RegistrationRule): readonly RegistrationProblem[] {
  const problems: RegistrationProblem[] = []
  const username = checkUsername(form.loginId)
  if (username !== null) problems.push({ code: username, field: 'loginId' })
  if (checkEmail(form.email, rule, rule.emailsOnFile) !== null)
    problems.push({ code: 'email-not-valid', field: 'email' })
  if (rule.keyEmailTwice && form.cnfemail !== form.email) {
    problems.push({ code: 'confirm-email-differs', field: 'cnfemail' })
  }
  problems.push(...checkNewPassword(form))
  if (form.secQuestion === '') problems.push({ code: 'question-missing', field: 'secQuestion' })
  const answer = form.secAnswer.trim()
  if (answer === '') problems.push({ code: 'answer-missing', field: 'secAnswer' })
  else if (answer.length > maxSecretAnswerLength) problems.push({ code: 'answer-too-long', field: 'secAnswer' })
  if (wantsPaperless(form) && !form.paperlessConfirmText) {
    problems.push({ code: 'paperless-not-confirmed', field: 'paperlessConfirmText' })
  }
  return problems
}

/** Marketing mail alone needs no confirmation. */
const wantsPaperless = (form: RegistrationForm): boolean =>
  form.hasOptedForPaperlessBilling || form.hasOptedForPaperlessOther
