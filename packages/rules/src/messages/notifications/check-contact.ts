import { checkEmail, normalizeEmail } from '../../identity/email-address/check-email.ts'
import { parseUsPhone } from '../../kernel/phone.ts'

/** As many contacts as one member may have, the address of the login not counted. */
export const maxContacts = 10

export type Channel = 'email' | 'text'

export type ContactProblem =
  | { readonly code: 'email-not-valid'; readonly field: 'value' }
  | { readonly code: 'phone-not-valid'; readonly field: 'value' }

export interface ContactRule {
  readonly strictEmailEnding: boolean
}

/** A contact as it is kept and compared: an address in lower case, or ten digits; `null` for what is no contact. */
export function readContact(channel: Channel, typed: string, rule: ContactRule): string | null {
  if (channel === 'text') return parseUsPhone(typed)
  const address = normalizeEmail(typed)
  return checkEmail(address, rule) === null ? address : null
}

/** Checks a contact as typed (RG-17 to RG-20). */
export function checkContact(channel: Channel, typed: string, rule: ContactRule): ContactProblem | null {
  if (readContact(channel, typed, rule) !== null) return null
  return { code: channel === 'text' ? 'phone-not-valid' : 'email-not-valid', field: 'value' }
}
