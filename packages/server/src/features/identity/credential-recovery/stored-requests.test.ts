import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { job, type Jobs } from '../../../platform/jobs/jobs.ts'
import { createPgBossJobs, retryGivenUpJobs } from '../../../platform/jobs/pg-boss-jobs.ts'
import { createLog } from '../../../platform/log.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { sendRecoveryMailJob } from './send-recovery-mail.job.ts'

const database = useTestDatabase()
let jobs: Jobs | undefined
afterEach(async () => jobs?.stop())

const another = job<{ readonly text: string }>('another')

const kept = async () => {
  const rows = await database.runScript(`select name, state::text as state from job.job order by name`)
  return rows.map(({ name, state }) => `${String(name)} ${String(state)}`)
}

const fast = { pollSeconds: 0.5, superviseSeconds: 1, deleteEverySeconds: 1 }
const start = async () => {
  jobs = createPgBossJobs({ database, log: createLog('silent'), clock: systemClock, ...fast })
  jobs.handle(sendRecoveryMailJob, async () => {})
  jobs.handle(another, async () => {})
  await jobs.start()
}
const passed = async (seconds: number) =>
  database.runScript(`update job.job set completed_on = now() - interval '${seconds} seconds'`)

test('the queue forgets what was typed for a recovery mail ten minutes after it was done, and other jobs later', async () => {
  const request = { askId: 'a', about: 'password', username: 'Prairie!2026', clientAddress: '', requestId: '' } as const
  await start()
  await database.db.transaction().execute(async (tx) => {
    await jobs?.enqueue(tx, sendRecoveryMailJob, request)
    await jobs?.enqueue(tx, another, { text: 'another' })
  })
  await expect.poll(kept).toEqual(['another completed', 'recovery.send-mail completed'])
  await passed(500)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(await kept()).toContain('recovery.send-mail completed')
  await passed(601)
  await expect.poll(kept).toEqual(['another completed'])
})

test('forgets a stored request as soon when the job was given up and staff had it retried', async () => {
  await start()
  await database.runScript(`insert into job.job (name, data, source_name)
    select 'dead-letters', '{"username": "Prairie!2026"}', name from unnest(array['another', 'recovery.send-mail']) as name`)
  expect(await retryGivenUpJobs(database, undefined)).toBe(2)
  await expect.poll(kept).toContain('recovery.send-mail completed')
  await expect.poll(kept).toContain('another completed')
  await passed(601)
  await expect.poll(kept).not.toContain('recovery.send-mail completed')
  expect(await kept()).toContain('another completed')
})
