import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { checkEmail, type EmailRule, normalizeEmail } from '../../identity/email-address/check-email.ts'
import {
  checkRoundUpChoice,
  type RoundUpAmountProblem,
  type RoundUpChoice,
  type RoundUpExpirationProblem,
} from '../operation-roundup/check-roundup.ts'
import type { PaperlessChoice } from '../paperless/paperless-choices.ts'
import { checkNewPassword, type NewPasswordProblem } from '../../identity/password/check-password.ts'
import { maxSecretAnswerLength } from '../../identity/registration/check-registration.ts'
import { checkUsername, type UsernameProblem } from '../../identity/username/check-username.ts'
import { isRemovalBlocked, type PaymentSetup } from './stored-payments.ts'

/** The tabs of My Profile that are sent together, with the names of the member update request (DE-18). */
export interface ProfileForm {
  /** The email address. */
  readonly userName: string
  readonly loginId: string
  readonly currentPassword: string
  /** Both empty: the password stays. */
  readonly password: string
  readonly cnfpassword: string
  readonly securityQuestionId: string
  /** Empty: the answer stays. */
  readonly securityQuestionAnswer: string
  readonly removeStoredCreditData: boolean
  readonly removeStoredBankData: boolean
  readonly isPaperlessBilling: boolean
  readonly isPaperlessOther: boolean
  readonly annualMarketingElectricKit: boolean
  readonly isMarketEmail: boolean
  /** The confirmation checkbox. */
  readonly paperlessConfirmText: boolean
  readonly paperlessAccounts: readonly PaperlessChoice[]
  readonly roundupAccounts: readonly RoundUpChoice[]
}

/** The stored part of a profile that decides which fields the form requires. */
export interface SavedProfile {
  readonly userName: string
  readonly loginId: string
  /** Empty: no question was chosen yet. */
  readonly secretQuestionId: string
  readonly paymentSetups: readonly PaymentSetup[]
  /** In the order of the form. */
  readonly roundupAccounts: readonly RoundUpChoice[]
}

/** The choices that the cooperative offers on the Paperless Options tab. Marketing is offered only with one of the others. */
export interface PaperlessOffer {
  readonly member: boolean
  readonly account: boolean
  readonly marketing: boolean
}

export interface ProfileRule extends EmailRule {
  readonly paperless: PaperlessOffer
  /** In the cooperative's time zone. */
  readonly today: CalendarDate
}

export type ProfileProblem =
  | { readonly code: 'email-not-valid'; readonly field: 'userName' }
  | { readonly code: UsernameProblem; readonly field: 'loginId' }
  | { readonly code: 'current-password-missing'; readonly field: 'currentPassword' }
  | NewPasswordProblem
  | { readonly code: 'question-missing'; readonly field: 'securityQuestionId' }
  | { readonly code: 'answer-missing' | 'answer-too-long'; readonly field: 'securityQuestionAnswer' }
  | { readonly code: 'active-payment-setup'; readonly field: 'removeStoredCreditData' | 'removeStoredBankData' }
  | { readonly code: 'paperless-confirmation-missing'; readonly field: 'paperlessConfirmText' }
  | { readonly code: RoundUpAmountProblem; readonly field: `roundupAccounts.${number}.amount` }
  | { readonly code: RoundUpExpirationProblem; readonly field: `roundupAccounts.${number}.expiration` }

/** Every problem of My Profile, each with its field, in the order of the tabs (MP-20 to MP-61). */
export const checkProfile = (form: ProfileForm, saved: SavedProfile, rule: ProfileRule): readonly ProfileProblem[] => [
  ...checkLogin(form, saved, rule),
  ...checkQuestion(form, saved),
  ...checkRemovals(form, saved),
  ...(needsPaperlessConfirmation(form, rule.paperless) && !form.paperlessConfirmText
    ? [{ code: 'paperless-confirmation-missing', field: 'paperlessConfirmText' } as const]
    : []),
  ...checkRoundUps(form, saved, rule.today),
]

/** The password rules apply only when either field is filled. */
const wantsPassword = ({ password, cnfpassword }: Pick<ProfileForm, 'password' | 'cnfpassword'>): boolean =>
  password !== '' || cnfpassword !== ''

type Credentials = Pick<ProfileForm, 'userName' | 'loginId' | 'password' | 'cnfpassword'>

/** True when the current password is required: for another username, email address or password (REQ-D-009). */
export const changesCredentials = (form: Credentials, saved: Pick<SavedProfile, 'userName' | 'loginId'>): boolean =>
  wantsPassword(form) ||
  form.loginId !== saved.loginId ||
  normalizeEmail(form.userName) !== normalizeEmail(saved.userName)

function checkLogin(form: ProfileForm, saved: SavedProfile, rule: EmailRule): readonly ProfileProblem[] {
  const problems: ProfileProblem[] = []
  if (checkEmail(normalizeEmail(form.userName), rule, [saved.userName]) !== null)
    problems.push({ code: 'email-not-valid', field: 'userName' })
  const username = checkUsername(form.loginId)
  if (username !== null) problems.push({ code: username, field: 'loginId' })
  if (wantsPassword(form)) problems.push(...checkNewPassword(form))
  if (changesCredentials(form, saved) && form.currentPassword === '')
    problems.push({ code: 'current-password-missing', field: 'currentPassword' })
  return problems
}

/** An answer belongs to its question: another question needs one of its own. */
function checkQuestion(form: ProfileForm, saved: SavedProfile): readonly ProfileProblem[] {
  const problems: ProfileProblem[] = []
  const answer = form.securityQuestionAnswer.trim()
  if (form.securityQuestionId === '') problems.push({ code: 'question-missing', field: 'securityQuestionId' })
  if (answer.length > maxSecretAnswerLength) problems.push({ code: 'answer-too-long', field: 'securityQuestionAnswer' })
  else if (answer === '' && form.securityQuestionId !== saved.secretQuestionId)
    problems.push({ code: 'answer-missing', field: 'securityQuestionAnswer' })
  return problems
}

function checkRemovals(form: ProfileForm, { paymentSetups }: SavedProfile): readonly ProfileProblem[] {
  const problems: ProfileProblem[] = []
  if (form.removeStoredCreditData && isRemovalBlocked('Credit', paymentSetups))
    problems.push({ code: 'active-payment-setup', field: 'removeStoredCreditData' })
  if (form.removeStoredBankData && isRemovalBlocked('Check', paymentSetups))
    problems.push({ code: 'active-payment-setup', field: 'removeStoredBankData' })
  return problems
}

type PaperlessForm = Pick<
  ProfileForm,
  'isPaperlessBilling' | 'isPaperlessOther' | 'annualMarketingElectricKit' | 'isMarketEmail' | 'paperlessAccounts'
>

/**
 * Whether the confirmation checkbox is required: any offered paperless or marketing option is on (MP-54).
 */
export function needsPaperlessConfirmation(form: PaperlessForm, offer: PaperlessOffer): boolean {
  const ofMember = form.isPaperlessBilling || form.isPaperlessOther
  const ofAccounts = form.paperlessAccounts.some(({ isPaperless, isPaperlessOther }) => isPaperless || isPaperlessOther)
  const ofMarketing = form.annualMarketingElectricKit || form.isMarketEmail
  return (offer.member && ofMember) || (offer.account && ofAccounts) || (offer.marketing && ofMarketing)
}

function checkRoundUps(form: ProfileForm, saved: SavedProfile, today: CalendarDate): readonly ProfileProblem[] {
  return form.roundupAccounts.flatMap((choice, index) =>
    checkRoundUpChoice(choice, saved.roundupAccounts[index], today).map(
      ({ code, field }) => ({ code, field: `roundupAccounts.${index}.${field}` }) as ProfileProblem,
    ),
  )
}
