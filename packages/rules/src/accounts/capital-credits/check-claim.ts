import { usStates } from '../account-profile/check-address.ts'
import { parseZip } from '../account-profile/zip.ts'
import { isDigits } from '../../kernel/digits.ts'
import { isWrittenPhone } from '../../kernel/phone.ts'

/** Maximum length of each field, in characters (UC-31, UC-39, UC-44 to UC-47, UC-53, UC-55). */
export const claimLengths = {
  name: 125,
  ssn: 4,
  phone: 14,
  email: 100,
  address1: 60,
  address2: 60,
  city: 30,
  zip: 10,
  comments: 1000,
} as const

/** Contact preferences by their ids on the wire (UC-38, REQ-D-258). */
export const contactPreferences = ['Email', 'Phone', 'Mail'] as const

/** The claim form (DU-23) as the member fills it in: phone as '(987) 456-1230', ZIP code with its dash. */
export interface ClaimForm {
  readonly name: string
  /** The last four digits, or empty. */
  readonly ssn: string
  readonly phone: string
  readonly contactPref: string
  readonly email: string
  readonly address1: string
  readonly address2: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly comments: string
}

/** The fields of the claim form, in form order. */
export const claimFields = [
  'name',
  'ssn',
  'phone',
  'contactPref',
  'email',
  'address1',
  'address2',
  'city',
  'state',
  'zip',
  'comments',
] as const satisfies readonly (keyof ClaimForm)[]

export interface ClaimProblem {
  readonly code:
    | 'ssn-not-valid'
    | 'phone-missing'
    | 'phone-not-valid'
    | 'preference-missing'
    | 'email-missing'
    | 'email-not-valid'
    | 'address-missing'
    | 'city-missing'
    | 'state-missing'
    | 'zip-not-valid'
    | 'too-long'
  readonly field: keyof ClaimForm
}

type Code = ClaimProblem['code']

/**
 * Checks a claim and returns every problem, in form order (UC-31 to UC-55). Name, SSN, second line, ZIP code and comment are
 * optional.
 *
 * @param onFile the values of the credit that fill in the form: they may be longer than what is typed (REQ-D-297).
 */
export function checkClaim(form: ClaimForm, onFile: Partial<ClaimForm> = {}): readonly ClaimProblem[] {
  const checks: readonly (readonly [keyof ClaimForm, Code | null])[] = [
    ['ssn', form.ssn === '' || (form.ssn.length === 4 && isDigits(form.ssn)) ? null : 'ssn-not-valid'],
    ['phone', checkPhone(form.phone)],
    ['contactPref', contactPreferences.some((one) => one === form.contactPref) ? null : 'preference-missing'],
    ['email', checkClaimEmail(form)],
    ['address1', isBlank(form.address1) ? 'address-missing' : null],
    ['city', isBlank(form.city) ? 'city-missing' : null],
    ['state', usStates.includes(form.state) ? null : 'state-missing'],
    ['zip', form.zip === '' || isClaimZip(form.zip) ? null : 'zip-not-valid'],
  ]
  const found = new Map(checks)
  return claimFields
    .map((field) => ({
      field,
      code: found.get(field) ?? (form[field] === onFile[field] ? null : tooLong(form, field)),
    }))
    .flatMap(({ field, code }) => (code === null ? [] : [{ field, code }]))
}

const isBlank = (text: string): boolean => text.trim() === ''

function tooLong(form: ClaimForm, field: keyof ClaimForm): Code | null {
  const most = (claimLengths as Partial<Record<keyof ClaimForm, number>>)[field]
  return most !== undefined && form[field].length > most ? 'too-long' : null
}

function checkPhone(phone: string): Code | null {
  if (isBlank(phone)) return 'phone-missing'
  return isWrittenPhone(phone) ? null : 'phone-not-valid'
}

/** Requires an email address when the member asks for an answer by email, and validates any address given (UC-40 to UC-42). */
function checkClaimEmail({ contactPref, email }: ClaimForm): Code | null {
  if (isBlank(email)) return contactPref === 'Email' ? 'email-missing' : null
  const isEmail =
    email.length <= claimLengths.email &&
    /^[\w.%+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}(?![\s\S])/iu.test(email)
  return isEmail ? null : 'email-not-valid'
}

/** Accepts five digits, or nine with a dash; rejects a group of all zeros (UC-51 to UC-53). */
const isClaimZip = (zip: string): boolean =>
  (zip.length === 5 || (zip.length === 10 && zip[5] === '-')) && parseZip(zip) === zip.replace('-', '')
