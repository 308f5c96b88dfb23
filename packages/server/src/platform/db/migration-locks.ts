import type { OpenDatabase } from './open-database.ts'

/** Thrown when a migration needs a table that another transaction keeps locked. The migration was not applied. */
export class MigrationBlocked extends Error {
  constructor(name: string, tables: readonly string[]) {
    super(
      `Migration ${name} could not lock ${tables.join(', ') || 'its tables'}. Nothing of it was applied; end that transaction, or try again later.`,
    )
    this.name = 'MigrationBlocked'
  }
}

/** Whether a statement gave up waiting for a lock (`lock_timeout`). */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03'

/** The tables named in a script that other transactions have locked, each with the processes that lock it. */
export async function listLockedTables(database: OpenDatabase, script: string): Promise<readonly string[]> {
  const rows = await database.runScript(`
    select locks.relation::regclass::text as name, string_agg(distinct locks.pid::text, ', ') as processes
    from pg_locks as locks
    join pg_class on pg_class.oid = locks.relation and pg_class.relkind in ('r', 'p')
    where locks.granted and locks.pid <> pg_backend_pid()
      and locks.database = (select oid from pg_database where datname = current_database())
    group by 1 order by 1`)
  return rows
    .filter(({ name }) => script.includes(String(name)))
    .map(({ name, processes }) => `${String(name)} (in use by database process ${String(processes)})`)
}
