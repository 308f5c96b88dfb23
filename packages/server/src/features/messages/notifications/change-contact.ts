import type { AnswerOf } from '@coopline/contract/endpoint'
import type { notifications } from '@coopline/contract/messages/notifications/notifications.contract'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { notifyMember } from '../../identity/sign-in/public.ts'
import { checkedValue, refuseKnown } from './add-contact.ts'
import { changeContactValue, lockContactsOf } from './contacts.store.ts'
import { findOwnContact, listedContact } from './listed-contact.ts'
import { recordChange } from './record-change.ts'
import { codeRequestOf, countCode, writeCode } from './send-contact-code.ts'

/**
 * Changes the address or number of a contact and sends it a code. Until the member enters the code, emails for the contact go
 * to the address of the login, and texts are not sent.
 *
 * @throws NotFound; Refused, Conflict and TooManyAttempts as `addContact` does.
 */
export async function changeContact(
  deps: Deps,
  who: MemberRequest,
  contactId: string,
  typed: string,
): Promise<AnswerOf<typeof notifications.changeContact>> {
  const { caller, request } = who
  const { memberNumber, loginId } = caller
  const kept = await findOwnContact(deps.db, memberNumber, contactId)
  const value = checkedValue(deps, { channel: kept.channel, value: typed })
  await refuseKnown(deps.db, loginId, memberNumber, value)
  await countCode(deps, codeRequestOf(who), { channel: kept.channel, value })
  const changed = { ...kept, value, isVerified: false, isStopped: false }
  return inTransaction(deps.db, async (tx) => {
    await lockContactsOf(tx, memberNumber)
    await refuseKnown(tx, loginId, memberNumber, value)
    await changeContactValue(tx, contactId, value)
    await recordChange(tx, {
      kind: 'notifications.contact-changed',
      memberNumber,
      now: deps.clock.now(),
      clientAddress: request.clientAddress,
      requestId: request.id,
      body: { contactId, channel: kept.channel, value, isVerified: false },
      detail: { channel: kept.channel },
    })
    await notifyMember(deps, tx, loginId, 'contact-changed', request.id)
    const codeMinutes = await writeCode(deps, tx, request.language, changed)
    return { contact: listedContact(changed), codeMinutes }
  })
}
