import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../platform/db/open-database.ts'
import type { Originator } from './write-nacha.ts'

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

/** Makes exports wait for each other until the transaction ends. */
export async function lockBankFiles(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(8675314)`.execute(tx)
}

/** The file that was begun and not released; a process that wrote it may have died. */
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

const modifiers = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/**
 * Begins a file with every entry that waits for one, and gives each its trace number. Debits that are presented again have a file
 * of their own, because they need a description of their own.
 *
 * @returns false, with nothing begun, when none waits.
 * @throws Error for the 37th file of a day: the format has 36.
 */
export async function beginFile(
  tx: Tx,
  file: Pick<BankFile, 'fileDate' | 'effectiveDate' | 'originator' | 'createdAt'>,
  which: 'first' | 'retries',
): Promise<boolean> {
  const { rows: before } = await sql<{ readonly files: number }>`
    select count(*)::integer as files from pay.bank_file where file_date = ${file.fileDate}::date`.execute(tx)
  const modifier = modifiers[before[0]?.files ?? 0]
  if (modifier === undefined) throw new Error(`There are ${modifiers.length} bank files of ${file.fileDate} already`)
  const { rows } = await sql<{ readonly id: number }>`
    with waiting as (
      select id, amount from pay.run_item
      where bank_numbers is not null and file_id is null and state = 'booked' and (kind = 'retry') = ${which === 'retries'}
      for update),
    file as (
      insert into pay.bank_file (file_date, modifier, effective_date, originator, created_at, entries, debits)
      select ${file.fileDate}::date, ${modifier}, ${file.effectiveDate}::date, ${JSON.stringify(file.originator)}::jsonb,
        ${file.createdAt}::timestamptz, count(*), sum(amount) from waiting having count(*) > 0
      returning id),
    entries as (
      update pay.run_item as item
      set file_id = file.id,
        trace_number = ${file.originator.destination.slice(0, 8)} || lpad(((item.id - 1) % 9999998 + 1)::text, 7, '0')
      from file, waiting where item.id = waiting.id)
    select id from file`.execute(tx)
  return rows.length > 0
}

export interface FileItem {
  readonly id: number
  readonly accountNumber: string
  readonly amount: Cents
  readonly payerName: string
  readonly accountKind: string
  readonly bankNumbers: Uint8Array | null
  readonly traceNumber: string
  readonly transNo: string | null
  readonly lastFour: string | null
}

/** The entries of a file in the order of their trace numbers, a page at a time. */
export async function listFileItems(
  executor: Executor,
  fileId: number,
  page: { readonly after: string; readonly limit: number },
): Promise<readonly FileItem[]> {
  const { rows } = await sql<FileItem & { readonly amount: number }>`
    select item.id, item.account_number as "accountNumber", item.amount, item.payer_name as "payerName",
      item.account_kind as "accountKind", item.bank_numbers as "bankNumbers", item.trace_number as "traceNumber",
      item.trans_no as "transNo", payment.last_four as "lastFour"
    from pay.run_item as item left join pay.payment as payment on payment.trans_no = item.trans_no
    where item.file_id = ${fileId} and item.trace_number > ${page.after}
    order by item.trace_number limit ${page.limit}`.execute(executor)
  return rows.map((row) => ({ ...row, amount: cents(row.amount) }))
}

/** Takes an entry that cannot be written out of its file. @returns false when it was taken out before. */
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

/** Releases a file that was written and checked, and deletes the bank numbers of its entries. @returns false when it was before. */
export async function releaseFile(tx: Tx, fileId: number, now: Date, sha256: string): Promise<boolean> {
  const released = await tx
    .updateTable('pay.bank_file')
    .set({ released_at: now, sha256 })
    .where('id', '=', fileId)
    .where('released_at', 'is', null)
    .returning('id')
    .execute()
  await tx.updateTable('pay.run_item').set({ bank_numbers: null }).where('file_id', '=', fileId).execute()
  return released.length > 0
}
