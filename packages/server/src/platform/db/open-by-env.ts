import type { Env } from '../env.ts'
import type { OpenDatabase } from './open-database.ts'
import { openPglite } from './open-pglite.ts'
import { openPostgresql } from './open-postgresql.ts'

/** Statements are ended after this long: a member would have given up before. */
const statementTimeoutMs = 2500

/**
 * Opens the database that the environment names.
 *
 * @throws DirectoryInUse when the embedded database's folder belongs to another process.
 */
export async function openByEnv(env: Env, onError: (error: Error) => void): Promise<OpenDatabase> {
  if (env.DATABASE_URL === undefined) return openPglite(env.DATA_DIR)
  return openPostgresql({
    url: env.DATABASE_URL,
    poolSize: env.DATABASE_POOL,
    statementTimeoutMs,
    acquireTimeoutMs: statementTimeoutMs,
    onError,
  })
}
