import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, aProblem } from '../../test-support/answers.ts'
import { bodyOf } from '../../test-support/open-quick-pay.tsx'
import { sendWaitingReport } from './send-waiting-report.ts'
import { currentReport, type KeptReport, loadKeptReport, writeKeptReport } from './waiting-report.ts'

const reportLine = 'POST /v3/outages/reports'
const form = { accountNumber: '100100101', phoneNumber: '(715) 555-4821', outageReason: 'No power', remarks: 'Zelda' }
const writtenAt = Date.parse('2026-11-20T15:00:00Z')
const waiting: KeptReport = { kind: 'waiting', form, writtenAt }
const hour = 3_600_000

/** Locks of a browser with one name: each waits for the one before. */
let last = Promise.resolve()
Object.defineProperty(navigator, 'locks', {
  configurable: true,
  value: { request: async (_name: string, work: () => Promise<void>) => (last = last.then(work)) },
})

beforeEach(() => {
  vi.useFakeTimers({ now: writtenAt + hour })
  writeKeptReport(waiting)
})
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const now = (): unknown => JSON.parse(currentReport())

it('sends a waiting report once, with the time it waited, and keeps nothing of it', async () => {
  const sent = answerCalls({ [reportLine]: { statusMessage: 'Thank you.' } })
  await Promise.all([sendWaitingReport(), sendWaitingReport()])
  await sendWaitingReport()
  expect(sent.map(bodyOf)).toEqual([{ ...form, waitedSeconds: 3_600 }])
  expect(now()).toEqual({ kind: 'sent', statusMessage: 'Thank you.', writtenAt })
  expect(JSON.stringify(localStorage)).not.toMatch(/100100101|4821|Zelda/u)
})

it.each([
  ['nothing answers', {}],
  ['too many reports were sent', { [reportLine]: aProblem(429) }],
  ['the portal is down', { [reportLine]: aProblem(503) }],
])('keeps the report and sends it within a minute after %s', async (_reason, answers) => {
  answerCalls(answers)
  await sendWaitingReport()
  expect(now()).toEqual(waiting)
  const sent = answerCalls({ [reportLine]: { statusMessage: 'Thank you.' } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
  expect(now()).toMatchObject({ kind: 'sent' })
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(sent).toHaveLength(1)
})

it('gives up a report that the portal refuses, and keeps nothing of it', async () => {
  answerCalls({ [reportLine]: aProblem(400) })
  await sendWaitingReport()
  expect(now()).toEqual({ kind: 'refused', writtenAt })
})

it('does not send a report that is older than four hours, and removes what was typed', async () => {
  const sent = answerCalls({ [reportLine]: { statusMessage: 'Thank you.' } })
  vi.setSystemTime(writtenAt + 4 * hour + 1_000)
  expect(now()).toEqual({ kind: 'expired', writtenAt })
  await sendWaitingReport()
  expect(sent).toEqual([])
  expect(JSON.stringify(localStorage)).not.toMatch(/100100101|4821|Zelda/u)
  vi.setSystemTime(writtenAt + 24 * hour)
  expect(loadKeptReport(Date.now())).toBeNull()
  expect(localStorage).toHaveLength(0)
})
