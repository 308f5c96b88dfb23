import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import { type ReturnRate, returnRates } from '@coopline/rules/paying/runs/return-codes'
import { type RawBuilder, sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'

/** An entry of ours that a bank returned or corrected. */
export interface CollectedEntry {
  readonly itemId: number
  readonly kind: string
  readonly accountNumber: string
  readonly memberNumber: string
  readonly amount: Cents
  readonly transNo: string | null
  readonly lastFour: string | null
  /** The event of its draft, also of a prenote that was sent again. */
  readonly draftEvent: string
  /** The number of times that the debit was presented again. */
  readonly retries: number
  /** The day on which the original debit settled. */
  readonly originalOn: CalendarDate
}

/** The code of an entry that the bank rejected together with its file, in place of a return code. */
export const rejectedCode = 'rejected'

/** Finds the newest entry of a released file with that trace number, and locks it until the transaction ends. */
export async function lockEntryByTrace(tx: Tx, trace: string): Promise<CollectedEntry | undefined> {
  return lockEntry(tx, sql`item.trace_number = ${trace}`)
}

/** Finds an entry of a released file by its item, and locks it until the transaction ends. */
export async function lockEntryByItem(tx: Tx, itemId: number): Promise<CollectedEntry | undefined> {
  return lockEntry(tx, sql`item.id = ${itemId}`)
}

async function lockEntry(tx: Tx, which: RawBuilder<unknown>): Promise<CollectedEntry | undefined> {
  const { rows } = await sql<CollectedEntry & { readonly amount: number }>`
    select item.id as "itemId", item.kind, item.account_number as "accountNumber", item.member_number as "memberNumber",
      item.amount, item.trans_no as "transNo", payment.last_four as "lastFour",
      coalesce(parent.draft_event, split_part(item.enrollment_id, '/', 1)) as "draftEvent", coalesce(parent.retries, 0) as "retries",
      coalesce(parent.original_on, file.effective_date) as "originalOn"
    from pay.run_item as item
    join pay.bank_file as file on file.id = item.file_id and file.released_at is not null
    left join pay.payment as payment on payment.trans_no = item.trans_no
    left join pay.bank_return as parent on parent.retry_on is not null
      and parent.item_id = case when item.kind = 'retry' then item.enrollment_id::bigint end
    where ${which}
    order by item.id desc limit 1 for update of item`.execute(tx)
  const [row] = rows
  return row && { ...row, amount: cents(row.amount) }
}

/** Lists the codes with which the bank returned, corrected or rejected an entry. The caller has locked the entry. */
export async function listReturnCodes(tx: Tx, itemId: number): Promise<readonly string[]> {
  const rows = await tx.selectFrom('pay.bank_return').select('code').where('item_id', '=', itemId).execute()
  return rows.map(({ code }) => code)
}

/**
 * Marks an entry as rejected by the bank. It keeps its file and its trace number. A prenote that is to be sent again leaves its due date to
 * the next run.
 */
export async function markRejected(tx: Tx, itemId: number, isSentAgain: boolean): Promise<void> {
  await tx
    .updateTable('pay.run_item')
    .set({ state: 'failed', reason: 'bank-rejected' })
    .$if(isSentAgain, (update) => update.set({ enrollment_id: sql`enrollment_id || '/rejected/' || id` }))
    .where('id', '=', itemId)
    .execute()
}

export interface NewReturn {
  readonly itemId: number
  readonly code: string
  readonly action: string
  readonly draftEvent: string
  readonly retryOn: CalendarDate | null
  readonly originalOn: CalendarDate
  readonly retries: number
  readonly now: Date
}

/** Records a return, once for each entry and code. @returns false when it was recorded before. */
export async function insertReturn(tx: Tx, one: NewReturn): Promise<boolean> {
  const rows = await tx
    .insertInto('pay.bank_return')
    .values({
      item_id: one.itemId,
      code: one.code,
      action: one.action,
      draft_event: one.draftEvent,
      retry_on: one.retryOn,
      original_on: one.originalOn,
      retries: one.retries,
      received_at: one.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('item_id')
    .execute()
  return rows.length > 0
}

/** A returned debit that is presented again. */
export interface Retry {
  readonly itemId: number
  readonly retryOn: CalendarDate
  readonly accountNumber: string
  readonly memberNumber: string
  readonly amount: Cents
  readonly draftEvent: string
  /** The day on which the original debit settled. */
  readonly originalOn: CalendarDate
  /** True when the bank rejected the debit, so that it was never presented. */
  readonly isFirst: boolean
}

const retryRows = (executor: Executor) =>
  executor
    .selectFrom('pay.bank_return as returned')
    .innerJoin('pay.run_item as item', 'item.id', 'returned.item_id')
    .select(['returned.item_id', 'returned.retry_on', 'returned.draft_event', 'returned.original_on'])
    .select(['returned.code', 'returned.retries'])
    .select(['item.account_number', 'item.member_number', 'item.amount'])

type RetryRow = Awaited<ReturnType<ReturnType<typeof retryRows>['executeTakeFirstOrThrow']>>

const toRetry = (row: RetryRow): readonly Retry[] =>
  row.retry_on === null || row.original_on === null
    ? []
    : [
        {
          itemId: row.item_id,
          retryOn: row.retry_on,
          accountNumber: row.account_number,
          memberNumber: row.member_number,
          amount: row.amount,
          draftEvent: row.draft_event,
          originalOn: row.original_on,
          isFirst: row.code === rejectedCode && row.retries === 0,
        },
      ]

/** Lists the debits to present again on these days, a page at a time. */
export async function listRetries(
  executor: Executor,
  span: { readonly from: CalendarDate; readonly to: CalendarDate },
  page: { readonly after: number; readonly limit: number },
): Promise<readonly Retry[]> {
  const rows = await retryRows(executor)
    .where('returned.retry_on', '>=', span.from)
    .where('returned.retry_on', '<=', span.to)
    .where('returned.item_id', '>', page.after)
    .orderBy('returned.item_id')
    .limit(page.limit)
    .execute()
  return rows.flatMap(toRetry)
}

export async function findRetry(executor: Executor, itemId: number): Promise<Retry | undefined> {
  const row = await retryRows(executor)
    .where('returned.item_id', '=', itemId)
    .where('returned.retry_on', 'is not', null)
    .executeTakeFirst()
  return row && toRetry(row)[0]
}

export interface ReturnFigures {
  /** The number of entries in released files, without those that the bank rejected. */
  readonly debits: number
  readonly returned: Readonly<Record<ReturnRate, number>>
}

/**
 * Counts the entries that were released and not rejected, and those that were returned, since a moment. Prenotes count in both. An entry that was
 * returned with several codes counts once in each rate.
 */
export async function readReturnFigures(executor: Executor, since: Date): Promise<ReturnFigures> {
  const { unauthorized, administrative } = returnRates
  const { rows } = await sql<Record<'debits' | ReturnRate, number>>`
    select
      (select coalesce(sum(entries), 0)::int from pay.bank_file where released_at > ${since}::timestamptz)
        - (select count(*)::int from pay.bank_return as rejected
          join pay.run_item as item on item.id = rejected.item_id join pay.bank_file as file on file.id = item.file_id
          where rejected.received_at > ${since}::timestamptz and rejected.code = ${rejectedCode}
            and file.released_at > ${since}::timestamptz) as debits,
      count(distinct item_id) filter (where code = any(${[...unauthorized.codes]}::text[]))::int as unauthorized,
      count(distinct item_id) filter (where code = any(${[...administrative.codes]}::text[]))::int as administrative,
      count(distinct item_id)::int as overall
    from pay.bank_return where received_at > ${since}::timestamptz and code like 'R%'`.execute(executor)
  const { debits = 0, ...returned } = rows[0] ?? {}
  return { debits, returned: { unauthorized: 0, administrative: 0, overall: 0, ...returned } }
}
