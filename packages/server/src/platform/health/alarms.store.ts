import { sql } from 'kysely'
import type { Executor } from '../db/open-database.ts'
import { hasJobTables } from '../jobs/given-up-jobs.store.ts'
import { deadLetters } from '../jobs/jobs.ts'
import { deliverMessagesJob } from '../messages/deliver-messages.job.ts'

/** The figures by which the platform raises alarms. All counts are bounded. */
export interface AlarmFigures {
  /** The refused files in the watch folders, by a report of the last day: a watch with `--once` may run daily. */
  readonly refusedImports: number
  readonly deadLetters: number
  /**
   * The seconds that the oldest due job has waited, by the clock of the database. Jobs that deliver messages are left
   * out: a run of thousands lasts minutes while others wait, and `coopline_oldest_message_seconds` shows whether
   * messages are late.
   */
  readonly jobLagSeconds: number
  /** Age of the newest completed backup; without one, the time since the portal was installed. */
  readonly backupSeconds: number
  /** Age of the oldest event that the cooperative's systems have not acknowledged; 0 without one. */
  readonly oldestEventSeconds: number
}

const most = 1000

/** Reads the figures of the platform's alarms. @param now the portal's time, which the rows are written with. */
export async function readAlarmFigures(executor: Executor, now: Date): Promise<AlarmFigures> {
  const { rows } = await sql<Omit<AlarmFigures, 'deadLetters' | 'jobLagSeconds'>>`
    select
      (select count(*)::int from (select 1 from portal.refused_import
        where seen_at > ${now}::timestamptz - interval '25 hours' limit ${most}) as refused) as "refusedImports",
      greatest(0, extract(epoch from ${now}::timestamptz - coalesce(
        (select max(taken_at) from portal.backup_taken),
        (select min(applied_at) from public.coopline_migration), ${now}::timestamptz))::float8) as "backupSeconds",
      greatest(0, coalesce((select extract(epoch from ${now}::timestamptz - created_at) from outbox.event
        where acknowledged_at is null order by id limit 1), 0)::float8) as "oldestEventSeconds"`.execute(executor)
  const [figures] = rows
  if (figures === undefined) throw new Error('The database answered no figures')
  return { ...figures, ...(await readJobFigures(executor)) }
}

async function readJobFigures(executor: Executor): Promise<Pick<AlarmFigures, 'deadLetters' | 'jobLagSeconds'>> {
  if (!(await hasJobTables(executor))) return { deadLetters: 0, jobLagSeconds: 0 }
  const { rows } = await sql<{ deadLetters: number; jobLagSeconds: number }>`
    select
      (select count(*)::int from (select 1 from job.job where name = ${deadLetters} limit ${most}) as dead) as "deadLetters",
      coalesce((select extract(epoch from now() - min(start_after))::int from job.job
        where state < 'active' and name not in (${deadLetters}, ${deliverMessagesJob.name}) and start_after <= now()), 0) as "jobLagSeconds"`.execute(
    executor,
  )
  return rows[0] ?? { deadLetters: 0, jobLagSeconds: 0 }
}
