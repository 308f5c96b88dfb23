import type { Env } from '../env.ts'
import { traceStatement } from '../tracing/spans.ts'
import type { OpenDatabase } from './open-database.ts'

/** Statements are ended after this time; a member would have given up earlier. `deploy/pgbouncer/pgbouncer.ini` has it too. */
const usualTimeoutMs = 2500
/**
 * These statements work on many rows and no one waits for them at a screen, so they may take longer than a member's.
 */
export const bulkTimeoutMs = 60_000
/** The milliseconds after which every statement gives up waiting for a connection. */
const longestAcquireMs = 10_000
/**
 * The time limit of commands that read whole tables, in milliseconds: three days, the longest that every time limit of
 * the driver can hold.
 */
export const longTimeoutMs = 2 ** 28

/**
 * Opens the database that the environment names.
 *
 * @throws DirectoryInUse when the embedded database's folder belongs to another process.
 */
export async function openByEnv(
  env: Env,
  onError: (error: Error) => void,
  statementTimeoutMs = usualTimeoutMs,
): Promise<OpenDatabase> {
  const onStatement = env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? undefined : traceStatement
  // Loads only the driver that is needed, because loading takes time.
  if (env.DATABASE_URL === undefined)
    return (await import('./open-pglite.ts')).openPglite(env.DATA_DIR, undefined, onStatement)
  const { openPostgresql } = await import('./open-postgresql.ts')
  return openPostgresql({
    url: env.DATABASE_URL,
    poolSize: env.DATABASE_POOL,
    statementTimeoutMs,
    acquireTimeoutMs: Math.min(statementTimeoutMs, longestAcquireMs),
    onError,
    poolerTimeoutMs: env.DATABASE_POOLER ? usualTimeoutMs : undefined,
    onStatement,
  })
}

/** Opens the replica that the environment names, without a pooler; `undefined` when it names none. */
export async function openReplicaByEnv(env: Env, onError: (error: Error) => void): Promise<OpenDatabase | undefined> {
  if (env.DATABASE_URL === undefined || env.DATABASE_REPLICA_URL === undefined) return undefined
  return openByEnv({ ...env, DATABASE_URL: env.DATABASE_REPLICA_URL, DATABASE_POOLER: false }, onError)
}
