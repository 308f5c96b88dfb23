import { mkdirSync } from 'node:fs'
import { PGlite, types } from '@electric-sql/pglite'
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
 * @throws DirectoryInUse when another process holds the folder.
 */
export async function openPglite(
  dataDir: string | undefined,
  snapshot?: Blob,
  onStatement?: StatementLogger,
): Promise<PgliteDatabase> {
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unlock = dataDir === undefined ? () => {} : lockDirectory(dataDir)
  try {
    const pglite = await PGlite.create({
      parsers,
      ...(dataDir === undefined ? {} : { dataDir: databaseFolder(dataDir) }),
      ...(snapshot === undefined ? {} : { loadDataDir: snapshot }),
    })
    return wrap(pglite, unlock, onStatement)
  } catch (error) {
    unlock()
    throw error
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
      unlock()
    },
  }
}
