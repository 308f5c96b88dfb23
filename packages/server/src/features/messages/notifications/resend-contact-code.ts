import type { Channel } from '@coopline/rules/messages/notifications/check-contact'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { lookUpLogin } from '../../identity/sign-in/public.ts'
import { findContact, lockContactsOf } from './contacts.store.ts'
import { offersContacts } from './listed-contact.ts'
import { countCode, writeCode } from './send-contact-code.ts'

/**
 * Sends another code to a contact that waits to be verified, in the member's language, at the request of staff. The
 * previous code becomes invalid. The code counts for the member and the recipient.
 *
 * @param record writes the audit entry in the transaction of the message.
 * @returns false when the member has no such contact, it is verified or has just been changed, and where the
 *   cooperative offers no contacts.
 * @throws TooManyAttempts and Refused as `countCode`.
 */
export async function resendContactCode(
  deps: Deps,
  memberNumber: string,
  contactId: string,
  record: (tx: Tx, channel: Channel) => Promise<void>,
): Promise<boolean> {
  if (!offersContacts(deps.settings.current())) return false
  const login = await lookUpLogin(deps.db, { memberNumber })
  const contact = await findContact(deps.db, memberNumber, contactId)
  if (login === undefined || contact === undefined || contact.isVerified) return false
  await countCode(deps, { memberNumber }, contact)
  return inTransaction(deps.db, async (tx) => {
    await lockContactsOf(tx, memberNumber)
    const now = await findContact(tx, memberNumber, contactId)
    if (now?.value !== contact.value || now.isVerified) return false
    await writeCode(deps, tx, login.language, contact)
    await record(tx, contact.channel)
    return true
  })
}
