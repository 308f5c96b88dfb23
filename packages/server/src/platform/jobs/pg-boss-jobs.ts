import { PgBoss } from 'pg-boss'
import type { Executor, OpenDatabase, Tx } from '../db/open-database.ts'
import type { Log } from '../log.ts'
import type { Job, Jobs } from './jobs.ts'

/** Where work goes that failed every time it was tried: an alarm, looked at by a person. */
const deadLetters = 'dead-letters'

const retries = { retryLimit: 12, retryDelay: 1, retryBackoff: true, retryDelayMax: 600, expireInSeconds: 60 } as const

interface Registered {
  readonly name: string
  readonly handler: (payload: object) => Promise<void>
}

export interface PgBossOptions {
  readonly database: OpenDatabase
  readonly log: Log
  /** How often a queue is looked at, in seconds. */
  readonly pollSeconds: number
}

/** Jobs in the portal's own database (schema `job`), run by pg-boss: at least once, with growing delays, then dead letter. */
export function createPgBossJobs({ database, log, pollSeconds }: PgBossOptions): Jobs {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => execute(database, text, values) },
    backend: database.kind === 'pglite' ? 'pglite' : 'postgres',
    schema: 'job',
  })
  boss.on('error', (error) => log.warn({ reason: String(error) }, 'Jobs are waiting for the database'))
  const registered: Registered[] = []
  const schedules: { readonly cron: string; readonly name: string }[] = []
  return {
    enqueue: async (tx, job, payload, options = {}) => {
      await boss.send(job.name, payload, {
        db: inTransaction(tx),
        ...retries,
        ...(options.startAfter === undefined ? {} : { startAfter: options.startAfter }),
      })
    },
    handle: <P extends object>(job: Job<P>, handler: (payload: P) => Promise<void>) => {
      registered.push({ name: job.name, handler: handler as Registered['handler'] })
    },
    every: (cron, job) => void schedules.push({ cron, name: job.name }),
    start: async () => {
      await boss.start()
      await boss.createQueue(deadLetters)
      for (const { name, handler } of registered) {
        await boss.createQueue(name, { ...retries, deadLetter: deadLetters })
        await boss.work(name, { pollingIntervalSeconds: pollSeconds }, async (jobs) => {
          for (const one of jobs) await handler(one.data as object)
        })
      }
      for (const { cron, name } of schedules) await boss.schedule(name, cron)
    },
    stop: async () => boss.stop({ graceful: true, timeout: 15_000 }),
  }
}

/** What pg-boss asks of a database. */
interface JobDatabase {
  readonly executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
}

const inTransaction = (tx: Tx): JobDatabase => ({ executeSql: async (text, values) => query(tx, text, values) })

/** pg-boss sends single statements with values, and scripts without; a single connection cannot take a script as a query. */
async function execute(database: OpenDatabase, text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
  if (values !== undefined && values.length > 0) return query(database.db, text, values)
  return { rows: [...(await database.runScript(text))] }
}

async function query(executor: Executor, text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
  const result = await executor.executeQuery({
    sql: text,
    parameters: values,
    query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
    queryId: { queryId: 'job' },
  })
  return { rows: [...result.rows] }
}
