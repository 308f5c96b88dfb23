import type { AnswerOf } from '@coopline/contract/endpoint'
import type { notifications } from '@coopline/contract/messages/notifications/notifications.contract'
import { notificationMessage } from '@coopline/rules/messages/notifications/notifications.messages'
import { isVerificationCode } from '@coopline/rules/identity/registration/is-verification-code'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { isCode } from '../../../platform/verification-code/verification-code.ts'
import { claimAttempt, type StoredCode, takeCode } from '../../../platform/verification-code/verification-code.store.ts'
import { confirmContact, type StoredContact } from './contacts.store.ts'
import { findOwnContact, listedContact } from './listed-contact.ts'
import { recordChange } from './record-change.ts'
import { codeRequestOf, codeUse, countCode, writeCode } from './send-contact-code.ts'

/** Sends another code to a contact and invalidates the previous one. */
export async function sendContactCode(
  deps: Deps,
  who: MemberRequest,
  contactId: string,
): Promise<AnswerOf<typeof notifications.sendCode>> {
  const { caller, request } = who
  const contact = await findOwnContact(deps.db, caller.memberNumber, contactId)
  await countCode(deps, codeRequestOf(who), contact)
  return inTransaction(deps.db, async (tx) => {
    const codeMinutes = await writeCode(deps, tx, request.language, contact)
    await recordAudit(tx, {
      kind: 'notifications.code-sent',
      at: deps.clock.now(),
      memberNumber: caller.memberNumber,
      clientAddress: request.clientAddress,
      requestId: request.id,
      detail: { channel: contact.channel },
    })
    return { contact: listedContact(contact), codeMinutes }
  })
}

/**
 * Confirms a contact by the code that went there. A wrong, used, burnt and expired code are answered alike; the attempt is
 * counted before it is checked.
 *
 * @throws Refused when the code is not good; NotFound for a contact that is not the member's.
 */
export async function verifyContact(
  deps: Deps,
  memberRequest: MemberRequest,
  contactId: string,
  code: string,
): Promise<AnswerOf<typeof notifications.verifyContact>> {
  const contact = await findOwnContact(deps.db, memberRequest.caller.memberNumber, contactId)
  const use = codeUse(contact)
  const { registrationCodeAttempts } = deps.settings.current()
  const typed = code.replaceAll(/\s/gu, '')
  const kept = isVerificationCode(typed)
    ? await claimAttempt(deps.db, use.subject, registrationCodeAttempts, deps.clock.now())
    : undefined
  const isGood = kept !== undefined && isCode(deps.keys, use, typed, kept)
  if (!isGood || !(await confirm(deps, memberRequest, contact, kept))) throw await codeRefused(deps, memberRequest)
  return { contact: { ...listedContact(contact), isVerified: true } }
}

/** @returns false when the code was used, or the contact changed, in the meantime. */
async function confirm(
  deps: Deps,
  { caller, request }: MemberRequest,
  contact: StoredContact,
  { codeHash }: StoredCode,
): Promise<boolean> {
  const { contactId, channel, value } = contact
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    if (!(await takeCode(tx, codeUse(contact).subject, codeHash, now))) return false
    if (!(await confirmContact(tx, contactId, value, now))) return false
    await recordChange(tx, {
      kind: 'notifications.contact-confirmed',
      memberNumber: caller.memberNumber,
      now,
      clientAddress: request.clientAddress,
      requestId: request.id,
      body: { contactId, channel, value, isVerified: true },
      detail: { channel },
    })
    return true
  })
}

async function codeRefused(deps: Deps, { caller, request }: MemberRequest): Promise<Refused> {
  await recordAudit(deps.db, {
    kind: 'notifications.code-failed',
    at: deps.clock.now(),
    memberNumber: caller.memberNumber,
    clientAddress: request.clientAddress,
    requestId: request.id,
  })
  return new Refused(refusal(notificationMessage, 'code-not-good', 'code'))
}
