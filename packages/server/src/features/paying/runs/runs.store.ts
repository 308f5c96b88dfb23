import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents, zeroCents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { DueItem, ItemOutcome, ItemState, PendingDue, RunKind } from '../../../platform/runs/run-source.ts'

export interface Run {
  readonly runDate: CalendarDate
  /** The first day of the run. */
  readonly fromDate: CalendarDate
  readonly progress: { readonly kind: string; readonly key: string }
  readonly startedAt: Date
  readonly completedAt: Date | null
}

/** Starts the run of a day, or finds the started one. It covers the days since the last completed run. */
export async function startRun(tx: Tx, runDate: CalendarDate, earliest: CalendarDate, now: Date): Promise<Run> {
  await sql`
    insert into pay.run (run_date, from_date, started_at)
    select ${runDate}::date, greatest(${earliest}::date, coalesce(max(run_date) + 1, ${runDate}::date)), ${now}::timestamptz
    from pay.run where run_date < ${runDate}::date and completed_at is not null
    on conflict (run_date) do nothing`.execute(tx)
  const row = await tx.selectFrom('pay.run').selectAll().where('run_date', '=', runDate).executeTakeFirstOrThrow()
  return {
    runDate: row.run_date,
    fromDate: row.from_date,
    progress: { kind: row.progress_kind, key: row.progress_key },
    startedAt: row.started_at,
    completedAt: row.completed_at,
  }
}

/** A run that a process is working on. When staff repeat its failures, the run starts again with another start time. */
type KnownRun = Pick<Run, 'runDate' | 'startedAt'>

/** Records that the due items of a kind up to `key` are processed, so that a stopped run continues there. */
export async function noteProgress(
  executor: Executor,
  { runDate, startedAt }: KnownRun,
  progress: { readonly kind: string; readonly key: string },
): Promise<void> {
  await executor
    .updateTable('pay.run')
    .set({ progress_kind: progress.kind, progress_key: progress.key })
    .where('run_date', '=', runDate)
    .where('started_at', '=', startedAt)
    .where('completed_at', 'is', null)
    .execute()
}

/** Marks a run as complete. @returns false when it was completed or started again before. */
export async function completeRun(tx: Tx, { runDate, startedAt }: KnownRun, now: Date): Promise<boolean> {
  const rows = await tx
    .updateTable('pay.run')
    .set({ completed_at: now })
    .where('run_date', '=', runDate)
    .where('started_at', '=', startedAt)
    .where('completed_at', 'is', null)
    .returning('run_date')
    .execute()
  return rows.length > 0
}

/**
 * Starts the run of a day again for the items that failed, once staff have removed the cause. Final failures stay in the report: refused
 * scheduled and AutoPay payments, whose members were notified, and prenotes that did not fit into a bank file.
 *
 * @returns the number of items to repeat.
 */
export async function reopenFailed(tx: Tx, runDate: CalendarDate, now: Date): Promise<number> {
  const failed = await tx
    .deleteFrom('pay.run_item')
    .where('run_date', '=', runDate)
    .where('state', '=', 'failed')
    .where('trans_no', 'is', null)
    .where((eb) => eb.or([eb('reason', 'in', ['internal-error', 'replaced']), eb('kind', '=', 'method-draft')]))
    .returning('id')
    .execute()
  if (failed.length > 0)
    await tx
      .updateTable('pay.run')
      .set({ started_at: now, completed_at: null, progress_kind: '', progress_key: '' })
      .where('run_date', '=', runDate)
      .execute()
  return failed.length
}

/** The reason of a skipped due date that an open payment would cover. The payment may fail, so a later run retries the due date. */
export const postponedReason = 'payment-open'

/** The reason of a skipped due date that is too old to be collected. */
export const missedReason = 'missed'

/** Writes due dates as a table of an SQL statement: `due (kind, enrollment_id, due_date, position)`. */
const dueTable = (due: readonly DueItem[]) => {
  const column = (name: keyof DueItem) => sql`${due.map((one) => one[name])}::text[]`
  return sql`unnest(${column('kind')}, ${column('enrollmentId')}, ${column('dueDate')}::date[])
    with ordinality as due (kind, enrollment_id, due_date, position)`
}

/** Locks due dates by their keys until the transaction ends. Every process locks in the same order. */
export async function lockDue(tx: Tx, due: readonly DueItem[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(8675318, key) from (
      select distinct hashtext(concat_ws(' ', kind, enrollment_id, due_date)) as key from ${dueTable(due)} order by key) as keys`.execute(
    tx,
  )
}

/**
 * Finds the due dates that no run has processed, and those that an earlier run skipped because of an open payment. Callers lock the due
 * dates before, and must not process the others.
 */
export async function findNewDue(tx: Tx, due: readonly DueItem[], runDate: CalendarDate): Promise<readonly DueItem[]> {
  const { rows } = await sql<{ readonly position: number }>`
    select due.position::integer as position from ${dueTable(due)}
    left join pay.run_item as item using (kind, enrollment_id, due_date)
    where item.id is null
      or (item.state = 'skipped' and item.reason = ${postponedReason} and item.run_date < ${runDate}::date)
    order by due.position`.execute(tx)
  return rows.flatMap(({ position }) => due.slice(position - 1, position))
}

/** A due date with its outcome. */
export interface SettledDue {
  readonly due: DueItem
  readonly outcome: ItemOutcome
}

/**
 * Inserts the items of new due dates with their outcomes.
 *
 * @returns the item ids, in the order of the due dates.
 * @throws Error when one of them was processed before.
 */
export async function insertItems(
  tx: Tx,
  settled: readonly SettledDue[],
  { runDate, now }: { readonly runDate: CalendarDate; readonly now: Date },
): Promise<readonly number[]> {
  if (settled.length === 0) return []
  const rows = settled.map(({ due, outcome }) => ({
    kind: due.kind,
    enrollment_id: due.enrollmentId,
    due_date: due.dueDate,
    account_number: due.accountNumber,
    member_number: due.memberNumber,
    ...outcomeColumns(outcome),
  }))
  const { rows: inserted } = await sql<{ id: number; kind: string; enrollment_id: string; due_date: CalendarDate }>`
    insert into pay.run_item (kind, enrollment_id, due_date, run_date, account_number, member_number, amount, state, reason,
      trans_no, created_at, payer_name, account_kind, bank_numbers)
    select kind, enrollment_id, due_date, ${runDate}::date, account_number, member_number, amount, state, reason,
      trans_no, ${now}::timestamptz, payer_name, account_kind, decode(bank_numbers, 'hex')
    from json_to_recordset(${JSON.stringify(rows)}::json) as due (kind text, enrollment_id text, due_date date,
      account_number text, member_number text, amount bigint, state text, reason text, trans_no text, payer_name text,
      account_kind text, bank_numbers text)
    on conflict (kind, enrollment_id, due_date) do update set state = excluded.state, reason = excluded.reason,
        run_date = excluded.run_date, amount = excluded.amount, trans_no = excluded.trans_no,
        payer_name = excluded.payer_name, account_kind = excluded.account_kind, bank_numbers = excluded.bank_numbers
      where run_item.state = 'skipped' and run_item.reason = ${postponedReason} and run_item.run_date < excluded.run_date
    returning id, kind, enrollment_id, due_date`.execute(tx)
  const ids = new Map(inserted.map((row) => [`${row.kind} ${row.enrollment_id} ${row.due_date}`, row.id]))
  return settled.map(({ due: { kind, enrollmentId, dueDate } }) => {
    const id = ids.get(`${kind} ${enrollmentId} ${dueDate}`)
    if (id === undefined) throw new Error(`The due date ${dueDate} of ${kind} ${enrollmentId} was taken before`)
    return id
  })
}

const outcomeColumns = ({ state, reason = '', amount = zeroCents, transNo, bank }: ItemOutcome) => ({
  state,
  reason,
  amount,
  trans_no: transNo ?? null,
  payer_name: bank?.payerName ?? '',
  account_kind: bank?.accountKind ?? '',
  bank_numbers: bank === undefined ? null : Buffer.from(bank.bankNumbers).toString('hex'),
})

interface PostponedItem extends DueItem {
  readonly id: number
  /** The day of the last run that decided about it. */
  readonly triedOn: CalendarDate
}

/** Lists due dates of a kind that runs since `since` skipped because of an open payment, a page at a time. */
export async function listPostponed(
  executor: Executor,
  kind: RunKind,
  { since, before }: { readonly since: CalendarDate; readonly before: CalendarDate },
  page: { readonly after: number; readonly limit: number },
): Promise<readonly PostponedItem[]> {
  return itemsOf(executor, kind, page)
    .select('run_date as triedOn')
    .where('reason', '=', sql.lit('payment-open' as const))
    .where('state', '=', 'skipped')
    .where('run_date', '>=', since)
    .where('run_date', '<', before)
    .execute()
}

/** Stores the outcome of an item that was pending. */
export async function settleItem(executor: Executor, id: number, outcome: ItemOutcome): Promise<void> {
  const { state, reason, amount, trans_no } = outcomeColumns(outcome)
  await executor
    .updateTable('pay.run_item')
    .set({ state, reason, amount, trans_no })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

export interface PendingItem extends PendingDue {
  readonly id: number
}

/** Lists the pending items of a kind, of any run, a page at a time. */
export async function listPendingItems(
  executor: Executor,
  kind: RunKind,
  page: { readonly after: number; readonly limit: number },
): Promise<readonly PendingItem[]> {
  return itemsOf(executor, kind, page).select('amount').where('state', '=', 'pending').execute()
}

/** Selects a page of a kind's items by id. */
const itemsOf = (executor: Executor, kind: RunKind, page: { readonly after: number; readonly limit: number }) =>
  executor
    .selectFrom('pay.run_item')
    .select([
      'id',
      'kind',
      'enrollment_id as enrollmentId',
      'due_date as dueDate',
      'account_number as accountNumber',
      'member_number as memberNumber',
    ])
    .where('kind', '=', kind)
    .$narrowType<{ kind: RunKind }>()
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.limit)

export interface RunCount {
  readonly kind: string
  readonly state: ItemState
  readonly reason: string
  readonly items: number
  readonly amount: Cents
}

/** Counts the items of a run by kind, state and reason. */
export async function countItems(executor: Executor, runDate: CalendarDate): Promise<readonly RunCount[]> {
  const { rows } = await sql<RunCount>`
    select kind, state, reason, count(*)::integer as items, sum(amount)::bigint as amount
    from pay.run_item where run_date = ${runDate}::date
    group by kind, state, reason order by kind, state, reason`.execute(executor)
  return rows.map((row) => ({ ...row, amount: cents(Number(row.amount)) }))
}

export interface ListedRun extends Pick<Run, 'runDate' | 'completedAt'> {
  readonly counts: readonly RunCount[]
}

/** Lists the latest runs, newest first. */
export async function listRuns(executor: Executor, limit: number): Promise<readonly ListedRun[]> {
  const rows = await executor
    .selectFrom('pay.run')
    .select(['run_date', 'completed_at'])
    .orderBy('run_date', 'desc')
    .limit(limit)
    .execute()
  return Promise.all(
    rows.map(async (row) => ({
      runDate: row.run_date,
      completedAt: row.completed_at,
      counts: await countItems(executor, row.run_date),
    })),
  )
}
