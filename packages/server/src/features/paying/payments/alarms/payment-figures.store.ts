import { type AlarmKind, alarmKinds } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { sql } from 'kysely'
import type { Executor } from '../../../../platform/db/open-database.ts'
import { mostCounted } from '../../../../platform/health/slice-health.ts'

const most = 1000

/**
 * Counts payments handed to the provider of the hosted form 15 to 60 minutes ago without a known outcome. None count while a postback
 * settles payments: one did within 15 minutes. The news of other providers is no postback that settles: the portal asks.
 */
export async function countUnanswered(executor: Executor, now: Date): Promise<number> {
  const { rows } = await sql<{ unanswered: number; hasPostback: boolean }>`
    select
      (select count(*)::int from (select 1 from pay.payment where state in ('requested', 'handed-off')
        and coalesce(provider, 'hosted-form') = 'hosted-form'
        and requested_at between ${now}::timestamptz - interval '60 minutes' and ${now}::timestamptz - interval '15 minutes'
        limit ${most}) as open) as "unanswered",
      exists (select 1 from (select trans_no from pay.payment
          where settled_at > ${now}::timestamptz - interval '15 minutes' order by settled_at desc limit ${most}) as settled
        where (select posting.event_id from pay.posting as posting
          where posting.trans_no = settled.trans_no and posting.source = 'postback' limit 1) is not null) as "hasPostback"`.execute(
    executor,
  )
  const [found] = rows
  return found === undefined || found.hasPostback ? 0 : found.unanswered
}

/** Counts unsettled differences between the provider's report and the ledger. */
export async function countDifferences(executor: Executor): Promise<number> {
  const { rows } = await sql<{ differences: number }>`
    select count(*)::int as differences from (select 1 from pay.alarm where settled_at is null
      and kind in ('reconciliation-missing', 'reconciliation-different', 'reconciliation-extra', 'reconciliation-event')
      limit ${most}) as different`.execute(executor)
  return rows[0]?.differences ?? 0
}

/** Counts news of providers that have waited for their look for more than an hour. */
export async function countLateNews(executor: Executor, now: Date): Promise<number> {
  const { rows } = await sql<{ late: number }>`
    select count(*)::int as late from (select 1 from pay.provider_notice where done_at is null
      and received_at < ${now}::timestamptz - interval '1 hour' limit ${most}) as waiting`.execute(executor)
  return rows[0]?.late ?? 0
}

/**
 * Counts open payments, payments under review, news that wait for their look and unsettled alarms. Each kind has a partial index that
 * contains these rows only.
 */
export async function countWaitingPayments(
  executor: Executor,
): Promise<readonly { readonly kind: string; readonly waiting: number }[]> {
  const { rows } = await sql<{ kind: string; waiting: number }>`
    select 'payment' as kind, count(*)::int as waiting from (
      select 1 from pay.payment where state in ('requested', 'handed-off') limit ${mostCounted}) as payment
    union all select 'review', count(*)::int from (
      select 1 from pay.payment where state = 'under-review' limit ${mostCounted}) as payment
    union all select 'provider-news', count(*)::int from (
      select 1 from pay.provider_notice where done_at is null limit ${mostCounted}) as notice
    union all select 'alarm', count(*)::int from (
      select 1 from pay.alarm where settled_at is null limit ${mostCounted}) as alarm`.execute(executor)
  return rows
}

/**
 * Counts unsettled alarms about payments of each kind, 0 included, up to `mostCounted` of a kind. The index
 * `alarm_open` has them by kind.
 */
export async function countAlarmsByKind(
  executor: Executor,
): Promise<readonly { readonly of: AlarmKind; readonly value: number }[]> {
  const { rows } = await sql<{ of: AlarmKind; value: number }>`
    select known.kind as of, (select count(*)::int from (
      select 1 from pay.alarm where alarm.kind = known.kind and settled_at is null limit ${mostCounted}) as unsettled) as value
    from unnest(${[...alarmKinds]}::text[]) as known (kind)`.execute(executor)
  return rows
}

/** The progress of comparing the provider's reports with the ledger. */
export interface ComparedThrough {
  /** The newest day compared, `yyyy-MM-dd`; null when none was. */
  readonly newest: string | null
  /** The oldest day that was not compared; null when none is open. */
  readonly oldestOpen: string | null
  readonly open: number
}

/** Reads which of the provider's days, up to and with `last`, were compared with the ledger. */
export async function readComparedThrough(executor: Executor, last: CalendarDate): Promise<ComparedThrough> {
  const { rows } = await sql<ComparedThrough>`
    select (select max(day)::text from pay.compared_day) as newest, min(open.day)::text as "oldestOpen",
      count(*)::integer as open
    from (
      select wanted.day::date as day
      from generate_series((select min(day) from pay.compared_day), ${last}::date, interval '1 day') as wanted (day)
      where not exists (select from pay.compared_day as compared where compared.day = wanted.day::date)) as open`.execute(
    executor,
  )
  return rows[0] ?? { newest: null, oldestOpen: null, open: 0 }
}
