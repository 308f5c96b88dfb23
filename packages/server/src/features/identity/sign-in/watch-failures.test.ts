import { expect, it } from 'vitest'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { login, seedLogin } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { watchFailuresJob } from './watch-failures.job.ts'

const portal = useTestPortal()

async function record(kind: string, count: number): Promise<void> {
  for (let entry = 0; entry < count; entry++) await recordAudit(portal.db, { kind, at: portal.clock.now() })
}

/** Runs the job for the last minutes. @returns the number of alarms up to now. */
async function alarms(): Promise<number> {
  await portal.jobs.run(watchFailuresJob, {})
  return portal.logLines.filter((line) => line.includes('"alarm":"sign-in-failures"')).length
}

it('one wrong password for each of many logins, each from its own address, raises the alarm [SEC-11]', async () => {
  portal.set({ loginFailureAlarmCount: 10 })
  await seedLogin(portal)
  await login(portal)
  for (let address = 0; address < 9; address++)
    await login(portal, { username: `somebody.${address}`, password: 'Wrong!2026', from: `203.0.113.${address}` })
  expect(await alarms()).toBe(0)
  await login(portal, { password: 'Wrong!2026', from: '203.0.113.99' })
  expect(await alarms()).toBe(1)
  expect(portal.logLines.at(-1)).toContain('"failed":10,"succeeded":1,"minutes":10')
})

it('the alarm is raised once an hour while the failures continue', async () => {
  await record('sign-in.failed', 100)
  expect([await alarms(), await alarms()]).toEqual([1, 1])
  portal.clock.advance(3600)
  expect(await alarms()).toBe(1)
  await record('sign-in.code-failed', 100)
  expect(await alarms()).toBe(2)
})

it('a busy hour with one failure in four, or a few failures at night, raises no alarm', async () => {
  await record('sign-in.failed', 99)
  expect(await alarms()).toBe(0)
  portal.clock.advance(600)
  await record('sign-in.failed', 100)
  await record('sign-in.succeeded', 26)
  expect(await alarms()).toBe(0)
})
