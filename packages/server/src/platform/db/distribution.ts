import type { CommandOutcome } from '../command-outcome.ts'
import type { OpenDatabase } from './open-database.ts'

/** A table that Citus spreads over its nodes. */
interface DistributedTable {
  readonly table: string
  /** Its value decides on the node. */
  readonly column: string
  /** They go, as shards have none. */
  readonly triggers: readonly string[]
}

/** The tables that Citus spreads over its nodes, so that the rows with the same value of their columns are on one node. */
export interface Distribution {
  readonly tables: readonly DistributedTable[]
  /** Functions that statements on these tables call for each row, so every node needs them. */
  readonly functions: readonly string[]
}

/**
 * Distributes the tables that are not distributed yet, all or none, and removes the copies that the coordinator keeps of their rows.
 * Writers of these tables wait meanwhile.
 *
 * @param owner the role that owns the tables, without a time limit.
 */
export async function distribute(
  owner: OpenDatabase,
  { tables, functions }: Distribution,
  { shards, isDryRun }: { readonly shards: number; readonly isDryRun: boolean },
): Promise<CommandOutcome> {
  const obstacle = await findObstacle(owner, tables)
  if (obstacle !== null) return { output: obstacle, exitCode: 1 }
  const columns = await listDistributedColumns(owner)
  const other = tables.find(({ table, column }) => (columns.get(table) ?? column) !== column)
  if (other !== undefined)
    return { output: `${other.table} is distributed by another column than ${other.column}.`, exitCode: 1 }
  const missing = tables.filter(({ table }) => !columns.has(table))
  if (!isDryRun) {
    if (missing.length > 0)
      await owner.runScript(scriptOf({ tables: missing, functions }, tables[0]?.table ?? '', shards))
    // Also for tables that an earlier run distributed before it failed.
    for (const { table } of tables)
      await owner.runScript(`select truncate_local_data_after_distributing_table('${table}')`)
  }
  const lines = tables.map(({ table, column }) => {
    if (columns.has(table)) return `${table} is distributed by ${column} already.`
    return `${table} ${isDryRun ? 'would be' : 'is now'} distributed by ${column}.`
  })
  return { output: lines.join('\n'), exitCode: 0 }
}

/** Returns the reason that the tables cannot be distributed; `null` when they can. */
async function findObstacle(owner: OpenDatabase, tables: Distribution['tables']): Promise<string | null> {
  const names = tables.map(({ table }) => `'${table}'`).join(', ')
  const [state] = await owner.runScript(`
    select exists (select from pg_extension where extname = 'citus') as has_citus, current_user as role,
      (select count(*)::integer from unnest(array[${names}]) as name where to_regclass(name) is not null) as tables,
      (select coalesce(bool_and(pg_has_role(current_user, relowner, 'member')), true) from pg_class
        where oid in (select to_regclass(name) from unnest(array[${names}]) as name)) as owns`)
  if (state?.['has_citus'] !== true)
    return 'Citus is not installed in this database: set shared_preload_libraries = citus, restart PostgreSQL, and run create extension citus as a superuser.'
  if (state['tables'] !== tables.length)
    return 'This database is not migrated: run coopline migrate, then this command.'
  return state['owns'] === true
    ? null
    : `${String(state['role'])} does not own the tables: set DATABASE_OWNER_URL to the role that does.`
}

/** The column by which Citus distributes each of the tables. */
async function listDistributedColumns(owner: OpenDatabase): Promise<ReadonlyMap<string, string>> {
  const rows = await owner.runScript(`
    select logicalrelid::regclass::text as table, column_to_column_name(logicalrelid, partkey) as column
    from pg_dist_partition where partmethod = 'h'`)
  return new Map(rows.map((row) => [String(row['table']), String(row['column'])]))
}

/** Waits for a migration that runs, and keeps others from beginning. The tables share the nodes of the first one. */
const scriptOf = ({ tables, functions }: Distribution, first: string, shards: number): string =>
  [
    'begin; set local statement_timeout = 0; select pg_advisory_xact_lock(8675310)',
    ...functions.map((name) => `select create_distributed_function('${name}')`),
    ...tables.flatMap(({ table, column, triggers }) => [
      ...triggers.map((trigger) => `drop trigger if exists ${trigger} on ${table}`),
      `select create_distributed_table('${table}', '${column}', ${
        table === first ? `shard_count := ${shards}` : `colocate_with := '${first}'`
      })`,
    ]),
    'commit',
  ].join(';\n')
