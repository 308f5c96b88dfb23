import { sql } from 'kysely'
import type { Executor } from '../db/open-database.ts'
import { deadLetters } from './jobs.ts'

/** Jobs of one kind that failed. */
export interface FailedJobs {
  /** The kind of work, as the log names it (`job`). */
  readonly name: string
  readonly count: number
  readonly newestAt: Date
  /** The error of the newest one. */
  readonly error: string
}

const ofKind = (name: string | undefined) => (name === undefined ? sql`true` : sql`source_name = ${name}`)

/** The job queue makes its tables at its first start. */
export async function hasJobTables(executor: Executor): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('job.job') is not null as known`.execute(executor)
  return rows[0]?.known === true
}

/** Lists the jobs that failed every attempt, by kind. */
export async function listGivenUpJobs(executor: Executor): Promise<readonly FailedJobs[]> {
  const { rows } = await sql<FailedJobs>`
    select source_name as name, count(*)::integer as count, max(created_on) as "newestAt",
      coalesce((array_agg(output ->> 'message' order by created_on desc))[1], '') as error
    from (select source_name, created_on, output from job.job
      where name = ${deadLetters} and state < 'active' order by created_on desc limit 10000) as given_up
    group by source_name order by source_name`.execute(executor)
  return rows
}

/** Lists the jobs that failed and are going to be tried again, by kind. */
export async function listRetriedJobs(executor: Executor): Promise<readonly FailedJobs[]> {
  const { rows } = await sql<FailedJobs>`
    select name, count(*)::integer as count, max(started_on) as "newestAt",
      coalesce((array_agg(output ->> 'message' order by started_on desc))[1], '') as error
    from (select name, started_on, output from job.job
      where state = 'retry' and state < 'active' order by name, start_after limit 10000) as retried
    group by name order by name`.execute(executor)
  return rows
}

/** Lists the scheduled jobs with their schedules (cron, UTC), by name. */
export async function listScheduledJobs(
  executor: Executor,
): Promise<readonly { readonly name: string; readonly cron: string }[]> {
  const { rows } = await sql<{ name: string; cron: string }>`
    select name, cron from job.schedule order by name limit 1000`.execute(executor)
  return rows
}

/** @param name only jobs of this kind. @returns how many were removed. */
export async function removeGivenUpJobs(executor: Executor, name: string | undefined): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from job.job where name = ${deadLetters} and state < 'active' and ${ofKind(name)}`.execute(executor)
  return Number(numAffectedRows ?? 0)
}
