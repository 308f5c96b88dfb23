import type { CommandOutcome } from '../command-outcome.ts'
import type { OpenDatabase } from './open-database.ts'

/**
 * Tables that Citus spreads over its nodes, with the column whose value decides on the node. They grow with meters and days, and the
 * same account's rows of all of them are on one node (decision 0223). Every statement on them names the column and reads no other
 * table; `statements.test.ts` checks it. Their triggers go, as shards have none: the stores call `portal.note_readings` instead.
 */
export const distributedTables = [
  {
    table: 'meter.daily_reading',
    column: 'account_number',
    triggers: ['note_inserted_days', 'note_updated_days'],
  },
  {
    table: 'meter.interval_day',
    column: 'account_number',
    triggers: ['note_inserted_intervals', 'note_updated_intervals'],
  },
] as const

/** Functions that statements on these tables call for each row, so every node needs them. */
const functionsOfRows = [
  'meter.merge_intervals(integer[],integer[])',
  'meter.merged_qualities(integer[],smallint[],text,integer[],smallint[],text)',
  'meter.status_of(smallint[],text)',
  'meter.if_mixed(smallint[])',
]

const first = distributedTables[0].table

/**
 * Distributes the tables that are not distributed yet, all or none, and removes the copies that the coordinator keeps of their rows.
 * Writers of these tables wait meanwhile.
 *
 * @param owner the role that owns the tables, without a time limit.
 */
export async function distribute(
  owner: OpenDatabase,
  { shards, isDryRun }: { readonly shards: number; readonly isDryRun: boolean },
): Promise<CommandOutcome> {
  const obstacle = await findObstacle(owner)
  if (obstacle !== null) return { output: obstacle, exitCode: 1 }
  const columns = await listDistributedColumns(owner)
  const other = distributedTables.find(({ table, column }) => (columns.get(table) ?? column) !== column)
  if (other !== undefined)
    return { output: `${other.table} is distributed by another column than ${other.column}.`, exitCode: 1 }
  const missing = distributedTables.filter(({ table }) => !columns.has(table))
  if (!isDryRun) {
    if (missing.length > 0) await owner.runScript(scriptOf(missing, shards))
    // Also for tables that an earlier run distributed before it broke off.
    for (const { table } of distributedTables)
      await owner.runScript(`select truncate_local_data_after_distributing_table('${table}')`)
  }
  const lines = distributedTables.map(({ table, column }) => {
    if (columns.has(table)) return `${table} is distributed by ${column} already.`
    return `${table} ${isDryRun ? 'would be' : 'is now'} distributed by ${column}.`
  })
  return { output: lines.join('\n'), exitCode: 0 }
}

/** Returns the reason that the tables cannot be distributed; `null` when they can. */
async function findObstacle(owner: OpenDatabase): Promise<string | null> {
  const names = distributedTables.map(({ table }) => `'${table}'`).join(', ')
  const [state] = await owner.runScript(`
    select exists (select from pg_extension where extname = 'citus') as has_citus, current_user as role,
      (select count(*)::integer from unnest(array[${names}]) as name where to_regclass(name) is not null) as tables,
      (select coalesce(bool_and(pg_has_role(current_user, relowner, 'member')), true) from pg_class
        where oid in (select to_regclass(name) from unnest(array[${names}]) as name)) as owns`)
  if (state?.['has_citus'] !== true)
    return 'Citus is not installed in this database: set shared_preload_libraries = citus, restart PostgreSQL, and run create extension citus as a superuser.'
  if (state['tables'] !== distributedTables.length)
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

/** Waits for a migration that runs, and keeps others from beginning. */
const scriptOf = (tables: readonly (typeof distributedTables)[number][], shards: number): string =>
  [
    'begin; set local statement_timeout = 0; select pg_advisory_xact_lock(8675310)',
    ...functionsOfRows.map((name) => `select create_distributed_function('${name}')`),
    ...tables.flatMap(({ table, column, triggers }) => [
      ...triggers.map((trigger) => `drop trigger if exists ${trigger} on ${table}`),
      `select create_distributed_table('${table}', '${column}', ${
        table === first ? `shard_count := ${shards}` : `colocate_with := '${first}'`
      })`,
    ]),
    'commit',
  ].join(';\n')
