import { sql } from 'kysely'
import { portalSchemas } from '../db/database-roles.ts'
import type { Executor } from '../db/open-database.ts'
import type { BackupManifest } from './backup-manifest.ts'

/** Exports the snapshot of this transaction, so that `pg_dump` sees exactly the same rows. @returns its name. */
export async function exportSnapshot(executor: Executor): Promise<string> {
  const { rows } = await sql<{ name: string }>`select pg_export_snapshot() as name`.execute(executor)
  return rows[0]?.name ?? ''
}

export async function readMajorVersion(executor: Executor): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int / 10000 as version`.execute(executor)
  return rows[0]?.version ?? 0
}

/** Notes that a backup is complete and was read back (REQ-D-464). */
export async function insertBackupTaken(executor: Executor, takenAt: Date): Promise<void> {
  await sql`insert into portal.backup_taken (taken_at) values (${takenAt}::timestamptz) on conflict do nothing`.execute(
    executor,
  )
}

/** The migrations of this database; none when it has not been migrated. */
export async function listAppliedMigrations(executor: Executor): Promise<BackupManifest['migrations']> {
  const known = await sql<{ known: boolean }>`
    select to_regclass('public.coopline_migration') is not null as known`.execute(executor)
  if (known.rows[0]?.known !== true) return []
  const { rows } = await sql<{ name: string; hash: string }>`
    select name, hash from public.coopline_migration order by name`.execute(executor)
  return rows
}

/** The exact number of rows of every table, partitions apart. Reads each table from end to end. */
export async function countRows(executor: Executor): Promise<BackupManifest['tables']> {
  const { rows } = await sql<{ name: string }>`
    select schema_of.nspname || '.' || table_of.relname as name
    from pg_class table_of join pg_namespace schema_of on schema_of.oid = table_of.relnamespace
    where table_of.relkind = 'r' and (schema_of.nspname in (${sql.join([...portalSchemas])})
      or schema_of.nspname = 'public' and table_of.relname = 'coopline_migration')
    order by 1`.execute(executor)
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    const counted = await sql<{ count: number }>`
      select count(*)::float8 as count from ${sql.table(name)} as backed_up`.execute(executor)
    counts[name] = counted.rows[0]?.count ?? 0
  }
  return counts
}

/** The state of the ledger. The checksum adds up a hash of every booking and entry, so the order of rows does not matter. */
export async function readLedgerState(executor: Executor): Promise<BackupManifest['ledger']> {
  const { rows } = await sql<BackupManifest['ledger']>`
    with hashed as (
      select 'booking' as kind, 0::bigint as amount,
        md5(concat_ws('|', id, trans_no, kind, extract(epoch from booked_at))) as hash from pay.booking as backed_up
      union all
      select 'entry', amount, md5(concat_ws('|', booking_id, line, ledger_account, amount))
      from pay.ledger_entry as backed_up)
    select count(*) filter (where kind = 'booking')::float8 as bookings,
      count(*) filter (where kind = 'entry')::float8 as entries,
      coalesce(sum(amount), 0)::text as sum,
      coalesce(sum(('x' || left(hash, 15))::bit(60)::bigint::numeric), 0)::text as checksum
    from hashed`.execute(executor)
  return rows[0] ?? { bookings: 0, entries: 0, sum: '0', checksum: '0' }
}

/** The numbers that each sequence skips after a restore. The portal assigns fewer between a backup and its restore. */
const numbersLeftOut = 1_000_000

/**
 * Leaves out the numbers that rows had which the backup does not have: the cooperative's systems and its bank know them, and would take
 * another event or debit with the number of one that they have processed for the same.
 */
export async function leaveOutNumbers(executor: Executor): Promise<void> {
  await sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + ${numbersLeftOut}::integer)
    from pg_sequences where schemaname in (${sql.join([...portalSchemas])})`.execute(executor)
}

/** True when no schema of the database, the system's apart, holds a table, view or sequence. */
export async function isEmptyDatabase(executor: Executor): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from pg_class one join pg_namespace schema_of on schema_of.oid = one.relnamespace
      where one.relkind in ('r', 'p', 'v', 'm', 'S') and schema_of.nspname <> 'information_schema'
        and schema_of.nspname not like 'pg\_%') as found`.execute(executor)
  return rows[0]?.found === false
}
