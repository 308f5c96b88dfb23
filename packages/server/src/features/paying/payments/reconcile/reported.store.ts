import { sql } from 'kysely'
import type { Executor } from '../../../../platform/db/open-database.ts'
import type {
  ProviderEvent,
  ProviderStanding,
  ReportedPayment,
} from '../../../../platform/payment-gateway/payment-gateway.ts'
import type { UnreadablePayment } from '../../../../platform/payment-gateway/read-payment.ts'

/** A payment in the reports: its events, in the order of the reports, and its standing in the last report. */
export interface ReportedStanding {
  readonly events: readonly ProviderEvent[]
  readonly standing: ProviderStanding
}

/** The reported payments, by transaction number. */
export type Reported = ReadonlyMap<string, ReportedStanding>

/** Stores a page of a report for one reconciliation. */
export async function insertReported(
  executor: Executor,
  reconciliation: string,
  page: readonly ReportedPayment[],
  now: Date,
): Promise<void> {
  const rows = page.map((one) =>
    one.kind === 'readable'
      ? { trans_no: one.transNo, said: { events: one.events, standing: one.standing } }
      : { trans_no: null, said: one.payment },
  )
  await sql`
    insert into pay.reported_payment (reconciliation, trans_no, said, read_at)
    select ${reconciliation}, trans_no, said, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as reported (trans_no text, said jsonb)`.execute(executor)
}

/** Lists reported payments by transaction number, a page at a time. */
export async function listReported(
  executor: Executor,
  reconciliation: string,
  page: { readonly after: string; readonly limit: number },
): Promise<Reported> {
  const rows = await reportedRows(executor, reconciliation)
    .where('trans_no', '>', page.after)
    .orderBy('trans_no')
    .limit(page.limit)
    .execute()
  return toReported(rows)
}

/** Finds those payments that are in the reports. */
export async function findReported(
  executor: Executor,
  reconciliation: string,
  transNos: readonly string[],
): Promise<Reported> {
  const rows = await reportedRows(executor, reconciliation)
    .where(sql<boolean>`trans_no = any(${[...transNos]}::text[])`)
    .execute()
  return toReported(rows)
}

const reportedRows = (executor: Executor, reconciliation: string) =>
  executor
    .selectFrom('pay.reported_payment')
    .select('trans_no')
    .select(sql<readonly ReportedStanding[]>`jsonb_agg(said order by position)`.as('said'))
    .where('reconciliation', '=', reconciliation)
    .where('trans_no', 'is not', null)
    .groupBy('trans_no')

const toReported = (
  rows: readonly { readonly trans_no: string | null; readonly said: readonly ReportedStanding[] }[],
): Reported =>
  new Map(
    rows.map(({ trans_no: transNo, said }) => [
      transNo ?? '',
      {
        events: said.flatMap(({ events }) => events),
        standing: said.at(-1)?.standing ?? { status: 'open', netAmount: null },
      },
    ]),
  )

/** An unreadable payment of a report, and its place in the list. */
export interface UnreadableReported {
  readonly position: number
  readonly payment: UnreadablePayment
}

/** Lists unreadable payments of the reports, a page at a time. */
export async function listUnreadable(
  executor: Executor,
  reconciliation: string,
  page: { readonly after: number; readonly limit: number },
): Promise<readonly UnreadableReported[]> {
  const rows = await executor
    .selectFrom('pay.reported_payment')
    .select(['position', 'said'])
    .where('reconciliation', '=', reconciliation)
    .where('trans_no', 'is', null)
    .where('position', '>', page.after)
    .orderBy('position')
    .limit(page.limit)
    .execute()
  return rows.map((row) => ({ position: row.position, payment: row.said as UnreadablePayment }))
}

/**
 * Deletes some rows of a reconciliation, and those that a killed one left before `readBefore`.
 *
 * @returns the number of rows deleted; call again until it is 0.
 */
export async function deleteReported(
  executor: Executor,
  reconciliation: string,
  { readBefore, limit }: { readonly readBefore: Date; readonly limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from pay.reported_payment where (reconciliation, position) in (
      (select reconciliation, position from pay.reported_payment where reconciliation = ${reconciliation} limit ${limit})
      union all
      (select reconciliation, position from pay.reported_payment where read_at < ${readBefore}::timestamptz limit ${limit}))`.execute(
    executor,
  )
  return Number(numAffectedRows ?? 0)
}
