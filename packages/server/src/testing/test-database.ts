import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import { DirectoryInUse, lockDirectory } from '../platform/db/lock-directory.ts'
import { migrate, readMigrations } from '../platform/db/migrate.ts'
import type { Database, OpenDatabase } from '../platform/db/open-database.ts'
import { openPglite } from '../platform/db/open-pglite.ts'
import { openPostgresql } from '../platform/db/open-postgresql.ts'
import { bundleFolder } from './bundle-folder.ts'
import { migratedTemplate, servingRole } from './postgresql-server.ts'

const cacheDir = join(import.meta.dirname, '../../../../node_modules/.cache/coopline')

/** A migrated database of a test. */
export interface TestDatabase extends OpenDatabase {
  /** The role that owns the tables, for what only a test does to them. */
  readonly owner: Database
}

/**
 * Opens a new, empty, migrated database: embedded in memory, or on PostgreSQL when the suite runs there. On PostgreSQL, `db` is the role
 * that serves, so that the product has the rights of a cooperative's installation; `owner` and `runScript` may do anything.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const url = inject('postgresqlUrl')
  return url === '' ? openOnPglite() : openOnPostgresql(url)
}

/** Opens a database for the tests of a file: before them, emptied before each, closed after them. It has no members until then. */
export function useTestDatabase(): TestDatabase {
  const database = {} as TestDatabase
  beforeAll(async () => void Object.assign(database, await openTestDatabase()))
  beforeEach(async () => emptyTables(database))
  afterAll(async () => database.close())
  return database
}

async function openOnPglite(): Promise<TestDatabase> {
  const database = await openPglite(undefined, await snapshot())
  return { ...database, owner: database.db }
}

/** A new data folder with an empty, migrated embedded database, gone when the test has ended. */
export async function migratedDataFolder(): Promise<string> {
  const folder = bundleFolder({})
  await fillDataFolder(folder)
  return folder
}

/** Writes an empty, migrated embedded database into a data folder, which takes a fraction of the time of a first start. */
export async function fillDataFolder(folder: string): Promise<void> {
  const migrated = await kept('folder', async (unfinished) => {
    const database = await openPglite(unfinished)
    await migrate(database)
    await database.close()
  })
  await cp(migrated, folder, { recursive: true })
}

/** A dump of the migrated database. */
export async function snapshot(): Promise<Blob> {
  const file = await kept('tar', async (unfinished) => {
    const folder = mkdtempSync(join(tmpdir(), 'coopline-migrated-'))
    await fillDataFolder(folder)
    const database = await openPglite(folder)
    const dump = await database.pglite.dumpDataDir('none')
    await database.close()
    rmSync(folder, { recursive: true, force: true })
    writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()))
  })
  return new Blob([readFileSync(file)])
}

/**
 * Returns the path of a stored migrated database, made once for each version of the migrations. Creating and migrating one takes
 * half a minute on a busy machine, so only one process makes it, and the others wait.
 */
async function kept(extension: string, make: (unfinished: string) => Promise<void>): Promise<string> {
  const hash = createHash('sha256')
  for (const migration of readMigrations()) hash.update(migration.hash)
  const path = join(cacheDir, `migrated-${hash.digest('hex').slice(0, 16)}.${extension}`)
  if (existsSync(path)) return path
  const unlock = await lockWhenFree(join(cacheDir, `making-${extension}`))
  try {
    if (existsSync(path)) return path
    const unfinished = `${path}.${randomUUID()}`
    await make(unfinished)
    renameSync(unfinished, path)
    return path
  } finally {
    unlock()
  }
}

async function lockWhenFree(folder: string): Promise<() => void> {
  mkdirSync(folder, { recursive: true })
  for (;;) {
    try {
      return lockDirectory(folder)
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error
      await sleep(100)
    }
  }
}

async function openOnPostgresql(url: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const options = { poolSize: 8, statementTimeoutMs: 10_000, acquireTimeoutMs: 10_000, onError: () => {} }
  const asAdmin = async (script: string) => {
    // Copying the template takes longer than any statement of a test while the machine is busy.
    const admin = openPostgresql({ ...options, url: `${url}postgres`, poolSize: 1, statementTimeoutMs: 60_000 })
    await admin.runScript(script)
    await admin.close()
  }
  await asAdmin(`create database ${name} template ${migratedTemplate} strategy file_copy`)
  const owner = openPostgresql({ ...options, url: url + name, poolSize: 4 })
  const serving = openPostgresql({ ...options, url: url.replace(/\/\/[^@]+@/u, `//${servingRole}@`) + name })
  const close = async () => {
    await Promise.all([serving.close(), owner.close()])
    // Dropped at once, it rarely reaches the disk. Together, the databases of a run would take gigabytes.
    await asAdmin(`drop database if exists ${name} with (force)`)
  }
  return { ...serving, owner: owner.db, runScript: owner.runScript, close }
}

/**
 * Empties every table of the portal that has rows (not those that a migration fills, not the job queue's). Deleting is
 * far quicker than TRUNCATE on small tables, and a table whose file is empty never had a row; the triggers that keep ledgers
 * append-only are passed over for it.
 */
export async function emptyTables(database: OpenDatabase): Promise<void> {
  await database.runScript(`
    set session_replication_role = replica;
    do $$
    declare one record; has_rows boolean;
    begin
      for one in
        select nspname as schemaname, relname as tablename
        from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where nspname in ('portal', 'cis', 'outbox', 'pay', 'meter') and relkind = 'r' and relname <> 'setting_version'
          and pg_relation_size(pg_class.oid) > 0
      loop
        execute format('select exists (select 1 from %I.%I)', one.schemaname, one.tablename) into has_rows;
        if has_rows then execute format('delete from %I.%I', one.schemaname, one.tablename); end if;
      end loop;
    end $$;
    set session_replication_role = origin`)
}
