import type { OpenDatabase } from './open-database.ts'

/** Codes of a statement that waited too long for a lock (`lock_timeout`), and of one that was ended to resolve a deadlock. */
const lockFailures: ReadonlySet<unknown> = new Set(['55P03', '40P01'])

/** Tells whether a statement failed because of a lock of another transaction, so that a retry may succeed. */
export const isLockFailure = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && lockFailures.has(error.code)

/**
 * Lists the tables named in a script that other transactions have locked, with the processes that lock each, the oldest
 * transaction first, and the age of that transaction where this role may see it (`pg_read_all_stats`).
 */
export async function listLockedTables(database: OpenDatabase, script: string): Promise<readonly string[]> {
  const rows = await database.runScript(`
    select name, string_agg(
      pid || coalesce(' for ' || extract(epoch from now() - xact_start)::int || ' s', ''), ', ' order by xact_start, pid) as processes
    from (
      select distinct locks.relation::regclass::text as name, locks.pid, activity.xact_start
      from pg_locks as locks
      join pg_class on pg_class.oid = locks.relation and pg_class.relkind in ('r', 'p')
      join pg_stat_activity as activity on activity.pid = locks.pid
      where locks.granted and locks.pid <> pg_backend_pid()
        and locks.database = (select oid from pg_database where datname = current_database())) as holder
    group by name order by min(xact_start), name`)
  const words = new Set(script.split(/[^\w.]+/u))
  return rows
    .map(({ name, processes }) => ({ name: String(name), processes: String(processes) }))
    .filter(({ name }) => words.has(name) || words.has(`public.${name}`))
    .map(({ name, processes }) => `${name} (in use by database process ${processes})`)
}
