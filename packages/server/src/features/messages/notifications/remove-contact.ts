import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { notifyMember } from '../../identity/sign-in/public.ts'
import { deleteContact, lockContactsOf } from './contacts.store.ts'
import { findOwnContact } from './listed-contact.ts'
import { recordChange } from './record-change.ts'

/** Deletes a contact. Its emails go to the address of the login from then on, and its texts end. */
export async function removeContact(
  deps: Deps,
  { caller, request }: MemberRequest,
  contactId: string,
): Promise<{ readonly removed: true }> {
  const { memberNumber, loginId } = caller
  const contact = await findOwnContact(deps.db, memberNumber, contactId)
  await inTransaction(deps.db, async (tx) => {
    await lockContactsOf(tx, memberNumber)
    if (!(await deleteContact(tx, memberNumber, contactId))) return
    await recordChange(tx, {
      kind: 'notifications.contact-removed',
      memberNumber,
      now: deps.clock.now(),
      clientAddress: request.clientAddress,
      requestId: request.id,
      body: { contactId, channel: contact.channel, value: contact.value },
      detail: { channel: contact.channel },
    })
    await notifyMember(deps, tx, loginId, 'contact-removed', request.id)
  })
  return { removed: true }
}
