import { sql } from 'kysely'
import type { Executor } from '../db/open-database.ts'

/** Deletes up to `limit` rows whose `column` is before a moment, oldest first. @returns how many were deleted. */
export async function deleteOldest(
  executor: Executor,
  { table, column }: { readonly table: string; readonly column: string },
  before: Date,
  limit: number,
): Promise<number> {
  const result = await sql`
    delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before}::timestamptz
      order by ${sql.ref(column)} limit ${limit} for update skip locked))`.execute(executor)
  return Number(result.numAffectedRows ?? 0)
}
