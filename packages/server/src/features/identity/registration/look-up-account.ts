import type { AnswerOf } from '@coopline/contract/endpoint'
import type { registration } from '@coopline/contract/identity/registration/registration.contract'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { hiddenPhone, maskEmail, maskPhone } from '@coopline/rules/kernel/mask-contact'
import { checkRegistrationAccount } from '@coopline/rules/identity/registration/check-registration-account'
import type { Deps } from '../../../platform/deps.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { type ContactRules, contactsOf, type ListedContact } from './contacts.ts'
import { countLookUp } from './limit-registration.ts'
import { refuseProblems } from './refuse-problems.ts'
import { findApplicant } from './registration.store.ts'

export const contactRules = (settings: Settings): ContactRules => ({
  smsEnabled: settings.smsEnabled,
  allowUserProvidedContact: settings.allowUserProvidedContact,
  strictEmailEnding: settings.STRICT_EMAIL_ENDING,
})

/**
 * Lists the masked contacts that can get a verification code for an account.
 *
 * An unknown account, an account without contacts and an account with a login get the same answer.
 *
 * @throws Refused for the form, and with the documented sentence when no contact can get a code; TooManyAttempts as
 *   `countLookUp`.
 */
export async function lookUpAccount(
  deps: Deps,
  facts: RequestFacts,
  form: { readonly accountNumber: string },
): Promise<AnswerOf<typeof registration.authenticationTypes>> {
  refuseProblems(checkRegistrationAccount(form))
  const showsDigits = await countLookUp(deps, facts)
  const applicant = await findApplicant(deps.db, form.accountNumber)
  const rules = contactRules(deps.settings.current())
  const contacts = applicant === undefined ? [] : contactsOf(deps.keys, applicant, rules)
  if (contacts.length === 0 && !rules.allowUserProvidedContact) {
    refuseProblems([{ code: 'no-contact', field: 'accountNumber' }])
  }
  return {
    cellPhones: ofChannel(contacts, 'text').map(({ id, value }) => ({
      id,
      display: showsDigits ? maskPhone(value) : hiddenPhone,
    })),
    emails: ofChannel(contacts, 'email').map(({ id, value }) => ({ id, display: maskEmail(value) })),
    isSmsEnabled: rules.smsEnabled,
    memberNumber: null,
    allowUserProvidedContact: rules.allowUserProvidedContact,
  }
}

const ofChannel = (contacts: readonly ListedContact[], channel: ListedContact['channel']) =>
  contacts.filter((contact) => contact.channel === channel)
