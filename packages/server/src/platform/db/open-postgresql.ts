import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { OpenDatabase } from './open-database.ts'
import type { Schema } from './schema.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export interface PostgresqlOptions {
  readonly url: string
  readonly poolSize: number
  /** A statement that takes longer is ended by the server, in milliseconds. */
  readonly statementTimeoutMs: number
  /** How long a request may wait for a connection, in milliseconds. */
  readonly acquireTimeoutMs: number
  /** Told of errors of idle connections; without a listener they would end the process. */
  readonly onError: (error: Error) => void
}

/** Opens a pool on PostgreSQL 15 or newer. Connections are made when first needed, so this succeeds with the server down. */
export function openPostgresql(options: PostgresqlOptions): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: options.acquireTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    query_timeout: options.statementTimeoutMs * 2,
    idle_in_transaction_session_timeout: options.statementTimeoutMs * 4,
    keepAlive: true,
  })
  pool.on('error', options.onError)
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return {
    kind: 'postgresql',
    db,
    runScript: async (sql) => {
      const client = await pool.connect()
      try {
        const result = (await client.query(sql)) as unknown as pg.QueryResult | pg.QueryResult[]
        return [result].flat().flatMap((one) => one.rows as Record<string, unknown>[])
      } catch (error) {
        await client.query('rollback').catch(() => {})
        throw error
      } finally {
        client.release()
      }
    },
    close: async () => db.destroy(),
  }
}
