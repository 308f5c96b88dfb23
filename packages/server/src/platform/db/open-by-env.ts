import type { Env } from '../env.ts'
import { traceStatement } from '../tracing/spans.ts'
import type { OpenDatabase } from './open-database.ts'

/** Statements are ended after this long: a member would have given up before. */
const usualTimeoutMs = 2500
/** For commands that read whole tables: three days, the longest that every time limit of the driver can hold. */
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
  // One driver is loaded, not both: each takes its time.
  if (env.DATABASE_URL === undefined)
    return (await import('./open-pglite.ts')).openPglite(env.DATA_DIR, undefined, onStatement)
  const { openPostgresql } = await import('./open-postgresql.ts')
  return openPostgresql({
    url: env.DATABASE_URL,
    poolSize: env.DATABASE_POOL,
    statementTimeoutMs,
    acquireTimeoutMs: usualTimeoutMs,
    onError,
    isPooled: env.DATABASE_POOLER,
    onStatement,
  })
}
