import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'

export interface ListedRun {
  readonly runDate: CalendarDate
  readonly fromDate: CalendarDate
  readonly startedAt: Date
  readonly completedAt: Date | null
  /** Items that failed, up to `mostFailed`. */
  readonly failed: number
}

/** Further ones are not counted: a list of runs must not read all their items. */
const mostFailed = 1_000

const columns = sql`run.run_date::text as "runDate", run.from_date::text as "fromDate", run.started_at as "startedAt",
  run.completed_at as "completedAt",
  (select count(*)::integer from (select from pay.run_item as item
    where item.run_date = run.run_date and item.state = 'failed' limit ${mostFailed}) as failed) as failed`

/** Lists runs, newest first. @param after the day of the last one of the page before. */
export async function listRunsOfAll(
  executor: Executor,
  after: CalendarDate | null,
  limit: number,
): Promise<readonly ListedRun[]> {
  const { rows } = await sql<ListedRun>`
    select ${columns} from pay.run as run where run.run_date < ${after ?? 'infinity'}::date
    order by run.run_date desc limit ${limit}`.execute(executor)
  return rows
}

/** Finds the run of a day. */
export async function findRun(executor: Executor, runDate: CalendarDate): Promise<ListedRun | undefined> {
  const { rows } = await sql<ListedRun>`
    select ${columns} from pay.run as run where run.run_date = ${runDate}::date`.execute(executor)
  return rows[0]
}
