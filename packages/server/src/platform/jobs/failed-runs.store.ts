import { sql } from 'kysely'
import type { Executor } from '../db/open-database.ts'

/**
 * Tells whether an earlier scheduled run of a job failed and will be retried within these seconds.
 *
 * @param id the run that asks.
 */
export async function hasEarlierRun(
  executor: Executor,
  { name, id, seconds }: { readonly name: string; readonly id: string; readonly seconds: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from job.job
    where name = ${name} and state = 'retry' and not blocked and data ->> 'isScheduled' = 'true'
      and start_after <= now() + make_interval(secs => ${seconds}::integer)
      and created_on < (select created_on from job.job where name = ${name} and id = ${id}::uuid)
    limit 1`.execute(executor)
  return rows.length > 0
}
