import {
  Kysely,
  type Logger as StatementLogger,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely'
import pg from 'pg'
import { markConnectErrors, markDriverErrors } from './is-database-away.ts'
import type { OpenDatabase } from './open-database.ts'
import type { Schema } from './schema.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export interface PostgresqlOptions {
  readonly url: string
  readonly poolSize: number
  /** A statement that takes longer is ended by the server, in milliseconds. */
  readonly statementTimeoutMs: number
  /** The milliseconds that a request may wait for a connection. */
  readonly acquireTimeoutMs: number
  /** Called with errors of idle connections; without a listener they would end the process. */
  readonly onError: (error: Error) => void
  /**
   * The time limit of statements that a pooler in transaction mode sets; `undefined` without a pooler. It gives each transaction another
   * session, so statements get no names, and it refuses settings of a session: a pool with another limit sets it in each transaction.
   */
  readonly poolerTimeoutMs?: number | undefined
  /** Called with each statement after it ran. */
  readonly onStatement?: StatementLogger | undefined
}

/** Scripts (migrations, the job queue's tables) set their own time limits; the driver's must not end them first. */
const scriptTimeoutMs = 2 ** 31 - 1

/** Opens a pool on PostgreSQL 15 or newer. Connections are made when first needed, so this succeeds with the server down. */
export function openPostgresql(options: PostgresqlOptions): OpenDatabase {
  const { poolerTimeoutMs, statementTimeoutMs } = options
  const isPooled = poolerTimeoutMs !== undefined
  const limits = isPooled && poolerTimeoutMs !== statementTimeoutMs ? localLimits(statementTimeoutMs) : null
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: options.acquireTimeoutMs,
    query_timeout: statementTimeoutMs * 2,
    ...(isPooled ? {} : sessionLimits(statementTimeoutMs)),
    keepAlive: true,
  })
  pool.on('error', options.onError)
  // The pool listens to idle connections only. One that is lost in the middle of work fails that work, which is enough;
  // without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: givingUpDeadConnections(pool, isPooled ? unnamed : prepared(), limits) }),
    ...(options.onStatement === undefined ? {} : { log: options.onStatement }),
  })
  return {
    kind: 'postgresql',
    db,
    runScript: async (sql) => {
      const client = await markConnectErrors(pool.connect())
      let failed = true
      try {
        const script = { text: sql, query_timeout: scriptTimeoutMs }
        const result = (await markDriverErrors(client.query(script))) as unknown as pg.QueryResult | pg.QueryResult[]
        failed = false
        return [result].flat().flatMap((one) => one.rows as Record<string, unknown>[])
      } finally {
        // A script that failed may have left its transaction open: closing the connection ends it.
        client.release(failed)
      }
    },
    close: async () => {
      await db.destroy()
      // Kysely ends the pool only if it ran a statement; scripts take their connections from the pool itself.
      if (!pool.ending) await pool.end()
    },
  }
}

const sessionLimits = (statementTimeoutMs: number) => ({
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: statementTimeoutMs * 4,
})

/** Builds a script that sets the limits for the transaction in which it runs. */
const localLimits = (statementTimeoutMs: number): string =>
  Object.entries(sessionLimits(statementTimeoutMs))
    .map(([name, ms]) => `set local ${name} = ${ms}`)
    .join('; ')

/**
 * A pool that closes a returned connection on which a statement was never answered. The driver would keep it, and a connection
 * whose other side vanished would fail every later user.
 */
const givingUpDeadConnections = (pool: pg.Pool, toQuery: ToQuery, limits: string | null): PostgresPool => ({
  options: pool.options,
  connect: async () => {
    const client = watched(await markConnectErrors(pool.connect()), toQuery)
    return limits === null ? client : limitingTransactions(client, limits)
  },
  end: async () => pool.end(),
})

type ToQuery = (text: string, parameters: readonly unknown[]) => pg.QueryConfig

const unnamed: ToQuery = (text, parameters) => ({ text, values: [...parameters] })

/** Statements to plan once for each connection; those that each call builds differently are excluded. */
const mostNames = 500

/** Names the statements of a pool, so that the server parses and plans each one once for each connection. */
function prepared(): ToQuery {
  const names = new Map<string, string>()
  return (text, parameters) => {
    const values = [...parameters]
    if (values.length === 0) return { text }
    let name = names.get(text)
    if (name === undefined && names.size < mostNames) names.set(text, (name = `coopline-${names.size}`))
    return name === undefined ? { text, values } : { name, text, values }
  }
}

function watched(client: pg.PoolClient, toQuery: ToQuery): PostgresPoolClient {
  let dead = false
  const query = async (sql: string, parameters: readonly unknown[]) => {
    if (dead) throw new Error('Connection terminated: an earlier statement was not answered')
    try {
      return await markDriverErrors(client.query(toQuery(sql, parameters)))
    } catch (error) {
      dead = error instanceof Error && error.message === 'Query read timeout'
      throw error
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(dead || destroy),
  }
}

/** A client that sets time limits in each transaction, and runs a statement outside of one in a transaction of its own. */
function limitingTransactions(client: PostgresPoolClient, limits: string): PostgresPoolClient {
  let isOpen = false
  const run = async (text: string, parameters: readonly unknown[] = []) =>
    client.query<Record<string, unknown>>(text, parameters)
  const begin = async (text: string) => {
    const begun = await run(text)
    isOpen = true
    await run(limits)
    return begun
  }
  const end = async (text: string) => {
    isOpen = false
    return run(text)
  }
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (/^(?:begin|start transaction)\b/iu.test(text)) return begin(text)
    if (/^(?:commit|rollback)$/iu.test(text)) return end(text)
    if (isOpen) return run(text, parameters)
    await begin('begin')
    try {
      const done = await run(text, parameters)
      await end('commit')
      return done
    } catch (error) {
      await end('rollback').catch(() => {})
      throw error
    }
  }
  return { query: query as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}
