import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { longTimeoutMs, openByEnv } from '../db/open-by-env.ts'
import type { OpenDatabase } from '../db/open-database.ts'
import type { Env } from '../env.ts'
import type { CollectedData } from '../feature-data.ts'
import type { Key } from '../keys.ts'
import {
  type BackupManifest,
  documentsFolder,
  documentSumsName,
  readManifest,
  requireKeys,
  requireKnownVersion,
  UnfitBackup,
} from './backup-manifest.ts'
import {
  countRows,
  isEmptyDatabase,
  leaveOutNumbers,
  listAppliedMigrations,
  readLedgerState,
  readMajorVersion,
} from './backup.store.ts'
import { readSums, requireSum } from './checksums.ts'
import { runPostgresqlTool } from './postgresql-tools.ts'

export interface RestoreOrder {
  /** The folder of a backup, or its manifest. */
  readonly from: string
  /** A postgres:// address of an empty database, or a new data folder for the embedded one. */
  readonly to: string
  /** A new folder for the documents; needed when the backup has any. */
  readonly documentsDir: string | undefined
  /** The keys of APP_KEYS. */
  readonly keys: readonly Key[]
  readonly env: Env
  readonly now: Date
  /** The functions with which slices end what must not continue in a restored database. */
  readonly afterRestore: CollectedData['afterRestore']
}

type Place = Pick<RestoreOrder, 'to' | 'env' | 'now' | 'afterRestore'>

export const isDatabaseUrl = (to: string): boolean => /^postgres(?:ql)?:\/\//u.test(to)

/**
 * Restores a backup into a new, empty place. Everything that can be checked is checked before the first byte is written; then
 * row counts and the ledger are compared with the manifest, and sessions and numbers are made safe for serving.
 *
 * @returns the manifest.
 * @throws UnfitBackup when the backup does not fit this version, the keys or the place, is damaged, or came out differently.
 */
export async function restoreBackup(order: RestoreOrder): Promise<BackupManifest> {
  const { manifest, folder } = await readManifest(order.from)
  requireKnownVersion(manifest)
  requireKeys(manifest, order.keys)
  requireSameKind(manifest, order.to)
  for (const { path, sha256 } of manifest.files) await requireSum(join(folder, path), sha256)
  for await (const { path, sha256 } of readSums(join(folder, documentSumsName)))
    await requireSum(join(folder, documentsFolder, path), sha256)
  const documentsDir = await requireDocumentsDir(manifest, order.documentsDir)
  if (manifest.database.kind === 'postgresql') await restorePostgresql(manifest, folder, order)
  else await restorePglite(manifest, folder, order)
  if (documentsDir !== undefined)
    for await (const { path, sha256 } of readSums(join(folder, documentSumsName)))
      await requireSum(join(folder, documentsFolder, path), sha256, join(documentsDir, path))
  return manifest
}

function requireSameKind({ database }: BackupManifest, to: string): void {
  if (isDatabaseUrl(to) === (database.kind === 'postgresql')) return
  throw new UnfitBackup(
    database.kind === 'postgresql'
      ? 'This is a backup of PostgreSQL. Give --to the postgres:// address of a new, empty database.'
      : 'This is a backup of the embedded database. Give --to a new data folder.',
  )
}

async function requireDocumentsDir(manifest: BackupManifest, given: string | undefined): Promise<string | undefined> {
  if (manifest.documents.count === 0) return undefined
  if (given === undefined)
    throw new UnfitBackup(`The backup has ${manifest.documents.count} documents. Give --documents a new folder.`)
  if ((await listFolder(given)).length > 0) throw new UnfitBackup(`The folder ${given} is not empty.`)
  await mkdir(given, { recursive: true, mode: 0o700 })
  return given
}

const listFolder = async (folder: string): Promise<readonly string[]> =>
  (await stat(folder).catch(() => null)) === null ? [] : readdir(folder)

async function restorePglite(
  manifest: BackupManifest,
  folder: string,
  { to, now, afterRestore }: Place,
): Promise<void> {
  // Key files may be there already: they are what opens the backup.
  const others = (await listFolder(to)).filter((name) => !name.endsWith('.key'))
  if (others.length > 0) throw new UnfitBackup(`The data folder ${to} is not empty: it has ${others[0] ?? ''}.`)
  const { openPglite } = await import('../db/open-pglite.ts')
  const dump = new Blob([await readFile(join(folder, manifest.database.file))], { type: 'application/x-gzip' })
  await withDatabase(await openPglite(to, dump), async (database) => {
    await requireEqual(manifest, database, to)
    await prepareForServing(database, afterRestore, now)
  })
}

async function restorePostgresql(
  manifest: BackupManifest,
  folder: string,
  { to, env, now, afterRestore }: Place,
): Promise<void> {
  await withDatabase(await openServer(to, env), async (database) => {
    const majorVersion = await readMajorVersion(database.db)
    if (majorVersion < manifest.database.majorVersion)
      throw new UnfitBackup(
        `The backup is of PostgreSQL ${manifest.database.majorVersion}; the server is ${majorVersion}. Use that version or a newer one.`,
      )
    if (!(await isEmptyDatabase(database.db)))
      throw new UnfitBackup('The database is not empty. Create a new one and restore into that.')
    await runPostgresqlTool('pg_restore', to, [
      '--exit-on-error',
      '--single-transaction',
      '--no-owner',
      '--no-privileges',
      join(folder, manifest.database.file),
    ])
    await requireEqual(manifest, database, 'the database')
    await prepareForServing(database, afterRestore, now)
    await database.runScript('analyze')
  })
}

/** Prepares a database for serving that PostgreSQL itself restored to a point in time. @param to its postgres:// address. */
export async function finishRestore({ to, env, now, afterRestore }: Place): Promise<void> {
  await withDatabase(await openServer(to, env), async (database) => prepareForServing(database, afterRestore, now))
}

const openServer = async (url: string, env: Env): Promise<OpenDatabase> =>
  openByEnv({ ...env, DATABASE_URL: url, DATABASE_POOL: 1, DATABASE_POOLER: false }, () => {}, longTimeoutMs)

const prepareForServing = async ({ db }: OpenDatabase, afterRestore: Place['afterRestore'], now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await leaveOutNumbers(tx)
    for (const end of afterRestore) await end(tx, now)
  })

async function withDatabase(database: OpenDatabase, work: (database: OpenDatabase) => Promise<void>): Promise<void> {
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

/** @throws UnfitBackup naming the first tables that differ. */
async function requireEqual(manifest: BackupManifest, database: OpenDatabase, place: string): Promise<void> {
  const [tables, ledger, migrations] = await database.db
    .transaction()
    .execute(async (tx) => [await countRows(tx), await readLedgerState(tx), await listAppliedMigrations(tx)])
  const names = [...new Set([...Object.keys(manifest.tables), ...Object.keys(tables)])]
  const differences = names
    .filter((name) => manifest.tables[name] !== tables[name])
    .map((name) => `${name} has ${tables[name] ?? 'no'} rows, not ${manifest.tables[name] ?? 'any'}`)
  if (JSON.stringify(ledger) !== JSON.stringify(manifest.ledger)) differences.push('the ledger has another checksum')
  if (migrations.length !== manifest.migrations.length) differences.push('the migrations differ')
  if (differences.length > 0)
    throw new UnfitBackup(
      `What was restored is not what was backed up, so do not use ${place}: ${differences.slice(0, 5).join('; ')}.`,
    )
}
