import type { Contact } from '@coopline/contract/messages/notifications/notifications.contract'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import type { Executor } from '../../../platform/db/open-database.ts'
import { NotFound, NotOwned } from '../../../platform/errors.ts'
import { offersNotifications } from '../../../platform/notices/offers-notifications.ts'
import { lookUpLogin } from '../../identity/sign-in/public.ts'
import { findContact, type StoredContact, listContacts } from './contacts.store.ts'

/** Contacts are also offered without notifications (whecEnabled). */
export const offersContacts = (settings: Settings): boolean => settings.whecEnabled || offersNotifications(settings)

/** A contact with its names on the wire. */
export const listedContact = ({ contactId, channel, value, isVerified, isStopped }: StoredContact): Contact => ({
  id: contactId,
  channel,
  value,
  isVerified,
  isStopped,
})

/** @throws NotOwned when the contact does not exist or is another member's. */
export async function findOwnContact(
  executor: Executor,
  memberNumber: string,
  contactId: string,
): Promise<StoredContact> {
  const contact = await findContact(executor, memberNumber, contactId)
  if (contact === undefined) throw new NotOwned('Not a contact of the member')
  return contact
}

/** Lists a member's contacts; the address of the login is first. @throws NotFound when there is no login. */
export async function listOwnContacts(executor: Executor, memberNumber: string): Promise<Contact[]> {
  const login = await lookUpLogin(executor, { memberNumber })
  if (login === undefined) throw new NotFound('The member has no login')
  const kept = await listContacts(executor, memberNumber)
  return [
    { id: 'login', channel: 'email', value: login.email, isVerified: true, isStopped: false },
    ...kept.map(listedContact),
  ]
}
