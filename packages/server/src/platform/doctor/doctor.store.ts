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

/** The progress of comparing the provider's reports with the ledger. */
export interface ComparedThrough {
  /** The newest day compared, `yyyy-MM-dd`; null when none was. */
  readonly newest: string | null
  /** The oldest day that was not compared; null when none is open. */
  readonly oldestOpen: string | null
  readonly open: number
}

/** Reads which of the provider's days, up to and with `last`, were compared with the ledger. */
export async function readComparedThrough(executor: Executor, last: CalendarDate): Promise<ComparedThrough> {
  const { rows } = await sql<ComparedThrough>`
    select (select max(day)::text from pay.compared_day) as newest, min(open.day)::text as "oldestOpen",
      count(*)::integer as open
    from (
      select wanted.day::date as day
      from generate_series((select min(day) from pay.compared_day), ${last}::date, interval '1 day') as wanted (day)
      where not exists (select from pay.compared_day as compared where compared.day = wanted.day::date)) as open`.execute(
    executor,
  )
  return rows[0] ?? { newest: null, oldestOpen: null, open: 0 }
}

/** True when people who register may enter a contact that is not on file. */
export async function readAllowsOwnContacts(executor: Executor): Promise<boolean> {
  const row = await executor
    .selectFrom('portal.setting')
    .select('value')
    .where('key', '=', 'allowUserProvidedContact')
    .executeTakeFirst()
  return row?.value === true || row?.value === 'Y'
}
