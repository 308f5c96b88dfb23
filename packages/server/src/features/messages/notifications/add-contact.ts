import { randomUUID } from 'node:crypto'
import type { AnswerOf, BodyOf } from '@coopline/contract/endpoint'
import type { notifications } from '@coopline/contract/messages/notifications/notifications.contract'
import {
  type Channel,
  checkContact,
  maxContacts,
  readContact,
} from '@coopline/rules/messages/notifications/check-contact'
import { notificationMessage } from '@coopline/rules/messages/notifications/notifications.messages'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Executor } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict, Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { lookUpLogin, notifyMember } from '../../identity/sign-in/public.ts'
import { insertContact, listContacts, lockContactsOf } from './contacts.store.ts'
import { recordChange } from './record-change.ts'
import { codeRequestOf, countCode, writeCode } from './send-contact-code.ts'

type CodeSent = AnswerOf<typeof notifications.addContact>

/**
 * Adds a contact and sends it a code. It gets no other messages until the member has entered the code.
 *
 * @throws Refused for a malformed address or number, and when there are too many contacts; Conflict for an existing
 *   contact; TooManyAttempts when too many codes were sent.
 */
export async function addContact(
  deps: Deps,
  who: MemberRequest,
  form: BodyOf<typeof notifications.addContact>,
): Promise<CodeSent> {
  const { caller, request } = who
  const { memberNumber, loginId } = caller
  const value = checkedValue(deps, form)
  await refuseKnown(deps.db, caller.loginId, memberNumber, value)
  if ((await listContacts(deps.db, memberNumber)).length >= maxContacts) throw tooMany()
  await countCode(deps, codeRequestOf(who), { channel: form.channel, value })
  const contact = { contactId: randomUUID(), channel: form.channel, value }
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    await lockContactsOf(tx, memberNumber)
    if ((await listContacts(tx, memberNumber)).length >= maxContacts) throw tooMany()
    if (!(await insertContact(tx, { ...contact, memberNumber, now }))) throw known()
    await recordChange(tx, {
      kind: 'notifications.contact-added',
      memberNumber,
      now,
      clientAddress: request.clientAddress,
      requestId: request.id,
      body: { ...contact, isVerified: false },
      detail: { channel: form.channel },
    })
    await notifyMember(deps, tx, loginId, 'contact-added', request.id)
    const codeMinutes = await writeCode(deps, tx, request.language, contact)
    return {
      contact: { id: contact.contactId, channel: form.channel, value, isVerified: false, isStopped: false },
      codeMinutes,
    }
  })
}

/** Normalizes a contact. @throws Refused for a malformed one. */
export function checkedValue(
  { settings }: Pick<Deps, 'settings'>,
  { channel, value }: { readonly channel: Channel; readonly value: string },
): string {
  const rule = { strictEmailEnding: settings.current().STRICT_EMAIL_ENDING }
  const problem = checkContact(channel, value, rule)
  const kept = readContact(channel, value, rule)
  if (problem === null && kept !== null) return kept
  const { code, field } = problem ?? ({ code: 'email-not-valid', field: 'value' } as const)
  throw new Refused(refusal(notificationMessage, code, field))
}

/** @throws Conflict when the member has this contact already, or it is the address of the login. */
export async function refuseKnown(
  executor: Executor,
  loginId: string,
  memberNumber: string,
  value: string,
): Promise<void> {
  const login = await lookUpLogin(executor, { loginId })
  const kept = await listContacts(executor, memberNumber)
  if (login?.email === value || kept.some((contact) => contact.value === value)) throw known()
}

const known = (): Conflict => new Conflict(refusal(notificationMessage, 'contact-known'))

const tooMany = (): Refused => new Refused(refusal(notificationMessage, 'too-many-contacts'))
