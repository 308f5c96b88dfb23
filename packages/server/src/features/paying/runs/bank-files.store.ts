import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import { offsetSequence, type Originator } from './write-nacha.ts'

export interface BankFile {
  readonly id: number
  readonly fileDate: CalendarDate
  readonly modifier: string
  readonly effectiveDate: CalendarDate
  readonly originator: Originator
  readonly createdAt: Date
  readonly entries: number
  readonly debits: Cents
}

/** Locks bank files until the transaction ends, so that exports run one after another. */
export async function lockBankFiles(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(8675314)`.execute(tx)
}

/** Finds the file that was begun but not released. The process that wrote it may have died. */
export async function findOpenFile(executor: Executor): Promise<BankFile | undefined> {
  const row = await executor
    .selectFrom('pay.bank_file')
    .selectAll()
    .where('released_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      fileDate: row.file_date,
      modifier: row.modifier,
      effectiveDate: row.effective_date,
      originator: row.originator as Originator,
      createdAt: row.created_at,
      entries: row.entries,
      debits: row.debits,
    }
  )
}

/** The number of rows per statement. Larger batches would exceed the statement timeout. */
const rowsPerStatement = 5_000

const modifiers = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/**
 * Starts a file with the waiting entries, up to the maximum per file, and assigns trace numbers. Represented debits go into a
 * separate file, because they need their own description. A debit that the bank rejected was never presented before.
 *
 * @returns false, without starting a file, when no entry waits.
 * @throws Error for the 37th file of a day; the format allows 36.
 */
export async function beginFile(
  tx: Tx,
  file: Pick<BankFile, 'fileDate' | 'effectiveDate' | 'originator' | 'createdAt'> & { readonly most: number },
  which: 'first' | 'retries',
): Promise<boolean> {
  const { rows: before } = await sql<{ readonly files: number }>`
    select count(*)::integer as files from pay.bank_file where file_date = ${file.fileDate}::date`.execute(tx)
  const modifier = modifiers[before[0]?.files ?? 0]
  const waiting = sql`bank_numbers is not null and file_id is null and state = 'booked'
    and (case when kind = 'retry' then exists (select from pay.bank_return as parent
      where parent.item_id = enrollment_id::bigint and parent.retry_on is not null and parent.retries > 0)
      else false end) = ${which === 'retries'}`
  if (modifier === undefined) throw new Error(`There are already ${modifiers.length} bank files of ${file.fileDate}`)
  if (!(await sql`select id from pay.run_item where ${waiting} limit 1`.execute(tx)).rows[0]) return false
  const { rows: begun } = await sql<{ readonly id: number }>`
    insert into pay.bank_file (file_date, modifier, effective_date, originator, created_at, entries, debits)
    values (${file.fileDate}::date, ${modifier}, ${file.effectiveDate}::date, ${JSON.stringify(file.originator)}::jsonb,
      ${file.createdAt}::timestamptz, 0, 0)
    returning id`.execute(tx)
  const prefix = file.originator.destination.slice(0, 8)
  for (let room = file.most; room > 0; ) {
    // Join by number range: with a list of numbers, PostgreSQL plans for a few rows and takes hours for a million.
    const { rows } = await sql<{ readonly entries: number }>`
      with taken as (
        update pay.run_item
        set file_id = ${begun[0]?.id}, trace_number = ${prefix} || lpad(((id - 1) % ${offsetSequence - 1}::integer + 1)::text, 7, '0')
        where ${waiting} and id <= (
          select max(id) from (select id from pay.run_item where ${waiting} order by id limit ${Math.min(room, rowsPerStatement)}) as next)
        returning amount),
      total as (select count(*)::integer as entries, coalesce(sum(amount), 0)::bigint as debits from taken),
      added as (
        update pay.bank_file as file set entries = file.entries + total.entries, debits = file.debits + total.debits
        from total where file.id = ${begun[0]?.id})
      select entries from total`.execute(tx)
    const entries = rows[0]?.entries ?? 0
    if (entries === 0) break
    room -= entries
  }
  return true
}

/** Finds a released file by its day and modifier. */
export async function findReleasedFile(
  executor: Executor,
  { fileDate, modifier }: Pick<BankFile, 'fileDate' | 'modifier'>,
): Promise<{ readonly id: number; readonly effectiveDate: CalendarDate } | undefined> {
  return executor
    .selectFrom('pay.bank_file')
    .select(['id', 'effective_date as effectiveDate'])
    .where('file_date', '=', fileDate)
    .where('modifier', '=', modifier)
    .where('released_at', 'is not', null)
    .executeTakeFirst()
}

/** Finds the entries of a file that have one of these trace numbers. @returns their items by trace number. */
export async function findEntriesByTrace(
  executor: Executor,
  fileId: number,
  traces: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (traces.length === 0) return new Map()
  const { rows } = await sql<{ readonly id: number; readonly trace: string }>`
    select id, trace_number as trace from pay.run_item
    where file_id = ${fileId} and trace_number = any(${traces}::text[])`.execute(executor)
  return new Map(rows.map(({ id, trace }) => [trace, id]))
}

export interface FileItem {
  readonly id: number
  /** The event id of the draft, or the returned item for a represented debit. */
  readonly enrollmentId: string
  readonly accountNumber: string
  readonly amount: Cents
  readonly payerName: string
  readonly accountKind: string
  readonly bankNumbers: Uint8Array | null
  readonly traceNumber: string
  readonly transNo: string | null
  readonly lastFour: string | null
}

/** Lists the entries of a file by trace number, a page at a time. */
export async function listFileItems(
  executor: Executor,
  fileId: number,
  page: { readonly after: string; readonly limit: number },
): Promise<readonly FileItem[]> {
  const { rows } = await sql<FileItem & { readonly amount: number }>`
    select item.id, item.enrollment_id as "enrollmentId", item.account_number as "accountNumber", item.amount, item.payer_name as "payerName",
      item.account_kind as "accountKind", item.bank_numbers as "bankNumbers", item.trace_number as "traceNumber",
      item.trans_no as "transNo", payment.last_four as "lastFour"
    from pay.run_item as item left join pay.payment as payment on payment.trans_no = item.trans_no
    where item.file_id = ${fileId} and item.trace_number > ${page.after}
    order by item.trace_number limit ${page.limit}`.execute(executor)
  return rows.map((row) => ({ ...row, amount: cents(row.amount) }))
}

/** Removes an entry that cannot be written from its file. @returns false when it was removed before. */
export async function rejectItem(tx: Tx, fileId: number, item: FileItem, reason: string): Promise<boolean> {
  const rejected = await tx
    .updateTable('pay.run_item')
    .set({ state: 'failed', reason, bank_numbers: null, file_id: null, trace_number: null })
    .where('id', '=', item.id)
    .where('file_id', '=', fileId)
    .returning('id')
    .execute()
  if (rejected.length === 0) return false
  await sql`update pay.bank_file set entries = entries - 1, debits = debits - ${item.amount} where id = ${fileId}`.execute(
    tx,
  )
  return true
}

/** Releases a checked file, and deletes the bank numbers of its entries. @returns false when it was released before. */
export async function releaseFile(tx: Tx, fileId: number, now: Date, sha256: string): Promise<boolean> {
  const released = await tx
    .updateTable('pay.bank_file')
    .set({ released_at: now, sha256 })
    .where('id', '=', fileId)
    .where('released_at', 'is', null)
    .returning('id')
    .execute()
  let after: string | null = ''
  while (after !== null) {
    const cleared: { readonly rows: readonly { readonly last: string | null }[] } = await sql<{ last: string | null }>`
      with cleared as (
        update pay.run_item set bank_numbers = null
        where file_id = ${fileId} and trace_number > ${after} and trace_number <= (
          select max(trace_number) from (select trace_number from pay.run_item where file_id = ${fileId}
            and trace_number > ${after} order by trace_number limit ${rowsPerStatement}) as next)
        returning trace_number)
      select max(trace_number) as last from cleared`.execute(tx)
    after = cleared.rows[0]?.last ?? null
  }
  return released.length > 0
}
