import { open, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Executor, OpenDatabase } from '../db/open-database.ts'
import type { PgliteDatabase } from '../db/open-pglite.ts'
import type { SecretKind } from '../stored-secrets/secret-kinds.ts'
import { listKeyIds, listKnownKeys } from '../stored-secrets/stored-secrets.store.ts'
import { portalVersion } from '../version.ts'
import { type BackupManifest, documentsFolder, documentSumsName, manifestName, UnfitBackup } from './backup-manifest.ts'
import { countRows, exportSnapshot, listAppliedMigrations, readLedgerState, readMajorVersion } from './backup.store.ts'
import { type CopiedDocuments, copyFolder } from './copy-documents.ts'
import { sumFile } from './checksums.ts'
import { runPostgresqlTool } from './postgresql-tools.ts'
import { verifyBackup } from './verify-backup.ts'

export interface BackupOrder {
  /** The folder that holds all backups; made when it is not there. */
  readonly to: string
  /** The address of `database` for `pg_dump`; undefined for the embedded database. */
  readonly databaseUrl: string | undefined
  readonly documentsDir: string | undefined
  readonly now: Date
  /** The kinds of stored secrets, whose keys the manifest names. */
  readonly secrets: readonly SecretKind[]
}

type DatabaseFacts = Pick<BackupManifest, 'database' | 'migrations' | 'tables' | 'ledger' | 'keys'>

const nameOf = (now: Date): string => `coopline-${now.toISOString().slice(0, 19).replaceAll(/[-:]/gu, '')}Z`
const isBackupName = (name: string): boolean => /^coopline-\d{8}T\d{6}Z$/u.test(name)

/**
 * Writes a backup into a new folder: the database, the documents, checksums and the manifest. The folder has its name only once
 * it is complete, on disk and read back.
 *
 * A document that has not changed since the former backup in the same folder is a hard link to its copy there.
 *
 * @returns the folder, its manifest, and how many documents are links.
 * @throws UnfitBackup when the database was never migrated, a program that is needed fails, or the backup cannot be read back.
 */
export async function takeBackup(
  database: OpenDatabase,
  order: BackupOrder,
): Promise<{ readonly folder: string; readonly manifest: BackupManifest; readonly linked: number }> {
  const folder = join(order.to, nameOf(order.now))
  const unfinished = `${folder}.unfinished`
  await mkdir(order.to, { recursive: true, mode: 0o700 })
  await mkdir(unfinished, { mode: 0o700 })
  try {
    const facts = await backUpDatabase(database, order, unfinished)
    const { linked, ...documents } =
      order.documentsDir === undefined
        ? await writeNoDocuments(unfinished)
        : await copyFolder(order.documentsDir, documentsOf(unfinished), await findFormer(order.to))
    const files = []
    for (const path of [facts.database.file, documentSumsName])
      files.push({ path, ...(await sumFile(join(unfinished, path))) })
    const manifest: BackupManifest = {
      format: 1,
      portalVersion,
      takenAt: order.now.toISOString(),
      ...facts,
      documents,
      files,
    }
    await writeDurably(join(unfinished, manifestName), `${JSON.stringify(manifest, null, 2)}\n`)
    await verifyBackup(unfinished)
    await rename(unfinished, folder)
    return { folder, manifest, linked }
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

async function writeNoDocuments(folder: string): Promise<CopiedDocuments> {
  await writeFile(join(folder, documentSumsName), '', { mode: 0o600 })
  return { count: 0, bytes: 0, linked: 0 }
}

const documentsOf = (backup: string) => ({
  folder: join(backup, documentsFolder),
  sums: join(backup, documentSumsName),
})

/** The documents of the newest complete backup. */
async function findFormer(to: string): Promise<ReturnType<typeof documentsOf> | undefined> {
  const newest = (await listComplete(to)).at(-1)
  return newest === undefined ? undefined : documentsOf(join(to, newest))
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Dumps the database and counts the same rows: on one snapshot, or with its only connection reserved. */
async function backUpDatabase(
  database: OpenDatabase,
  { databaseUrl: url, secrets }: BackupOrder,
  folder: string,
): Promise<DatabaseFacts> {
  if (url === undefined)
    return database.db.connection().execute(async (connection) => {
      const facts = await readFacts(connection, secrets, 'pglite', 'database.tar.gz')
      const { pglite } = database as PgliteDatabase
      // Without it the restored database would have to replay the log.
      await pglite.exec('checkpoint')
      const dump = await pglite.dumpDataDir('gzip')
      await writeFile(join(folder, facts.database.file), dump.stream(), { mode: 0o600 })
      return facts
    })
  return database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const snapshot = await exportSnapshot(tx)
      const file = 'database.dump'
      await runPostgresqlTool('pg_dump', url, [
        '--format=custom',
        '--no-owner',
        '--no-privileges',
        // No others: the portal needs none, and only a superuser could restore Citus.
        '--extension=plpgsql',
        `--snapshot=${snapshot}`,
        `--file=${join(folder, file)}`,
      ])
      return readFacts(tx, secrets, 'postgresql', file)
    })
}

async function readFacts(
  executor: Executor,
  secrets: readonly SecretKind[],
  kind: 'pglite' | 'postgresql',
  file: string,
): Promise<DatabaseFacts> {
  const migrations = await listAppliedMigrations(executor)
  if (migrations.length === 0)
    throw new UnfitBackup('The database has no tables of the portal: there is nothing to back up.')
  return {
    database: { kind, majorVersion: await readMajorVersion(executor), file },
    migrations,
    tables: await countRows(executor),
    ledger: await readLedgerState(executor),
    keys: await listKeys(executor, secrets),
  }
}

async function listKeys(executor: Executor, secrets: readonly SecretKind[]): Promise<BackupManifest['keys']> {
  const needed = new Set<string>()
  for (const kind of secrets) for (const keyId of await listKeyIds(executor, kind)) if (keyId !== '') needed.add(keyId)
  const known = new Map(
    (await listKnownKeys(executor)).map((key) => [key.keyId, Buffer.from(key.fingerprint).toString('hex')]),
  )
  return [...new Set([...needed, ...known.keys()])]
    .sort()
    .map((keyId) => ({ keyId, fingerprint: known.get(keyId) ?? null, isNeeded: needed.has(keyId) }))
}

/** Deletes the oldest complete backups of a folder. @returns the names of those that were deleted. */
export async function deleteOldBackups(to: string, keep: number): Promise<readonly string[]> {
  const complete = await listComplete(to)
  const old = complete.slice(0, Math.max(0, complete.length - keep))
  for (const name of old) await rm(join(to, name), { recursive: true })
  return old
}

/** The names of the complete backups of a folder, oldest first. */
async function listComplete(to: string): Promise<readonly string[]> {
  const complete = []
  for (const name of (await readdir(to)).filter(isBackupName).sort())
    if (await stat(join(to, name, manifestName)).catch(() => null)) complete.push(name)
  return complete
}
