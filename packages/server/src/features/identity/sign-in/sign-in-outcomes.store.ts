import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'

/** The maximum number of counted sign-ins. More of them would not change the verdict. */
const mostCounted = 100_000

/** Counts the sign-ins that succeeded and that failed since a moment, among the last 100,000. */
export async function countSignIns(
  executor: Executor,
  since: Date,
): Promise<{ readonly succeeded: number; readonly failed: number }> {
  const { rows } = await sql<{ succeeded: number; failed: number }>`
    select
      (count(*) filter (where kind = 'sign-in.succeeded'))::integer as succeeded,
      (count(*) filter (where kind <> 'sign-in.succeeded'))::integer as failed
    from (
      select kind from portal.audit
      where kind in ('sign-in.succeeded', 'sign-in.failed', 'sign-in.code-failed') and at > ${since}::timestamptz
      order by at desc
      limit ${mostCounted}) as recent`.execute(executor)
  return rows[0] ?? { succeeded: 0, failed: 0 }
}
