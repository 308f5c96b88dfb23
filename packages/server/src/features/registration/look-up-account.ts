import type { AnswerOf } from '@coopline/contract/endpoint'
import type { registration } from '@coopline/contract/registration/registration.contract'
import type { Settings } from '@coopline/contract/site/settings-catalogue'
import { checkRegistrationAccount } from '@coopline/rules/registration/check-registration-account'
import type { Deps } from '../../platform/deps.ts'
import { TooManyTries } from '../../platform/errors.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import { clientSubject } from '../../platform/tries/client-subject.ts'
import { countTry } from '../../platform/tries/count-try.ts'
import { type ContactRules, contactsOf, type ListedContact } from './contacts.ts'
import { refuseProblems } from './refuse-problems.ts'
import { findApplicant } from './registration.store.ts'

/** A household asks for a few accounts; whoever asks for more is collecting masked contacts. */
const lookUpsPerClientPerHour = 30

export const contactRules = (settings: Settings): ContactRules => ({
  smsEnabled: settings.smsEnabled,
  allowUserProvidedContact: settings.allowUserProvidedContact,
  strictEmailEnding: settings.STRICT_EMAIL_ENDING,
})

/**
 * Lists, masked, where a verification code for an account can go.
 *
 * An account that does not exist, one without contacts and one that has a login are answered alike.
 *
 * @throws RuleRefused for the form, and with the documented sentence when a code can go nowhere; TooManyTries when one
 *   client address looks up very many accounts.
 */
export async function lookUpAccount(
  deps: Deps,
  facts: RequestFacts,
  form: { readonly accountNumber: string },
): Promise<AnswerOf<typeof registration.authenticationTypes>> {
  refuseProblems(checkRegistrationAccount(form), facts.language)
  const count = await countTry(
    deps.db,
    {
      kind: 'registration.look-up',
      subject: clientSubject(deps.keys, facts.clientAddress),
      windowSeconds: 3600,
      limit: lookUpsPerClientPerHour,
    },
    deps.clock.now(),
  )
  if (!count.allowed) throw new TooManyTries(count.kind, count.retryAfterSeconds)
  const applicant = await findApplicant(deps.db, form.accountNumber)
  const rules = contactRules(deps.settings.current())
  const contacts = applicant === undefined ? [] : contactsOf(deps.keys, applicant, rules)
  if (contacts.length === 0 && !rules.allowUserProvidedContact) {
    refuseProblems([{ code: 'no-contact', field: 'accountNumber' }], facts.language)
  }
  return {
    cellPhones: shown(contacts, 'text'),
    emails: shown(contacts, 'email'),
    isSmsEnabled: rules.smsEnabled,
    memberNumber: null,
    allowUserProvidedContact: rules.allowUserProvidedContact,
  }
}

const shown = (contacts: readonly ListedContact[], channel: ListedContact['channel']) =>
  contacts.filter((contact) => contact.channel === channel).map(({ id, display }) => ({ id, display }))
