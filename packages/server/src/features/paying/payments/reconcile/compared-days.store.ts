import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { sql } from 'kysely'
import type { Executor } from '../../../../platform/db/open-database.ts'

/** Begins the record of compared days, unless it has begun, so that the days of a failed first comparison stay open. */
export async function beginComparedDays(executor: Executor, day: CalendarDate, now: Date): Promise<void> {
  await sql`
    insert into pay.compared_day (day, compared_at)
    select ${day}::date, ${now}::timestamptz where (select min(day) from pay.compared_day) is null
    on conflict (day) do nothing`.execute(executor)
}

/** Records that the provider's reports of some days were compared with the ledger. */
export async function recordComparedDays(
  executor: Executor,
  { first, last }: { readonly first: CalendarDate; readonly last: CalendarDate },
  now: Date,
): Promise<void> {
  await sql`
    insert into pay.compared_day (day, compared_at)
    select day::date, ${now}::timestamptz from generate_series(${first}::date, ${last}::date, interval '1 day') as day
    on conflict (day) do update set compared_at = excluded.compared_at`.execute(executor)
}

/** Lists days that were not compared, oldest first, through `last`; none before the record begins. */
export async function listOpenDays(
  executor: Executor,
  last: CalendarDate,
  limit: number,
): Promise<readonly CalendarDate[]> {
  const { rows } = await sql<{ day: CalendarDate }>`
    select open.day::date::text as day
    from generate_series((select min(day) from pay.compared_day), ${last}::date, interval '1 day') as open (day)
    where not exists (select from pay.compared_day as compared where compared.day = open.day::date)
    order by open.day limit ${limit}`.execute(executor)
  return rows.map(({ day }) => day)
}
