import { checkEmail, normalizeEmail } from '@coopline/rules/identity/email-address/check-email'
import { parseUsPhone } from '@coopline/rules/kernel/phone'
import { currentKeyFor, hmac, type Keys } from '../../../platform/keys.ts'
import type { Applicant } from './applicant.ts'

/** An email address or a phone to which a verification code can be sent. */
export interface Contact {
  readonly channel: 'email' | 'text'
  /** The email address, or ten digits. */
  readonly value: string
}

/** A contact on file. Its id reveals nothing, and is valid for one account only. */
export interface ListedContact extends Contact {
  readonly id: string
}

export interface ContactRules {
  readonly smsEnabled: boolean
  readonly allowUserProvidedContact: boolean
  readonly strictEmailEnding: boolean
}

/** Lists the contacts on file that may get a code. */
export function contactsOf(keys: Keys, applicant: Applicant, rules: ContactRules): readonly ListedContact[] {
  const listed = (contact: Contact): ListedContact => ({ ...contact, id: idOf(keys, applicant.accountNumber, contact) })
  const phones = rules.smsEnabled ? applicant.cellPhones : []
  return [
    ...phones.map((value) => listed({ channel: 'text', value })),
    ...applicant.emails.map((value) => listed({ channel: 'email', value })),
  ]
}

function idOf(keys: Keys, accountNumber: string, { channel, value }: Contact): string {
  const key = currentKeyFor(keys, 'verification-code')
  return Buffer.from(hmac(key, `contact\n${accountNumber}\n${channel}\n${value}`))
    .toString('base64url')
    .slice(0, 22)
}

/** True for a text in the form of a contact id, whether or not the account has that contact. */
export const isId = (text: string): boolean => /^[A-Za-z0-9_-]{22}(?![\s\S])/u.test(text)

export type Resolved =
  /** A contact. `resource` identifies it when its code is checked. */
  | { readonly kind: 'contact'; readonly contact: Contact; readonly resource: string; readonly isOnFile: boolean }
  /** A text in the form of a contact id that belongs to no contact of this account. */
  | { readonly kind: 'unknown'; readonly resource: string }
  /** A malformed contact, which is refused for every account. */
  | {
      readonly kind: 'refused'
      readonly problem:
        | { readonly code: 'option-missing'; readonly field: 'selectedAuthenticateOption' }
        | { readonly code: 'email-not-valid'; readonly field: 'email' }
        | { readonly code: 'phone-not-valid'; readonly field: 'phone' }
        | { readonly code: 'bill-amount-missing'; readonly field: 'billAmount' }
    }

/** Finds the contact of `validatorResource`, which is the id of a contact on file, or another address or phone number of the member. */
export function resolveContact(
  keys: Keys,
  applicant: Applicant | undefined,
  validatorResource: string,
  rules: ContactRules,
): Resolved {
  if (isId(validatorResource)) {
    const known = applicant === undefined ? [] : contactsOf(keys, applicant, rules)
    const contact = known.find(({ id }) => id === validatorResource)
    return contact === undefined
      ? { kind: 'unknown', resource: validatorResource }
      : { kind: 'contact', contact, resource: validatorResource, isOnFile: true }
  }
  if (validatorResource === '' || !rules.allowUserProvidedContact) return refused.option
  if (validatorResource.includes('@')) {
    const value = normalizeEmail(validatorResource)
    if (checkEmail(value, rules) !== null) return refused.email
    return own(applicant, { channel: 'email', value })
  }
  const value = parseUsPhone(validatorResource)
  if (value === null) return refused.phone
  return rules.smsEnabled ? own(applicant, { channel: 'text', value }) : refused.option
}

const own = (applicant: Applicant | undefined, contact: Contact): Resolved =>
  applicant === undefined
    ? { kind: 'unknown', resource: contact.value }
    : { kind: 'contact', contact, resource: contact.value, isOnFile: false }

const refused = {
  option: { kind: 'refused', problem: { code: 'option-missing', field: 'selectedAuthenticateOption' } },
  email: { kind: 'refused', problem: { code: 'email-not-valid', field: 'email' } },
  phone: { kind: 'refused', problem: { code: 'phone-not-valid', field: 'phone' } },
} as const satisfies Readonly<Record<string, Resolved>>
