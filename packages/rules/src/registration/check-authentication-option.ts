import { checkEmail, type EmailRule } from '../email-address/check-email.ts'
import { formatUsPhone, parseUsPhone } from '../kernel/phone.ts'

/** What `selectedAuthenticateOption` is when the member gives a contact that is not on file. */
export const ownEmailOption = 'email'
export const ownPhoneOption = 'phone'

/** The choice of where the code goes, with its names on the wire (DM-16). */
export interface AuthenticationOptionForm {
  /** The id of a contact on file, `ownEmailOption`, `ownPhoneOption`, or empty for no choice yet. */
  readonly selectedAuthenticateOption: string
  readonly email: string
  /** As typed in the masked field: '(715) 555-0100'. */
  readonly phone: string
}

export type AuthenticationOptionProblem =
  | { readonly code: 'option-missing'; readonly field: 'selectedAuthenticateOption' }
  | { readonly code: 'email-not-valid'; readonly field: 'email' }
  | { readonly code: 'phone-not-valid'; readonly field: 'phone' }

/** Decides on the option step (RG-15 to RG-22). Empty when there is no problem. */
export function checkAuthenticationOption(
  form: AuthenticationOptionForm,
  rule: EmailRule,
): readonly AuthenticationOptionProblem[] {
  switch (form.selectedAuthenticateOption) {
    case '':
      return [{ code: 'option-missing', field: 'selectedAuthenticateOption' }]
    case ownEmailOption:
      return checkEmail(form.email, rule) === null ? [] : [{ code: 'email-not-valid', field: 'email' }]
    case ownPhoneOption:
      return isPhoneAsShown(form.phone) ? [] : [{ code: 'phone-not-valid', field: 'phone' }]
    default:
      return []
  }
}

/** The form after another option was chosen: what was typed for the other kind of contact is cleared. */
export const chooseAuthenticationOption = (
  form: AuthenticationOptionForm,
  selectedAuthenticateOption: string,
): AuthenticationOptionForm => ({
  selectedAuthenticateOption,
  email: selectedAuthenticateOption === ownEmailOption ? form.email : '',
  phone: selectedAuthenticateOption === ownPhoneOption ? form.phone : '',
})

/** The value of `validatorResource`: the id of the chosen contact, the address, or the ten digits of the phone. */
export function validatorResourceOf(form: AuthenticationOptionForm): string {
  switch (form.selectedAuthenticateOption) {
    case ownEmailOption:
      return form.email
    case ownPhoneOption:
      return parseUsPhone(form.phone) ?? ''
    default:
      return form.selectedAuthenticateOption
  }
}

function isPhoneAsShown(text: string): boolean {
  const digits = parseUsPhone(text)
  return digits !== null && formatUsPhone(digits) === text
}
