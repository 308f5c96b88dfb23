import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import type { Posting } from '@coopline/rules/paying/payment-state/payment-state'
import { memberAccountPrefix } from '../ledger/ledger.ts'
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

/** Begins the record of compared days, unless it has begun, so that the days of a failed first comparison stay open. */
export async function beginComparedDays(executor: Executor, day: CalendarDate, now: Date): Promise<void> {
  await sql`
    insert into pay.compared_day (day, compared_at)
    select ${day}::date, ${now}::timestamptz where (select min(day) from pay.compared_day) is null
    on conflict (day) do nothing`.execute(executor)
}

/** Records that the provider's reports of some days were compared with the ledger. */
export async function recordComparedDays(
  executor: Executor,
  { first, last }: { readonly first: CalendarDate; readonly last: CalendarDate },
  now: Date,
): Promise<void> {
  await sql`
    insert into pay.compared_day (day, compared_at)
    select day::date, ${now}::timestamptz from generate_series(${first}::date, ${last}::date, interval '1 day') as day
    on conflict (day) do update set compared_at = excluded.compared_at`.execute(executor)
}

/** Lists days that were not compared, oldest first, through `last`; none before the record begins. */
export async function listOpenDays(
  executor: Executor,
  last: CalendarDate,
  limit: number,
): Promise<readonly CalendarDate[]> {
  const { rows } = await sql<{ day: CalendarDate }>`
    select open.day::date::text as day
    from generate_series((select min(day) from pay.compared_day), ${last}::date, interval '1 day') as open (day)
    where not exists (select from pay.compared_day as compared where compared.day = open.day::date)
    order by open.day limit ${limit}`.execute(executor)
  return rows.map(({ day }) => day)
}

/** An account's share of a booking, and the amount in the events for the cooperative. Amounts are whole cents, above zero. */
export interface ShareAndEvents {
  readonly transNo: string
  readonly kind: Posting | 'return-fee'
  readonly accountNumber: string
  readonly booked: Cents
  readonly sent: Cents
}

/**
 * Lists the bookings of some payments beside the events about them, account by account. Several bookings or events of a kind are summed
 * up. An account without a booking or an event has zero on that side.
 */
export async function listSharesAndEvents(
  executor: Executor,
  transNos: readonly string[],
): Promise<readonly ShareAndEvents[]> {
  const some = [...transNos]
  // `offset 0` keeps the ledger a look-up for each booking: the planner expects many bookings and would read all of it.
  const { rows } = await sql<{
    trans_no: string
    kind: Posting | 'return-fee'
    account_number: string
    booked: Cents
    sent: Cents
  }>`
    select trans_no, kind, account_number, sum(booked)::bigint as booked, sum(sent)::bigint as sent
    from (
      select booking.trans_no, split_part(booking.kind, '#', 1) as kind, share.account_number, share.amount as booked, 0 as sent
      from pay.booking as booking cross join lateral (
        select substr(ledger_account, ${memberAccountPrefix.length + 1}::integer) as account_number, abs(amount) as amount
        from pay.ledger_entry where booking_id = booking.id and starts_with(ledger_account, ${memberAccountPrefix})
        offset 0) as share
      where booking.trans_no = any(${some}::text[])
      union all
      select event.body ->> 'transNo',
        case event.kind when 'payment-confirmed' then 'payment' when 'payment-refunded' then 'refund'
          when 'payment-returned' then 'return' when 'payment-reinstated' then 'reinstatement' else 'return-fee' end,
        event.account_number, 0, (event.body ->> 'amount')::bigint
      from outbox.event as event
      where event.body ->> 'transNo' = any(${some}::text[])
        and event.kind in ('payment-confirmed', 'payment-refunded', 'payment-returned', 'payment-return-fee', 'payment-reinstated')) as side
    group by trans_no, kind, account_number
    order by trans_no, kind, account_number`.execute(executor)
  return rows.map((row) => ({
    transNo: row.trans_no,
    kind: row.kind,
    accountNumber: row.account_number,
    booked: cents(row.booked),
    sent: cents(row.sent),
  }))
}
