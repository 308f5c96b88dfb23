import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { DueDate } from '@coopline/rules/accounts/due-calendar/list-due-dates'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'

/** Finds the time when a member's current calendar address was created; `undefined` without an address. */
export async function findAddress(executor: Executor, memberNumber: string): Promise<Date | undefined> {
  const row = await executor
    .selectFrom('portal.calendar_address')
    .select('created_at')
    .where('member_number', '=', memberNumber)
    .executeTakeFirst()
  return row?.created_at
}

/** Stores a new address and deletes the member's former one. @returns true when there was one. */
export async function replaceAddress(
  tx: Tx,
  address: {
    readonly memberNumber: string
    readonly tokenHash: Uint8Array
    readonly language: Language
    readonly now: Date
  },
): Promise<boolean> {
  const wasOn = await deleteAddress(tx, address.memberNumber)
  await tx
    .insertInto('portal.calendar_address')
    .values({
      member_number: address.memberNumber,
      token_hash: address.tokenHash,
      language: address.language,
      created_at: address.now,
    })
    .execute()
  return wasOn
}

/** Deletes the address. @returns true when there was one. */
export async function deleteAddress(tx: Tx, memberNumber: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('portal.calendar_address')
    .where('member_number', '=', memberNumber)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the stored entries of a member's calendar. */
export async function deleteEntries(tx: Tx, memberNumber: string): Promise<void> {
  await tx.deleteFrom('portal.calendar_entry').where('member_number', '=', memberNumber).execute()
}

/** Finds the member whose calendar a token opens; `undefined` for an unknown token and when the login is disabled. */
export async function findByToken(
  executor: Executor,
  tokenHash: Uint8Array,
): Promise<{ readonly memberNumber: string; readonly language: Language } | undefined> {
  const row = await executor
    .selectFrom('portal.calendar_address as address')
    .innerJoin('portal.login as login', 'login.member_number', 'address.member_number')
    .select(['address.member_number', 'address.language'])
    .where('address.token_hash', '=', tokenHash)
    .where('login.disabled_at', 'is', null)
    .executeTakeFirst()
  return row && { memberNumber: row.member_number, language: row.language }
}

/** The facts, besides the balance, that determine the due dates of an account. */
export interface BillingDays {
  readonly billDate: CalendarDate | null
  readonly arrangement: { readonly nextAmount: Cents; readonly nextDue: CalendarDate } | null
}

/** Loads the newest bill and the arrangement of each account of a member, by account number. */
export async function loadBillingDays(
  executor: Executor,
  memberNumber: string,
): Promise<ReadonlyMap<string, BillingDays>> {
  const rows = await executor
    .selectFrom('cis.account as account')
    .leftJoin('portal.current_arrangement as arrangement', 'arrangement.account_number', 'account.account_number')
    .select(['account.account_number', 'arrangement.next_amount', 'arrangement.next_due'])
    .select((eb) =>
      eb
        .selectFrom('cis.holder_bill as bill')
        .select((inner) => inner.fn.max('bill.bill_date').as('newest'))
        .whereRef('bill.account_number', '=', 'account.account_number')
        .as('bill_date'),
    )
    .where('account.member_number', '=', memberNumber)
    .execute()
  return new Map(
    rows.map(({ account_number: accountNumber, bill_date: billDate, next_amount: amount, next_due: due }) => [
      accountNumber,
      { billDate, arrangement: amount === null || due === null ? null : { nextAmount: amount, nextDue: due } },
    ]),
  )
}

/** The stored id and sequence of a due date in a calendar. */
export interface StoredEntry {
  readonly uid: string
  readonly sequence: number
  readonly modifiedAt: Date
}

/** Returns the key of a due date among those of its member. */
export const entryKey = (due: Pick<DueDate, 'accountNumber' | 'kind' | 'item'>): string =>
  `${due.accountNumber} ${due.kind} ${due.item}`

/**
 * Stores the due dates of a member, in one statement. A new due date gets an id, and the sequence of a due date that changed since the last
 * read increases. They are ordered by key, so that two simultaneous reads of a calendar never deadlock. It locks the address first and
 * stores nothing without one, because the address may have been deleted since the read began.
 *
 * @returns the stored entries by `entryKey`.
 */
export async function keepEntries(
  executor: Executor,
  memberNumber: string,
  dueDates: readonly DueDate[],
  now: Date,
): Promise<ReadonlyMap<string, StoredEntry>> {
  await sql`
    insert into portal.calendar_entry as kept
      (member_number, account_number, kind, item, due_on, amount, is_past_due, modified_at)
    select ${memberNumber}, listed."accountNumber", listed.kind, listed.item, listed."dueOn", listed.amount, listed."isPastDue",
      ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(dueDates)}::jsonb)
      as listed ("accountNumber" text, kind text, item text, "dueOn" date, amount bigint, "isPastDue" boolean)
    where exists (select from portal.calendar_address where member_number = ${memberNumber} for key share)
    order by listed."accountNumber", listed.kind, listed.item
    on conflict (member_number, account_number, kind, item) do update
    set due_on = excluded.due_on, amount = excluded.amount, is_past_due = excluded.is_past_due,
      sequence = kept.sequence + 1, modified_at = excluded.modified_at
    where (kept.due_on, kept.amount, kept.is_past_due)
      is distinct from (excluded.due_on, excluded.amount, excluded.is_past_due)`.execute(executor)
  const rows = await executor
    .selectFrom('portal.calendar_entry')
    .select(['account_number', 'kind', 'item', 'uid', 'sequence', 'modified_at'])
    .where('member_number', '=', memberNumber)
    .execute()
  return new Map(
    rows.map((row) => [
      entryKey({ accountNumber: row.account_number, kind: row.kind, item: row.item }),
      { uid: row.uid, sequence: row.sequence, modifiedAt: row.modified_at },
    ]),
  )
}
