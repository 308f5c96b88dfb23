import type { Channel } from '@coopline/rules/messages/notifications/check-contact'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import { NotFound } from '../../../platform/errors.ts'

/** A contact that a member added; the address of the login is not one. */
export interface StoredContact {
  readonly contactId: string
  readonly channel: Channel
  /** An address in lower case, or ten digits. */
  readonly value: string
  readonly isVerified: boolean
  readonly isStopped: boolean
}

const contactRows = (executor: Executor, memberNumber: string) =>
  executor
    .selectFrom('portal.contact as contact')
    .leftJoin('portal.opted_out_phone as stopped', (join) =>
      join.onRef('stopped.digits', '=', 'contact.value').on('contact.channel', '=', 'text'),
    )
    .select(['contact.contact_id', 'contact.channel', 'contact.value', 'contact.verified_at', 'stopped.digits'])
    .where('contact.member_number', '=', memberNumber)

type ContactRow = Awaited<ReturnType<ReturnType<typeof contactRows>['executeTakeFirstOrThrow']>>

const toContact = (row: ContactRow): StoredContact => ({
  contactId: row.contact_id,
  channel: row.channel,
  value: row.value,
  isVerified: row.verified_at !== null,
  isStopped: row.digits !== null,
})

/** A member's contacts: addresses first, each kind in the order in which they were added. */
export async function listContacts(executor: Executor, memberNumber: string): Promise<readonly StoredContact[]> {
  const rows = await contactRows(executor, memberNumber)
    .orderBy('contact.channel')
    .orderBy('contact.created_at')
    .orderBy('contact.contact_id')
    .execute()
  return rows.map(toContact)
}

/** One contact of a member; `undefined` when there is none or it is another member's. */
export async function findContact(
  executor: Executor,
  memberNumber: string,
  contactId: string,
): Promise<StoredContact | undefined> {
  const row = await contactRows(executor, memberNumber).where('contact.contact_id', '=', contactId).executeTakeFirst()
  return row && toContact(row)
}

/** Adds a contact that is not confirmed. @returns false when the member has it already. */
export async function insertContact(
  tx: Tx,
  contact: Pick<StoredContact, 'contactId' | 'channel' | 'value'> & {
    readonly memberNumber: string
    readonly now: Date
  },
): Promise<boolean> {
  const rows = await tx
    .insertInto('portal.contact')
    .values({
      contact_id: contact.contactId,
      member_number: contact.memberNumber,
      channel: contact.channel,
      value: contact.value,
      created_at: contact.now,
      verified_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('contact_id')
    .execute()
  return rows.length > 0
}

/** Gives a contact another value, which is not confirmed. */
export async function changeContactValue(tx: Tx, contactId: string, value: string): Promise<void> {
  await tx.updateTable('portal.contact').set({ value, verified_at: null }).where('contact_id', '=', contactId).execute()
}

/** Marks a contact with this value as verified. @returns false when it was changed meanwhile. */
export async function confirmContact(tx: Tx, contactId: string, value: string, now: Date): Promise<boolean> {
  const rows = await tx
    .updateTable('portal.contact')
    .set({ verified_at: now })
    .where('contact_id', '=', contactId)
    .where('value', '=', value)
    .returning('contact_id')
    .execute()
  return rows.length > 0
}

/** Deletes a contact of a member and the references to it. @returns false when it was deleted already. */
export async function deleteContact(tx: Tx, memberNumber: string, contactId: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('portal.contact')
    .where('contact_id', '=', contactId)
    .where('member_number', '=', memberNumber)
    .returning('contact_id')
    .execute()
  return rows.length > 0
}

/** Locks this member's contacts until the transaction ends. @throws NotFound when the member has been erased meanwhile. */
export async function lockContactsOf(tx: Tx, memberNumber: string): Promise<void> {
  const login = tx.selectFrom('portal.login').select('login_id').where('member_number', '=', memberNumber)
  await login.forUpdate().executeTakeFirstOrThrow(() => new NotFound('No login'))
}

/** The account of events about a member: the primary one, else the first. */
export async function findMainAccount(executor: Executor, memberNumber: string): Promise<string | undefined> {
  const row = await executor
    .selectFrom('cis.account')
    .select('account_number')
    .where('member_number', '=', memberNumber)
    .orderBy('is_primary', 'desc')
    .orderBy('account_number')
    .limit(1)
    .executeTakeFirst()
  return row?.account_number
}
