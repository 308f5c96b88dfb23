import { sql } from 'kysely'
import type { OpenDatabase, Tx } from '../platform/db/open-database.ts'

interface Reads {
  /** Searches in the indexes of the table. */
  readonly searches: number
  /** Rows of the table that were read. */
  readonly rows: number
}

/** Counts what work within one transaction reads of a table. */
export async function readsOf({ db }: OpenDatabase, table: string, work: (tx: Tx) => Promise<unknown>): Promise<Reads> {
  return db.transaction().execute(async (tx) => {
    // The connection may not have reported its last transactions yet: their reads count, too.
    const before = await countReads(tx, table)
    await work(tx)
    const after = await countReads(tx, table)
    return { searches: after.searches - before.searches, rows: after.rows - before.rows }
  })
}

async function countReads(tx: Tx, table: string): Promise<Reads> {
  const { rows } = await sql<Reads>`
    select idx_scan::integer as searches, (seq_tup_read + idx_tup_fetch)::integer as rows
    from pg_stat_xact_user_tables where relid = ${table}::regclass`.execute(tx)
  return rows[0] ?? { searches: 0, rows: 0 }
}
