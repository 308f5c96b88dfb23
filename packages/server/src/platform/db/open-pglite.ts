import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite'
import { Kysely, type Logger as StatementLogger, PGliteDialect } from 'kysely'
import { databaseFolder } from './holds-database.ts'
import { lockDirectory } from './lock-directory.ts'
import type { OpenDatabase } from './open-database.ts'
import type { Schema } from './schema.ts'

/** Column types read the same way on both databases: cents as numbers, dates as `yyyy-MM-dd` text, numerics as text. */
const parsers = {
  [types.INT8]: (text: string) => Number(text),
  [types.DATE]: (text: string) => text,
  [types.NUMERIC]: (text: string) => text,
}

/** Thrown when the files of the embedded database are damaged. */
export class DatabaseDamaged extends Error {
  constructor(folder: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(
      `The embedded database in ${folder} cannot be opened (${reason}). Restore a backup with "coopline restore", or move the folder away to begin anew.`,
      { cause },
    )
    this.name = 'DatabaseDamaged'
  }
}

export interface PgliteDatabase extends OpenDatabase {
  readonly pglite: PGlite
}

/**
 * Opens the embedded database, in a folder or, without one, in memory.
 *
 * The folder is locked for this process: two processes on one folder lose acknowledged rows silently.
 *
 * @param snapshot a folder dump to start from (tests).
 * @param onStatement called with each statement after it ran.
 * The creation of a database that ended half-way is repeated: nothing was stored in it yet.
 *
 * @throws DirectoryInUse when another process holds the folder; DatabaseDamaged.
 */
export async function openPglite(
  dataDir: string | undefined,
  snapshot?: Blob,
  onStatement?: StatementLogger,
): Promise<PgliteDatabase> {
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unlock = dataDir === undefined ? () => {} : lockDirectory(dataDir)
  const options = { parsers, ...(snapshot === undefined ? {} : { loadDataDir: snapshot }) }
  try {
    const pglite = dataDir === undefined ? await PGlite.create(options) : await createInFolder(dataDir, options)
    return wrap(pglite, unlock, onStatement)
  } catch (error) {
    unlock()
    throw error
  }
}

async function createInFolder(dataDir: string, options: PGliteOptions): Promise<PGlite> {
  const folder = databaseFolder(dataDir)
  /** Exists from before the first file of the database until the last one is there. */
  const marker = join(dataDir, 'database-is-being-created')
  if (existsSync(marker)) {
    process.stderr.write('The last start ended while it created the database, so the database is created again.\n')
    rmSync(folder, { recursive: true, force: true })
  }
  const isNew = !existsSync(folder)
  if (isNew) writeFileSync(marker, '', { mode: 0o600 })
  try {
    const pglite = await PGlite.create({ ...options, dataDir: folder })
    if (isNew) rmSync(marker)
    return pglite
  } catch (error) {
    throw isNew ? error : new DatabaseDamaged(folder, error)
  }
}

function wrap(pglite: PGlite, unlock: () => void, onStatement: StatementLogger | undefined): PgliteDatabase {
  const log = onStatement === undefined ? {} : { log: onStatement }
  const db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }), ...log })
  return {
    kind: 'pglite',
    db,
    pglite,
    // Reserving Kysely's only connection keeps the script out of other transactions.
    runScript: async (sql) =>
      db.connection().execute(async () => {
        try {
          const results = await pglite.exec(sql)
          return results.flatMap((result) => result.rows)
        } catch (error) {
          // A failed statement between BEGIN and COMMIT would poison every later query of the one connection.
          await pglite.exec('rollback')
          throw error
        }
      }),
    close: async () => {
      await db.destroy()
      // Kysely closes it only if it ran a statement; an open one keeps the process alive.
      if (!pglite.closed) await pglite.close()
      unlock()
    },
  }
}
