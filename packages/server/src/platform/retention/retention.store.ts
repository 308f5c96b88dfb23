import { sql } from 'kysely'
import type { Executor } from '../db/open-database.ts'

/**
 * Deletes up to `limit` rows whose `column` is before a moment, oldest first.
 *
 * It locks no row first: locking needs the right to update, which the serving role lacks on append-only tables.
 *
 * @returns how many were deleted.
 */
export async function deleteOldest(
  executor: Executor,
  { table, column }: { readonly table: string; readonly column: string },
  before: Date,
  limit: number,
): Promise<number> {
  const result = await sql`
    delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before}::timestamptz
      order by ${sql.ref(column)} limit ${limit}))`.execute(executor)
  return Number(result.numAffectedRows ?? 0)
}

/**
 * Drops the oldest month of readings if it ended before a moment.
 *
 * @returns 1, or 0 when there is none to drop.
 * @throws a database error when readers hold the table for two seconds; a later run drops the month.
 */
export async function dropOldestMonth(executor: Executor, table: string, before: Date): Promise<number> {
  const { rows } = await sql<{ readonly dropped: number }>`
    select meter.drop_months(${table.replace('meter.', '')}, ${before}::timestamptz::date) as dropped`.execute(executor)
  return rows[0]?.dropped ?? 0
}
