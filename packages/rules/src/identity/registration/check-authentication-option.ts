import { checkEmail, type EmailRule } from '../email-address/check-email.ts'
import { type Cents, parseMoney } from '../../kernel/money.ts'
import { formatUsPhone, parseUsPhone } from '../../kernel/phone.ts'
import { formatAmountOnBlur } from '../../kernel/typed-amount.ts'

/** The values of `selectedAuthenticateOption` for a contact that the member gives and that is not on file. */
export const ownEmailOption = 'email'
export const ownPhoneOption = 'phone'

/** The choice of where the code goes, with its names on the wire (DM-16). */
export interface AuthenticationOptionForm {
  /** The id of a contact on file, `ownEmailOption`, `ownPhoneOption`, or empty for no choice yet. */
  readonly selectedAuthenticateOption: string
  readonly email: string
  /** As typed in the masked field: '(715) 555-0100'. */
  readonly phone: string
  /** The amount of one of the last two bills, as typed; for a contact that is not on file (REQ-D-293). */
  readonly billAmount: string
}

export type AuthenticationOptionProblem =
  | { readonly code: 'option-missing'; readonly field: 'selectedAuthenticateOption' }
  | { readonly code: 'email-not-valid'; readonly field: 'email' }
  | { readonly code: 'phone-not-valid'; readonly field: 'phone' }
  | { readonly code: 'bill-amount-missing'; readonly field: 'billAmount' }

/** Decides on the option step (RG-15 to RG-22). Empty when there is no problem. */
export function checkAuthenticationOption(
  form: AuthenticationOptionForm,
  rule: EmailRule,
): readonly AuthenticationOptionProblem[] {
  switch (form.selectedAuthenticateOption) {
    case '':
      return [{ code: 'option-missing', field: 'selectedAuthenticateOption' }]
    case ownEmailOption:
      return [
        ...(checkEmail(form.email, rule) === null ? [] : [{ code: 'email-not-valid', field: 'email' } as const]),
        ...checkBillAmount(form),
      ]
    case ownPhoneOption:
      return [
        ...(isPhoneAsDisplayed(form.phone) ? [] : [{ code: 'phone-not-valid', field: 'phone' } as const]),
        ...checkBillAmount(form),
      ]
    default:
      return []
  }
}

const checkBillAmount = (form: Pick<AuthenticationOptionForm, 'billAmount'>): readonly AuthenticationOptionProblem[] =>
  billAmountOf(form) === null ? [{ code: 'bill-amount-missing', field: 'billAmount' }] : []

/** The amount of a bill that was typed, above zero; `null` for anything else. */
export function billAmountOf({ billAmount }: Pick<AuthenticationOptionForm, 'billAmount'>): Cents | null {
  const amount = parseMoney(formatAmountOnBlur(billAmount))
  return amount !== null && amount > 0 ? amount : null
}

/** True when the code is to go to a contact that is not on file. */
export const isOwnContact = ({
  selectedAuthenticateOption: chosen,
}: Pick<AuthenticationOptionForm, 'selectedAuthenticateOption'>): boolean =>
  chosen === ownEmailOption || chosen === ownPhoneOption

/** The form after another option was chosen: what was typed for the other kind of contact is cleared. */
export const chooseAuthenticationOption = (
  form: AuthenticationOptionForm,
  selectedAuthenticateOption: string,
): AuthenticationOptionForm => ({
  selectedAuthenticateOption,
  email: selectedAuthenticateOption === ownEmailOption ? form.email : '',
  phone: selectedAuthenticateOption === ownPhoneOption ? form.phone : '',
  billAmount: isOwnContact({ selectedAuthenticateOption }) ? form.billAmount : '',
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

function isPhoneAsDisplayed(text: string): boolean {
  const digits = parseUsPhone(text)
  return digits !== null && formatUsPhone(digits) === text
}
