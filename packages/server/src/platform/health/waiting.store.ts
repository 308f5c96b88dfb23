import { type AlarmKind, alarmKinds } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { sql } from 'kysely'
import type { Executor } from '../db/open-database.ts'
import { deadLetters } from '../jobs/jobs.ts'

/** Counting stops here: an operator acts long before, and a scrape of a large backlog stays as quick as any other. */
export const mostCounted = 10_000

/**
 * Counts waiting rows by kind, up to `mostCounted` of a kind. Each kind has a partial index that contains these rows
 * only.
 */
export async function countWaiting(
  executor: Executor,
): Promise<readonly { readonly kind: string; readonly waiting: number }[]> {
  const { rows } = await sql<{ kind: string; waiting: number }>`
    select 'event' as kind, count(*)::int as waiting from (
      select 1 from outbox.event where acknowledged_at is null limit ${mostCounted}) as event
    union all select 'message', count(*)::int from (
      select 1 from outbox.message where sent_at is null limit ${mostCounted}) as message
    union all select 'payment', count(*)::int from (
      select 1 from pay.payment where state in ('requested', 'handed-off') limit ${mostCounted}) as payment
    union all select 'review', count(*)::int from (
      select 1 from pay.payment where state = 'under-review' limit ${mostCounted}) as payment
    union all select 'alarm', count(*)::int from (
      select 1 from pay.alarm where settled_at is null limit ${mostCounted}) as alarm`.execute(executor)
  return [...rows, { kind: 'dead-letter', waiting: await countDeadLetters(executor) }]
}

/**
 * Counts unsettled alarms about payments of each kind, 0 included, up to `mostCounted` of a kind. The index
 * `alarm_open` has them by kind.
 */
export async function countPaymentAlarms(
  executor: Executor,
): Promise<readonly { readonly kind: AlarmKind; readonly alarms: number }[]> {
  const { rows } = await sql<{ kind: AlarmKind; alarms: number }>`
    select known.kind, (select count(*)::int from (
      select 1 from pay.alarm where alarm.kind = known.kind and settled_at is null limit ${mostCounted}) as unsettled) as alarms
    from unnest(${[...alarmKinds]}::text[]) as known (kind)`.execute(executor)
  return rows
}

/** The job queue creates its tables at its first start. */
async function countDeadLetters(executor: Executor): Promise<number> {
  const known = await sql<{ known: boolean }>`select to_regclass('job.job') is not null as known`.execute(executor)
  if (known.rows[0]?.known !== true) return 0
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from (
      select 1 from job.job where name = ${deadLetters} limit ${mostCounted}) as dead`.execute(executor)
  return rows[0]?.waiting ?? 0
}
