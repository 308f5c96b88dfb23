import { sql } from 'kysely'
import type { Executor } from '../platform/db/open-database.ts'

/** Counts the connections to the test's database that wait for a lock. */
export async function countWaiting(db: Executor): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Waits until connections of the test's database wait for a lock.
 *
 * @param isOver returns true once no other one will wait.
 * @throws Error when they do not within half a minute.
 */
export async function untilWaiting(db: Executor, count = 1, isOver: () => boolean = () => false): Promise<void> {
  for (const late = Date.now() + 30_000; !isOver() && (await countWaiting(db)) < count; )
    if (Date.now() > late) throw new Error(`Not ${count} connections wait for a lock`)
    else await new Promise((resolve) => setTimeout(resolve, 5))
}
