import { randomUUID } from 'node:crypto'
import { SpanKind } from '@opentelemetry/api'
import type { PgBoss } from 'pg-boss'
import { type Clock, systemClock } from '../clock.ts'
import { type JobLease, LeaseLost, requireLease, withLease } from '../db/job-lease.ts'
import type { Executor, OpenDatabase, Tx } from '../db/open-database.ts'
import { createLog, type Log } from '../log.ts'
import { inSpan } from '../tracing/spans.ts'
import { hasEarlierRun } from './failed-runs.store.ts'
import { deadLetters, type Job, type Jobs } from './jobs.ts'

/** Retries a job twelve times over some 40 minutes, with growing delays. */
const retries = { retryLimit: 12, retryDelay: 1, retryBackoff: true, retryDelayMax: 600 } as const
/** The approximate seconds for which a scheduled job is attempted. */
const scheduledAttemptsSeconds = 7_200
/** Payload of a job that its schedule queued. */
const bySchedule = { isScheduled: true } as const
/** The most seconds that a job may take. After that, it is given to another worker. */
const longestRunSeconds = 900

/** The ways in which workers learn of new jobs. */
export interface JobTiming {
  /** Polling interval of each queue, in seconds. */
  readonly pollSeconds: number
  /** True lets a new job wake its worker; the database must have one connection. Without it, only the embedded database does. */
  readonly wakes?: boolean
}

export interface PgBossOptions extends JobTiming {
  readonly database: OpenDatabase
  readonly log: Log
  /** Decides when a schedule is due. */
  readonly clock: Clock
  /** A worker that was not heard of for this long is dead, and its job is another's. 10 at least. */
  readonly leaseSeconds?: number
  /** The seconds between two searches for dead workers and due schedules. */
  readonly superviseSeconds?: number
  /** The seconds between two deletions of jobs that were kept long enough. */
  readonly deleteEverySeconds?: number
}

/** Jobs in the portal's own database (schema `job`), run by pg-boss: at least once, with growing delays, then dead letter. */
export function createPgBossJobs(options: PgBossOptions): Jobs {
  const { pollSeconds, wakes = options.database.kind === 'pglite' } = options
  let created: Promise<PgBoss> | undefined
  // Created when first needed: most commands queue nothing.
  const loadBoss = async (): Promise<PgBoss> => (created ??= createBoss(options))
  const handlers = new Map<string, (payload: object) => Promise<void>>()
  const kept = new Map<string, number>()
  const schedules: { readonly cron: string; readonly name: string }[] = []
  const workers = new Map<string, string>()
  const stopping = new AbortController()

  const wake = (boss: PgBoss, name: string) => boss.notifyWorker(workers.get(name) ?? '')
  const work = async () => {
    const boss = await loadBoss()
    const workOptions = { pollingIntervalSeconds: pollSeconds, includeMetadata: true } as const
    for (const [name, handler] of handlers) {
      const run = runFetched(options, name, handler)
      // A worker fetches one job at a time, and would otherwise pause after each.
      const runAndWake: typeof run = async (jobs) => run(jobs).finally(() => wake(boss, name))
      workers.set(name, await boss.work(name, workOptions, runAndWake))
    }
  }
  return {
    enqueue: async (tx, job, payload, { startAfter } = {}) => {
      const boss = await loadBoss()
      await boss.send(job.name, payload, {
        db: inTransaction(tx),
        ...(startAfter === undefined ? {} : { startAfter }),
      })
      // On one connection, the worker's query runs after this transaction ends.
      if (wakes) wake(boss, job.name)
    },
    handle: <P extends object>(job: Job<P>, handler: (payload: P) => Promise<void>) => {
      handlers.set(job.name, handler as (payload: object) => Promise<void>)
      if (job.retainedSeconds !== undefined) kept.set(job.name, job.retainedSeconds)
    },
    every: (cron, job) => void schedules.push({ cron, name: job.name }),
    start: async ({ work: works } = { work: true }) => {
      const boss = await startBoss(await loadBoss(), options)
      created = Promise.resolve(boss)
      await makeQueues(boss, [...handlers.keys()], options)
      // Set for the queue and not for each job: a retry of a job that was given up is a new job.
      for (const [name, deleteAfterSeconds] of kept) await boss.updateQueue(name, { deleteAfterSeconds })
      // At the start, not with the first worker: `jobs run` must know every scheduled job as soon as the portal is
      // ready.
      if (schedules.length > 0) await keepSchedules(boss, schedules)
      if (works) await work()
    },
    work,
    stopping: stopping.signal,
    stop: async () => {
      stopping.abort()
      await (await created)?.stop({ graceful: true, timeout: 15_000 })
    },
  }
}

async function makeQueues(boss: PgBoss, names: readonly string[], { leaseSeconds = 60 }: PgBossOptions): Promise<void> {
  const there = new Set((await boss.getQueues()).map((queue) => queue.name))
  if (!there.has(deadLetters)) await boss.createQueue(deadLetters)
  const lease = { expireInSeconds: longestRunSeconds, heartbeatSeconds: leaseSeconds }
  for (const name of names)
    if (!there.has(name)) await boss.createQueue(name, { ...retries, ...lease, deadLetter: deadLetters })
  // Makes pg-boss read the row of each new queue now, as `boss.start` did with the others. Within a transaction on a
  // single connection, that read would wait forever.
  const fresh = names.filter((name) => !there.has(name))
  for (const name of [deadLetters, ...fresh]) await boss.findJobs(name, { id: randomUUID() })
}

/** Codes of statements that create what exists already: a unique row, a schema, a table, another object. */
const duplicates: ReadonlySet<unknown> = new Set(['23505', '42P06', '42P07', '42710'])

/** Starts the queue, also when another process that starts for the first time makes its tables at the same moment. */
async function startBoss(boss: PgBoss, options: PgBossOptions): Promise<PgBoss> {
  try {
    await boss.start()
    return boss
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && duplicates.has(error.code))) throw error
    const next = await createBoss(options)
    await next.start()
    return next
  }
}

/**
 * Puts jobs that were given up back into their queues, with all their attempts.
 *
 * @param name only jobs of this kind.
 * @returns how many.
 */
export const retryGivenUpJobs = async (database: OpenDatabase, name: string | undefined): Promise<number> =>
  withBoss(database, async (boss) => {
    let retried = 0
    for (let moved = 1; moved > 0; retried += moved)
      moved = await boss.redrive(deadLetters, name === undefined ? {} : { sourceName: name })
    return retried
  })

/** Lets the running portal do a scheduled job now. @returns false when no job with that name has a schedule. */
export const runScheduledJob = async (database: OpenDatabase, name: string): Promise<boolean> =>
  withBoss(database, async (boss) => {
    const schedules = await boss.getSchedules()
    if (!schedules.some((one) => one.name === name)) return false
    await boss.send(name, {})
    return true
  })

/** Makes the tables of the queue as the role that owns tables: they belong to the role that first starts it. Neither keys nor settings are needed. */
export async function makeJobTables(owner: OpenDatabase): Promise<void> {
  const jobs = createPgBossJobs({ database: owner, log: createLog('silent'), clock: systemClock, pollSeconds: 1 })
  await jobs.start({ work: false })
  await jobs.stop()
}

/** Queues work without doing any itself. */
async function withBoss<T>(database: OpenDatabase, use: (boss: PgBoss) => Promise<T>): Promise<T> {
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({ ...connection(database), supervise: false, schedule: false, migrate: false })
  await boss.start()
  try {
    return await use(boss)
  } finally {
    await boss.stop({ graceful: false })
  }
}

const connection = (database: OpenDatabase) =>
  ({
    db: { executeSql: async (text: string, values?: unknown[]) => execute(database, text, values) },
    backend: database.kind === 'pglite' ? 'pglite' : 'postgres',
    schema: 'job',
  }) as const

async function createBoss(options: PgBossOptions): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss')
  const { database, log, clock, superviseSeconds = 30, deleteEverySeconds = 3_600 } = options
  const boss = new PgBoss({
    ...connection(database),
    // pg-boss measures the skew of the process's clock every ten minutes only: a jump in between would miss or repeat a schedule.
    clock: { now: () => clock.now().getTime(), setTimeout, clearTimeout, setInterval, clearInterval },
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: deleteEverySeconds,
    cronMonitorIntervalSeconds: Math.min(superviseSeconds, 30),
    cronWorkerIntervalSeconds: Math.min(superviseSeconds, 5),
  })
  boss.on('error', (error) => log.warn({ reason: error.message }, 'Jobs are waiting for the database'))
  return boss
}

/**
 * A run that fails is repeated as often as its schedule would run it, because no other one takes its place meanwhile. The delays double up
 * to the longest one, which takes about as long as that one.
 */
function scheduledRetries(cron: string) {
  const minutes = /^\*(?:\/(?<step>\d+))? \* \* \* \*$/u.exec(cron)
  const seconds = minutes === null ? retries.retryDelayMax : Number(minutes.groups?.['step'] ?? 1) * 60
  const retryDelayMax = Math.min(retries.retryDelayMax, seconds)
  const atLongestDelay = (scheduledAttemptsSeconds - retryDelayMax) / retryDelayMax
  return { ...retries, retryDelayMax, retryLimit: Math.ceil(Math.log2(retryDelayMax) + atLongestDelay) }
}

/** Makes these the only schedules: one of an earlier version would fill a queue without a worker. */
async function keepSchedules(boss: PgBoss, schedules: readonly { cron: string; name: string }[]): Promise<void> {
  const kept = await boss.getSchedules()
  for (const { cron, name } of schedules) {
    const options = scheduledRetries(cron)
    const isKept = kept.some(
      (one) =>
        one.name === name &&
        one.cron === cron &&
        one.options?.retryLimit === options.retryLimit &&
        one.options.retryDelayMax === options.retryDelayMax,
    )
    if (!isKept) await boss.schedule(name, cron, bySchedule, options)
  }
  const former = kept.filter(({ name }) => !schedules.some((one) => one.name === name))
  for (const { name } of former) await boss.unschedule(name)
}

interface FetchedJob {
  readonly id: string
  readonly retryCount: number
  readonly retryDelayMax?: number
  readonly data: unknown
}

/**
 * Runs the job that a worker fetched. A scheduled run leaves its work to an earlier one that is tried again soon (decision 0229).
 *
 * @returns what the queue keeps with a job that did nothing.
 */
const runFetched =
  ({ log, database }: PgBossOptions, name: string, handler: (payload: object) => Promise<void>) =>
  async ([job]: readonly FetchedJob[]): Promise<{ readonly isLeft: true } | undefined> => {
    if (job === undefined) return undefined
    const { id, retryCount, data } = job
    return inSpan(
      `job ${name}`,
      { kind: SpanKind.CONSUMER, attributes: { 'coopline.retries': retryCount } },
      async () =>
        runLogged(log, name, async () => {
          const seconds = job.retryDelayMax ?? retries.retryDelayMax
          if (isScheduled(data) && (await hasEarlierRun(database.db, { name, id, seconds }))) return { isLeft: true }
          await runLeased(database, { name, id, retryCount }, handler, data as object)
          return undefined
        }),
    )
  }

const isScheduled = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'isScheduled' in data && data.isScheduled === true

/** Without a lease the end of a run is not the end of the job. */
const runLeased = async (
  { db }: OpenDatabase,
  lease: JobLease,
  handler: (payload: object) => Promise<void>,
  payload: object,
): Promise<void> =>
  withLease(lease, async () => {
    await handler(payload)
    await requireLease(db)
  })

/** The queue keeps what a handler threw and tries again; a person must be able to see it happen. */
async function runLogged<T>(log: Log, name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof LeaseLost)
      log.warn({ job: name }, 'Another worker took over a job of this one, which had stalled')
    else log.error({ job: name, err: error }, 'A job failed and will be tried again')
    throw error
  }
}

/** The database interface that pg-boss requires. */
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
