import { sql } from 'kysely'
import type { Executor } from '../db/open-database.ts'
import { hasJobTables } from '../jobs/given-up-jobs.store.ts'
import { deadLetters } from '../jobs/jobs.ts'
import { deliverMessagesJob } from '../messages/deliver-messages.job.ts'

/** The figures by which alarms are raised. All counts are bounded. */
export interface AlarmFigures {
  /** Payments handed to the provider 15 to 60 minutes ago without a known outcome. */
  readonly unanswered: number
  /** True when a payment was settled by a postback within 15 minutes. */
  readonly hasPostback: boolean
  readonly lockedLogins: number
  readonly reconciliationDifferences: number
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

/** Reads the figures of the alarms. @param now the portal's time, which the rows are written with. */
export async function readAlarmFigures(executor: Executor, now: Date): Promise<AlarmFigures> {
  const { rows } = await sql<Omit<AlarmFigures, 'deadLetters' | 'jobLagSeconds'>>`
    select
      (select count(*)::int from (select 1 from pay.payment where state in ('requested', 'handed-off')
        and requested_at between ${now}::timestamptz - interval '60 minutes' and ${now}::timestamptz - interval '15 minutes'
        limit ${most}) as open) as "unanswered",
      exists (select 1 from (select trans_no from pay.payment
          where settled_at > ${now}::timestamptz - interval '15 minutes' order by settled_at desc limit ${most}) as settled
        where (select posting.event_id from pay.posting as posting
          where posting.trans_no = settled.trans_no and posting.source = 'postback' limit 1) is not null) as "hasPostback",
      (select count(*)::int from (select 1 from portal.login
        where locked_until > ${now}::timestamptz limit ${most}) as locked) as "lockedLogins",
      (select count(*)::int from (select 1 from pay.alarm where settled_at is null
        and kind in ('reconciliation-missing', 'reconciliation-different', 'reconciliation-extra', 'reconciliation-event')
        limit ${most}) as different) as "reconciliationDifferences",
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
