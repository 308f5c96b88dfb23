import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { job, type Jobs } from '../../platform/jobs/jobs.ts'
import { createPgBossJobs } from '../../platform/jobs/pg-boss-jobs.ts'
import { createLog } from '../../platform/log.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { sendRecoveryMailJob } from './send-recovery-mail.job.ts'

const database = useTestDatabase()
let jobs: Jobs | undefined
afterEach(async () => jobs?.stop())

const patience = { timeout: 30_000 }
const another = job<{ readonly text: string }>('another')

const kept = async () => {
  const rows = await database.runScript(`select name, state::text as state from job.job order by name`)
  return rows.map(({ name, state }) => `${String(name)} ${String(state)}`)
}

test('the queue forgets what was typed for a recovery mail ten minutes after it was done, and other jobs later', async () => {
  const fast = { pollSeconds: 0.5, superviseSeconds: 1, deleteEverySeconds: 1 }
  jobs = createPgBossJobs({ database, log: createLog('silent'), clock: systemClock, ...fast })
  const request = { askId: 'a', about: 'password', username: 'Prairie!2026', clientAddress: '', requestId: '' } as const
  jobs.handle(sendRecoveryMailJob, async () => {})
  jobs.handle(another, async () => {})
  await jobs.start()
  await database.db.transaction().execute(async (tx) => {
    await jobs?.enqueue(tx, sendRecoveryMailJob, request)
    await jobs?.enqueue(tx, another, { text: 'another' })
  })
  await expect.poll(kept, patience).toEqual(['another completed', 'recovery.send-mail completed'])
  const passed = async (seconds: number) =>
    database.runScript(`update job.job set completed_on = now() - interval '${seconds} seconds'`)
  await passed(500)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(await kept()).toContain('recovery.send-mail completed')
  await passed(601)
  await expect.poll(kept, patience).toEqual(['another completed'])
})
