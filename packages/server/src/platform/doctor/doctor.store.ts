import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { sql } from 'kysely'
import type { Executor } from '../db/open-database.ts'
import { hasJobTables } from '../jobs/given-up-jobs.store.ts'

/**
 * Reads the time at which a job last succeeded; null when the queue has no such run. A run that left its work to an
 * earlier run does not count.
 */
export async function readLastRun(executor: Executor, jobName: string): Promise<Date | null> {
  if (!(await hasJobTables(executor))) return null
  const { rows } = await sql<{ at: Date | null }>`
    select max(completed_on) as at from job.job
    where name = ${jobName} and state = 'completed' and output ->> 'isLeft' is null`.execute(executor)
  return rows[0]?.at ?? null
}

/** The day of the newest bill of today or before in the cooperative's data, `yyyy-MM-dd`; null without bills. */
export async function readNewestBillDay(executor: Executor, today: CalendarDate): Promise<string | null> {
  const row = await executor
    .selectFrom('cis.bill')
    .select('bill_date')
    // A mistyped year must not hide that imports stopped.
    .where('bill_date', '<=', today)
    .orderBy('bill_date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.bill_date ?? null
}
