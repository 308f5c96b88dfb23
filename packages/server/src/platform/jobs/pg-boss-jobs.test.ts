import { sql } from 'kysely'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { type Clock, systemClock } from '../clock.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { readLastRun } from '../doctor/doctor.store.ts'
import { readAlarmFigures } from '../health/alarms.store.ts'
import { createLog } from '../log.ts'
import { deadLetters, job, type Jobs } from './jobs.ts'
import { createPgBossJobs } from './pg-boss-jobs.ts'
import { runJobsCommand } from './run-jobs-command.ts'

interface Note {
  readonly text: string
}

const database = useTestDatabase()
const started: Jobs[] = []
const logLines: string[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map(async (jobs) => jobs.stop()))
  logLines.length = 0
})

let count = 0
/** A kind of work that no other test has. */
const newJob = () => job<Note>(`test-${(count += 1)}`)

function createJobs(clock: Clock = systemClock, pollSeconds = 0.5): Jobs {
  const log = createLog('info', { write: (line) => void logLines.push(line) })
  const jobs = createPgBossJobs({ database, log, clock, pollSeconds, superviseSeconds: 1 })
  started.push(jobs)
  return jobs
}

async function until(isSo: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> {
  const late = Date.now() + withinMs
  while (!(await isSo())) {
    if (Date.now() > late) throw new Error('It did not come about')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const waiting = async (name: string) => {
  const rows = await database.runScript(`select state::text as state from job.job where name = '${name}'`)
  return rows.map((row) => row['state'])
}

test('a schedule runs when the portal’s clock says so, also after that clock has jumped an hour [REL-12]', async () => {
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const [kind, jobs] = [newJob(), createJobs({ now })]
  const hour = now().getUTCHours()
  let runs = 0
  jobs.handle(kind, async () => void (runs += 1))
  // Every minute of the next two hours: the test must not depend on the minute at which it runs.
  jobs.every(`* ${(hour + 1) % 24},${(hour + 2) % 24} * * *`, kind)
  await jobs.start()
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const runsBefore = runs
  ahead = 3_600_000
  await until(() => runs > 0, 30_000)
  expect(runsBefore).toBe(0)
})

/** A clock that runs ahead by what a test adds. */
function createFastClock() {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    jump: (ms: number) => void (ahead += ms),
  }
}

/** Waits until a job of this kind has failed, and moves its next attempt. */
const postponeFailed = async (name: string, seconds: number) =>
  until(async () => {
    const moved = await database.runScript(
      `update job.job set start_after = now() + interval '${seconds} s' where name = '${name}' and state = 'retry' returning id`,
    )
    return moved.length > 0
  })

test('a scheduled run leaves its work to an earlier one that is tried again, but a run that is asked for does it', async () => {
  const clock = createFastClock()
  const [kind, jobs] = [newJob(), createJobs(clock)]
  let isPoisoned = true
  let runs = 0
  jobs.handle(kind, async () => {
    runs += 1
    if (isPoisoned) throw new Error('poison')
  })
  jobs.every('* * * * *', kind)
  await jobs.start()
  clock.jump(60_000)
  await postponeFailed(kind.name, 50)
  const failed = runs
  clock.jump(60_000)
  await until(async () => (await waiting(kind.name)).includes('completed'), 30_000)
  expect([runs, await readLastRun(database.db, kind.name)]).toEqual([failed, null])
  isPoisoned = false
  await runJobsCommand(['run', kind.name], database)
  await until(() => runs > failed)
})

test('a scheduled run does its work when the next attempt of an earlier one is further away than its own would be', async () => {
  const clock = createFastClock()
  const [kind, jobs] = [newJob(), createJobs(clock)]
  let runs = 0
  jobs.handle(kind, async () => {
    runs += 1
    if (runs === 1) throw new Error('poison')
  })
  jobs.every('* * * * *', kind)
  await jobs.start()
  clock.jump(60_000)
  await postponeFailed(kind.name, 300)
  clock.jump(60_000)
  await until(() => runs > 1, 30_000)
  expect(await waiting(kind.name)).toContain('retry')
})

test.each([
  ['* * * * *', 60],
  ['*/5 * * * *', 300],
  ['*/20 * * * *', 600],
  ['10 * * * *', 600],
])('a run that fails is repeated for two hours, as often as its schedule says: %s', async (cron, seconds) => {
  const [kind, jobs] = [newJob(), createJobs()]
  jobs.handle(kind, async () => {})
  jobs.every(cron, kind)
  await jobs.start({ work: false })
  const schedules = await database.runScript(`select data, options from job.schedule where name = '${kind.name}'`)
  expect(schedules).toMatchObject([
    { data: { isScheduled: true }, options: { retryDelay: 1, retryBackoff: true, retryDelayMax: seconds } },
  ])
  // The queue doubles the delay each time and takes between half and all of it.
  const options = schedules[0]?.['options'] as { readonly retryLimit: number } | undefined
  const delays = Array.from({ length: options?.retryLimit ?? 0 }, (_, n) => Math.min(seconds, 0.75 * 2 ** (n + 1)))
  const total = delays.reduce((sum, delay) => sum + delay, 0)
  expect(Math.abs(total - 7_200)).toBeLessThan(900)
})

test('a command runs a scheduled job as soon as the portal is ready, and no job without a schedule', async () => {
  const kind = newJob()
  const jobs = createJobs()
  let runs = 0
  jobs.handle(kind, async () => void (runs += 1))
  jobs.every('0 0 1 1 *', kind)
  await jobs.start({ work: false })
  expect(await runJobsCommand(['run', kind.name], database)).toEqual({
    output: `The portal will run ${kind.name} next.`,
    exitCode: 0,
  })
  await jobs.work()
  await until(() => runs > 0)
  expect(await runJobsCommand(['run', newJob().name], database)).toMatchObject({ exitCode: 1 })
  expect(await runJobsCommand(['run'], database)).toMatchObject({ exitCode: 2 })
})

describe('work that is put into the queue', () => {
  test('within a transaction is done once that is committed, with what it was given', async () => {
    const [kind, jobs] = [newJob(), createJobs()]
    const done: string[] = []
    jobs.handle(kind, async ({ text }) => void done.push(text))
    await jobs.start()
    await database.db.transaction().execute(async (tx) => jobs.enqueue(tx, kind, { text: 'pay \u00e9 "1"' }))
    await until(() => done.length > 0)
    expect(done).toEqual(['pay é "1"'])
    await until(async () => (await waiting(kind.name)).every((state) => state === 'completed'))
  })

  test.runIf(inject('postgresqlUrl') === '')(
    'on the embedded database is done at once, however rarely its queue is polled',
    async () => {
      const [kind, jobs] = [newJob(), createJobs(systemClock, 600)]
      const done: string[] = []
      jobs.handle(kind, async ({ text }) => void done.push(text))
      await jobs.start()
      for (const text of ['first', 'second']) {
        await database.db.transaction().execute(async (tx) => jobs.enqueue(tx, kind, { text }))
        await until(() => done.includes(text))
      }
      expect(done).toEqual(['first', 'second'])
    },
  )

  test('is done without a pause while more of it waits, however rarely its queue is polled', async () => {
    const [kind, jobs] = [newJob(), createJobs(systemClock, 600)]
    const done: string[] = []
    jobs.handle(kind, async ({ text }) => {
      done.push(text)
      if (text === 'fails') throw new Error('not yet')
    })
    await jobs.start({ work: false })
    for (const text of ['first', 'fails', 'third', 'fourth'])
      await database.db.transaction().execute(async (tx) => jobs.enqueue(tx, kind, { text }))
    await jobs.work()
    await until(() => done.length === 4)
    expect(done).toEqual(['first', 'fails', 'third', 'fourth'])
  })

  test('within a transaction that is rolled back was never there', async () => {
    const [kind, jobs] = [newJob(), createJobs()]
    const done: string[] = []
    jobs.handle(kind, async ({ text }) => void done.push(text))
    await jobs.start()
    const broken = database.db.transaction().execute(async (tx) => {
      await jobs.enqueue(tx, kind, { text: 'never' })
      throw new Error('changed my mind')
    })
    await expect(broken).rejects.toThrow('changed my mind')
    await database.db.transaction().execute(async (tx) => jobs.enqueue(tx, kind, { text: 'after' }))
    await until(() => done.length > 0)
    expect(done).toEqual(['after'])
    expect(await waiting(kind.name)).toHaveLength(1)
  })

  test('a process that does no work queues it for one that does', async () => {
    const [kind, asking, working] = [newJob(), createJobs(), createJobs()]
    const done: string[] = []
    asking.handle(kind, async ({ text }) => void done.push(`asking ${text}`))
    working.handle(kind, async ({ text }) => void done.push(`working ${text}`))
    await asking.start({ work: false })
    await database.db.transaction().execute(async (tx) => asking.enqueue(tx, kind, { text: 'x' }))
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(done).toEqual([])
    await working.start()
    await until(() => done.length > 0)
    expect(done).toEqual(['working x'])
  })

  test('before the process begins to work waits, and is done then, also in queues that an earlier start made', async () => {
    const [kind, earlier, jobs] = [newJob(), createJobs(), createJobs()]
    earlier.handle(kind, async () => {})
    await earlier.start({ work: false })
    const done: string[] = []
    jobs.handle(kind, async ({ text }) => void done.push(text))
    await jobs.start({ work: false })
    await database.db.transaction().execute(async (tx) => jobs.enqueue(tx, kind, { text: 'early' }))
    expect([await waiting(kind.name), done]).toEqual([['created'], []])
    await jobs.work()
    await until(() => done.length > 0)
    expect(done).toEqual(['early'])
  })

  test('waits for its moment', async () => {
    const [kind, jobs] = [newJob(), createJobs()]
    jobs.handle(kind, async () => {})
    await jobs.start()
    const startAfter = new Date(Date.now() + 3_600_000)
    await database.db.transaction().execute(async (tx) => jobs.enqueue(tx, kind, { text: 'later' }, { startAfter }))
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(await waiting(kind.name)).toEqual(['created'])
  })
})

describe('work that was given to another worker meanwhile', () => {
  test('commits nothing [REL-10]', async () => {
    const [kind, jobs] = [newJob(), createJobs()]
    await database.runScript('create table if not exists effect (by text not null); grant all on effect to public')
    const record = async (by: string) =>
      inTransaction(database.db, async (tx) => void (await sql`insert into effect values (${by})`.execute(tx)))
    jobs.handle(kind, async ({ text }) => {
      await record(`${text} in time`)
      // The change that handing a job out again makes.
      await database.runScript(`update job.job set retry_count = retry_count + 1 where name = '${kind.name}'`)
      await record(`${text} too late`)
    })
    await jobs.start()
    await database.db.transaction().execute(async (tx) => jobs.enqueue(tx, kind, { text: 'stalled' }))
    await until(() => logLines.some((line) => line.includes('Another worker took over a job of this one')))
    expect(await database.runScript('select by from effect')).toEqual([{ by: 'stalled in time' }])
    await database.runScript('drop table effect')
  })
})

describe('work that fails', () => {
  test('failed work is logged without its input and retried until it succeeds, while other work continues [REL-11]', async () => {
    const [kind, other, jobs] = [newJob(), newJob(), createJobs()]
    const attempts: string[] = []
    const others: string[] = []
    jobs.handle(kind, async ({ text }) => {
      attempts.push(text)
      if (attempts.length < 3) throw new Error('not yet')
    })
    jobs.handle(other, async ({ text }) => void others.push(text))
    await jobs.start()
    await database.db.transaction().execute(async (tx) => {
      await jobs.enqueue(tx, kind, { text: 'pat@example.org' })
      await jobs.enqueue(tx, other, { text: 'other' })
    })
    await until(() => others.length > 0)
    await until(() => attempts.length === 3)
    const failures = logLines.filter((line) => line.includes('A job failed and will be tried again'))
    expect(failures).toHaveLength(2)
    expect(JSON.parse(failures[0] ?? '')).toMatchObject({ job: kind.name, err: { message: 'not yet' } })
    expect(logLines.join('')).not.toContain('pat@example.org')
  })

  test('after twelve more attempts goes to the dead letters, which raises an alarm, delays no other work, and a command retries it [REL-11]', async () => {
    const [kind, other, jobs] = [newJob(), newJob(), createJobs()]
    const others: number[] = []
    let isPoisoned = true
    jobs.handle(kind, async () => {
      if (isPoisoned) throw new Error('poison')
    })
    jobs.handle(other, async () => void others.push(Date.now()))
    await jobs.start()
    await database.db.transaction().execute(async (tx) => jobs.enqueue(tx, kind, { text: 'poison' }))
    await until(async () => (await waiting(kind.name)).includes('retry'))
    const [queue] = await database.runScript(
      `select retry_limit, retry_backoff, dead_letter from job.queue where name = '${kind.name}'`,
    )
    expect(queue).toEqual({ retry_limit: 12, retry_backoff: true, dead_letter: deadLetters })
    // The state after eleven attempts, with the next one due.
    await database.runScript(
      `update job.job set retry_count = 12, start_after = now() where name = '${kind.name}' and state < 'active'`,
    )
    await until(async () => (await waiting(deadLetters)).length > 0)
    expect(await waiting(kind.name)).toEqual(['failed'])
    expect(await readAlarmFigures(database.db, new Date())).toMatchObject({ deadLetters: 1 })
    const askedAt = Date.now()
    await database.db.transaction().execute(async (tx) => jobs.enqueue(tx, other, { text: 'other' }))
    await until(() => others.length > 0)
    expect(Number(others[0]) - askedAt).toBeLessThan(10_000)

    const listed = await runJobsCommand(['list'], database)
    expect(listed.output).toMatch(new RegExp(`^${kind.name}: 1, the newest at .*: poison$`, 'mu'))
    expect(await runJobsCommand(['retry', 'unknown'], database)).toMatchObject({ exitCode: 1 })
    expect(await waiting(deadLetters)).toHaveLength(1)
    isPoisoned = false
    expect(await runJobsCommand(['retry', kind.name], database)).toEqual({
      output: 'Jobs retried: 1',
      exitCode: 0,
    })
    await until(async () => (await waiting(kind.name)).includes('completed'))
    expect((await runJobsCommand(['list'], database)).output).toMatch(/^No job was given up\.$/mu)
  })

  test('the error of a job that was given up is listed without control characters', async () => {
    await createJobs().start()
    const { name } = newJob()
    const output = JSON.stringify({ message: String.fromCodePoint(0x1b, 0x9b, 0x202e) })
    await sql`insert into job.job (name, source_name, output) values (${deadLetters}, ${name}, ${output}::jsonb)`.execute(
      database.db,
    )
    expect((await runJobsCommand(['list'], database)).output).toContain(String.raw`: \u001b\u009b\u202e`)
    await runJobsCommand(['drop', name], database)
  })

  test('a job that was given up can be dropped', async () => {
    await createJobs().start()
    const [kind, other] = [newJob(), newJob()]
    for (const { name } of [kind, other])
      await sql`insert into job.job (name, source_name, output) values (${deadLetters}, ${name}, '{"message":"poison"}')`.execute(
        database.db,
      )
    expect(await runJobsCommand(['drop', kind.name], database)).toMatchObject({ output: 'Jobs removed: 1' })
    expect((await runJobsCommand(['list'], database)).output).toMatch(new RegExp(`^${other.name}: 1`, 'mu'))
    expect(await runJobsCommand(['drop'], database)).toMatchObject({ output: 'Jobs removed: 1' })
    expect(await runJobsCommand(['forget'], database)).toMatchObject({ exitCode: 2 })
  })
})

test('stopping tells work under way, which may still queue what another process continues with [REL-25]', async () => {
  const [kind, jobs] = [newJob(), createJobs()]
  const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>()
  jobs.handle(kind, async () => {
    begin(undefined)
    await new Promise((resolve) => jobs.stopping.addEventListener('abort', resolve))
    await database.db.transaction().execute(async (tx) => jobs.enqueue(tx, kind, { text: 'rest' }))
  })
  await jobs.start()
  await database.db.transaction().execute(async (tx) => jobs.enqueue(tx, kind, { text: 'all' }))
  await begun
  const stopped = performance.now()
  await jobs.stop()
  expect(performance.now() - stopped).toBeLessThan(10_000)
  expect(new Set(await waiting(kind.name))).toEqual(new Set(['completed', 'created']))
})

test('stopping takes no new work, and waits for what is under way [REL-25]', async () => {
  const [kind, jobs] = [newJob(), createJobs()]
  const events: string[] = []
  jobs.handle(kind, async ({ text }) => {
    events.push(`begun ${text}`)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    events.push(`done ${text}`)
  })
  await jobs.start()
  await database.db.transaction().execute(async (tx) => jobs.enqueue(tx, kind, { text: 'one' }))
  await until(() => events.length === 1)
  await database.db.transaction().execute(async (tx) => jobs.enqueue(tx, kind, { text: 'two' }))
  await jobs.stop()
  expect(events).toEqual(['begun one', 'done one'])
  expect(new Set(await waiting(kind.name))).toEqual(new Set(['completed', 'created']))
})

test('jobs names lists the scheduled jobs, and both lists are data for programs', async () => {
  const [kind, jobs] = [newJob(), createJobs()]
  jobs.handle(kind, async () => {})
  jobs.every('0 3 * * *', kind)
  await jobs.start({ work: false })
  expect(await runJobsCommand(['names'], database)).toEqual({
    output: `${kind.name} (0 3 * * *)`,
    exitCode: 0,
    value: [{ name: kind.name, cron: '0 3 * * *' }],
  })
  const { value } = await runJobsCommand(['list'], database)
  expect(value).toEqual({ givenUp: expect.any(Array), retried: expect.any(Array) })
  expect(await runJobsCommand(['names', 'x'], database)).toMatchObject({ exitCode: 2 })
})
