import { sql } from 'kysely'
import type { Executor } from '../db/open-database.ts'
import { deadLetters } from '../jobs/jobs.ts'
import { mostCounted } from './slice-health.ts'

/**
 * Counts events, messages and jobs that wait, up to `mostCounted` of a kind. Each kind has a partial index that contains these rows
 * only.
 */
export async function countWaiting(
  executor: Executor,
): Promise<readonly { readonly kind: string; readonly waiting: number }[]> {
  const { rows } = await sql<{ kind: string; waiting: number }>`
    select 'event' as kind, count(*)::int as waiting from (
      select 1 from outbox.event where acknowledged_at is null limit ${mostCounted}) as event
    union all select 'message', count(*)::int from (
      select 1 from outbox.message where sent_at is null limit ${mostCounted}) as message`.execute(executor)
  return [...rows, { kind: 'dead-letter', waiting: await countDeadLetters(executor) }]
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
