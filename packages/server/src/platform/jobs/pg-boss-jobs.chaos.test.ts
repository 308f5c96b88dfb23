import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, test } from 'vitest'
import { clockOfSpeed, wrongClock } from '../../testing/portal-process.ts'
import { type PostgresqlServer, startPostgresql } from '../../testing/postgresql-server.ts'
import { systemClock } from '../clock.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { OpenDatabase } from '../db/open-database.ts'
import { openPostgresql } from '../db/open-postgresql.ts'
import { createLog } from '../log.ts'
import { job, type Jobs } from './jobs.ts'
import { createPgBossJobs } from './pg-boss-jobs.ts'

let postgresql: PostgresqlServer
const started: Jobs[] = []
const opened: OpenDatabase[] = []
beforeAll(async () => {
  postgresql = await startPostgresql()
})
afterEach(async () => {
  await Promise.all(started.splice(0).map(async (jobs) => jobs.stop()))
  await Promise.all(opened.splice(0).map(async (database) => database.close()))
})
afterAll(async () => postgresql.stop())

const options = { poolSize: 4, acquireTimeoutMs: 5_000, statementTimeoutMs: 5_000, onError: () => {} }
const fast = { pollSeconds: 0.5, leaseSeconds: 10, superviseSeconds: 1 }

/** Jobs as one more process would have them: with connections of its own. */
function createJobs(): { jobs: Jobs; database: OpenDatabase } {
  const database = openPostgresql({ ...options, url: postgresql.url('postgres') })
  const jobs = createPgBossJobs({ database, log: createLog('silent'), clock: systemClock, ...fast })
  started.push(jobs)
  opened.push(database)
  return { jobs, database }
}

async function until(isSo: () => boolean, withinMs: number): Promise<void> {
  const late = Date.now() + withinMs
  while (!isSo()) {
    if (Date.now() > late) throw new Error('It did not come about')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('the job of a worker that was killed is done by another once the lease is over [REL-10]', async () => {
  const kind = job<{ text: string }>('killed')
  const { jobs, database } = createJobs()
  jobs.handle(kind, async () => {})
  await jobs.start({ work: false })
  await database.db.transaction().execute(async (tx) => jobs.enqueue(tx, kind, { text: 'once more' }))
  await killedInTheMiddle(kind.name)
  const done: string[] = []
  const other = createJobs()
  other.jobs.handle(kind, async ({ text }) => void done.push(text))
  await other.jobs.start()
  await until(() => done.length > 0, 120_000)
  expect(done).toEqual(['once more'])
})

async function killedInTheMiddle(name: string): Promise<void> {
  const { child, said } = workerProcess(
    name,
    `console.log('in the middle')
     await new Promise(() => setInterval(() => {}, 1000))`,
  )
  await until(() => said() !== '', 60_000)
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

interface WorkerProcess {
  readonly child: ChildProcess
  readonly said: () => string
}

/** A process that works on one kind of job. @param handler the statements of its handler. */
function workerProcess(name: string, handler: string, env: Readonly<Record<string, string>> = {}): WorkerProcess {
  const at = (file: string) => JSON.stringify(join(import.meta.dirname, file))
  const script = `
    import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))}
    const { createDatabaseClock } = await import(${at('../db/database-clock.ts')})
    const { inTransaction } = await import(${at('../db/in-transaction.ts')})
    const { openPostgresql } = await import(${at('../db/open-postgresql.ts')})
    const { createPgBossJobs } = await import(${at('pg-boss-jobs.ts')})
    const { createLog } = await import(${at('../log.ts')})
    const options = { ...${JSON.stringify(options)}, onError: () => {} }
    const database = openPostgresql({ ...options, url: ${JSON.stringify(postgresql.url('postgres'))} })
    const log = createLog('silent')
    const clock = createDatabaseClock({ db: database.db, log })
    await clock.start()
    const jobs = createPgBossJobs({ database, log, clock, ...${JSON.stringify(fast)} })
    jobs.handle({ name: ${JSON.stringify(name)} }, async () => {
      ${handler}
    })
    await jobs.start()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  return { child, said: () => said }
}

it.each([
  ['right', {}],
  ['an hour fast', wrongClock(3_600)],
  ['an hour slow', wrongClock(-3_600)],
  ['frozen', clockOfSpeed(0)],
  ['ten times too fast', clockOfSpeed(10)],
])(
  'lets a stalled worker whose clock is %s commit nothing: another does its job, once [REL-10, REL-12]',
  async (clock, env) => {
    const kind = job<Record<never, never>>(`stalled-${clock.replaceAll(' ', '-')}`)
    const { jobs, database } = createJobs()
    await database.runScript('create table if not exists effect (by text not null); delete from effect')
    jobs.handle(kind, async () => {})
    await jobs.start({ work: false })
    await database.db.transaction().execute(async (tx) => jobs.enqueue(tx, kind, {}))
    const { child, said } = workerProcess(
      kind.name,
      `console.log('taken')
     await new Promise((resolve) => setTimeout(resolve, 2000))
     try {
       await inTransaction(database.db, async (tx) => sql\`insert into effect values ('stalled')\`.execute(tx))
       console.log('committed')
     } catch (error) {
       console.log(error.name)
       throw error
     }`,
      env,
    )
    await until(() => said().includes('taken'), 60_000)
    child.kill('SIGSTOP')
    const other = createJobs()
    other.jobs.handle(kind, async () =>
      inTransaction(other.database.db, async (tx) => void (await sql`insert into effect values ('other')`.execute(tx))),
    )
    await other.jobs.start()
    const effects = async () => (await database.runScript('select by from effect')).map((row) => row['by'])
    while ((await effects()).length === 0) await new Promise((resolve) => setTimeout(resolve, 500))
    child.kill('SIGCONT')
    await until(() => /committed|LeaseLost/u.test(said()), 60_000)
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
    expect(said()).toContain('LeaseLost')
    expect(await effects()).toEqual(['other'])
  },
)

test('a schedule of every minute runs once a minute with three processes beside each other [REL-09]', async () => {
  const kind = job<Record<never, never>>('every-minute')
  const runs: number[] = []
  for (let process = 0; process < 3; process += 1) {
    const { jobs } = createJobs()
    jobs.handle(kind, async () => void runs.push(Math.floor(Date.now() / 60_000)))
    jobs.every('* * * * *', kind)
    await jobs.start()
  }
  await until(() => runs.length >= 3, 240_000)
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const gaps = runs.slice(1).map((minute, index) => minute - Number(runs[index]))
  expect(gaps.every((gap) => gap >= 1)).toBe(true)
})

test('200 jobs with four workers beside each other are done once each [REL-09]', async () => {
  const kind = job<{ n: number }>('many')
  const done: number[] = []
  const workers = Array.from({ length: 4 }, () => createJobs())
  for (const { jobs } of workers) {
    jobs.handle(kind, async ({ n }) => void done.push(n))
    await jobs.start({ work: false })
  }
  const [first] = workers
  await first?.database.db.transaction().execute(async (tx) => {
    for (let n = 0; n < 200; n += 1) await first.jobs.enqueue(tx, kind, { n })
  })
  for (const { jobs } of workers) await jobs.start()
  await until(() => done.length >= 200, 120_000)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect(done).toHaveLength(200)
  expect(new Set(done).size).toBe(200)
})
