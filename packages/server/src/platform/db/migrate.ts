import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseBeforeBaseline, MigrationBlocked, MigrationEdited, MigrationNotAllowed } from './migration-errors.ts'
import type { OpenDatabase } from './open-database.ts'

/** Codes of a statement that waited too long for a lock (`lock_timeout`), and of one that was ended to resolve a deadlock. */
const lockFailures: ReadonlySet<unknown> = new Set(['55P03', '40P01'])

/** Tells whether a statement failed because of a lock of another transaction, so that a retry may succeed. */
const isLockFailure = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && lockFailures.has(error.code)

/**
 * Lists the tables named in a script that other transactions have locked, with the processes that lock each, the oldest
 * transaction first, and the age of that transaction where this role may see it (`pg_read_all_stats`).
 */
async function listLockedTables(database: OpenDatabase, script: string): Promise<readonly string[]> {
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

/** @internal */
export const migrationsDirectory = join(import.meta.dirname, '../../../migrations')

/** The first migrations of the chains that baselines replaced: each database before the baseline of 1.0 has one of them. */
const firstBeforeBaseline = ['0001_site.sql', '0001_settings.sql']

/** Whether a database with these migrations was made before the baseline. */
export const isBeforeBaseline = (applied: readonly string[]): boolean =>
  firstBeforeBaseline.some((name) => applied.includes(name))

interface Migration {
  readonly name: string
  readonly sql: string
  readonly hash: string
}

/** The migrations of a folder, by name. */
export function readMigrations(directory: string = migrationsDirectory): readonly Migration[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(directory, name), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    })
}

export interface MigrateOptions {
  readonly directory?: string | undefined
  /** The milliseconds that a statement of a migration waits for a lock. Other queries on the table wait behind it. */
  readonly lockTimeoutMs?: number
  /** The number of times that a migration is tried that does not get its locks. */
  readonly attempts?: number
  /** The milliseconds between two attempts, in which others use the table. */
  readonly pauseMs?: number
  /** Called with a sentence for the operator when a migration has to wait. */
  readonly onWait?: (message: string) => void
}

/** A minute and a half: most transactions that lock a table are long over by then. */
const patience = { lockTimeoutMs: 2_000, attempts: 20, pauseMs: 3_000 }

/**
 * Applies each missing migration in its own transaction, under an advisory lock, so that two processes may start at once and a
 * process that dies leaves no partial migration. A migration that does not get a lock immediately gives up, so that the
 * serving processes can continue, and retries.
 *
 * @returns the names of the migrations that were applied now.
 * @throws MigrationRefused: MigrationEdited when an applied migration no longer has the same text; MigrationNotAllowed when
 *   one is missing and the role may not apply it; MigrationBlocked when a table stays locked; DatabaseBeforeBaseline when
 *   migrations before the baseline made the database.
 */
export async function migrate(database: OpenDatabase, options: MigrateOptions = {}): Promise<readonly string[]> {
  // Only when it is missing: a role without the right to create tables may not even run this statement.
  const [there] = await database.runScript("select to_regclass('public.coopline_migration') is not null as is_there")
  if (there?.is_there !== true)
    await inOneTransaction(
      database,
      `create table if not exists public.coopline_migration (
         name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    )
  const rows = await database.runScript('select name, hash from public.coopline_migration')
  const applied = new Map(rows.map((row) => [String(row.name), String(row.hash)]))
  if (isBeforeBaseline([...applied.keys()])) throw new DatabaseBeforeBaseline()
  const done: string[] = []
  for (const migration of readMigrations(options.directory)) {
    const known = applied.get(migration.name)
    if (known !== undefined && known !== migration.hash) throw new MigrationEdited(migration.name)
    if (known === undefined && (await applyPatiently(database, migration, options))) done.push(migration.name)
  }
  return done
}

async function applyPatiently(database: OpenDatabase, migration: Migration, options: MigrateOptions): Promise<boolean> {
  const { lockTimeoutMs, attempts, pauseMs, onWait } = { ...patience, ...options }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyOne(database, migration, lockTimeoutMs)
    } catch (error) {
      if (!isLockFailure(error)) throw error
      const blocked = new MigrationBlocked(migration.name, await listLockedTables(database, migration.sql))
      if (attempt >= attempts) throw blocked
      if (attempt === 1) onWait?.(`${blocked.message} Retrying up to ${attempts - 1} times.`)
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/**
 * Applies one migration unless another process did so while this one waited for the advisory lock.
 *
 * @throws error 55P03 or 40P01 when a statement did not get a lock (`isLockFailure`).
 */
async function applyOne(database: OpenDatabase, migration: Migration, lockTimeoutMs: number): Promise<boolean> {
  try {
    await inOneTransaction(
      database,
      `set local lock_timeout = ${lockTimeoutMs};
       insert into public.coopline_migration (name, hash) values ('${migration.name.replaceAll("'", "''")}', '${migration.hash}');
       ${migration.sql}`,
    )
    return true
  } catch (error) {
    if (isDuplicateOf(error, 'coopline_migration_pkey')) return false
    throw error
  }
}

const isDuplicateOf = (error: unknown, constraint: string): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505' && error.message.includes(constraint)

/**
 * Citus changes the shards of a distributed table one after another then: after doing so in parallel, it refuses to change a function
 * in the same transaction. Elsewhere the setting means nothing.
 */
const oneByOne = "set local citus.multi_shard_modify_mode = 'sequential'"

async function inOneTransaction(database: OpenDatabase, sql: string): Promise<void> {
  try {
    await database.runScript(
      `begin; set local statement_timeout = 0; ${oneByOne}; select pg_advisory_xact_lock(8675310); ${sql}; commit`,
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '42501') throw new MigrationNotAllowed()
    throw error
  }
}
