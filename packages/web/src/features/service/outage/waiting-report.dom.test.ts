import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetStoredUser, keepStoredUser } from '../../../portal/session/stored-user.ts'
import { answerCalls, aProblem } from '../../../test-support/answers.ts'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import { sendWaitingReport } from './send-waiting-report.ts'
import { currentReport, type StoredReport, loadStoredReport, writeStoredReport } from './waiting-report.ts'

const reportLine = 'POST /v3/outages/reports'
const form = { accountNumber: '100100101', phoneNumber: '(715) 555-4821', outageReason: 'No power', remarks: 'Zelda' }
const writtenAt = Date.parse('2026-11-20T15:00:00Z')
const waiting: StoredReport = { kind: 'waiting', form, writtenAt }
const hour = 3_600_000

/** Locks of a browser with one name: each waits for the one before. */
let last = Promise.resolve()
Object.defineProperty(navigator, 'locks', {
  configurable: true,
  value: { request: async (_name: string, work: () => Promise<void>) => (last = last.then(work)) },
})
afterAll(() => void Reflect.deleteProperty(navigator, 'locks'))

beforeEach(() => {
  vi.useFakeTimers({ now: writtenAt + hour })
  writeStoredReport(waiting)
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

it('keeps what was typed in a report that the portal refuses, with the reason, until four hours after it was written', async () => {
  const errors = [{ code: 'issue-missing', field: 'outageReason', message: 'You must select an issue' }]
  const sent = answerCalls({ [reportLine]: aProblem(400, '', errors) })
  await sendWaitingReport()
  expect(now()).toEqual({ kind: 'refused', form, reason: 'You must select an issue', writtenAt })
  await sendWaitingReport()
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(sent).toHaveLength(1)
  vi.setSystemTime(writtenAt + 4 * hour + 1_000)
  expect(loadStoredReport(Date.now())).toMatchObject({ kind: 'refused', form: null })
  expect(JSON.stringify(localStorage)).not.toMatch(/100100101|4821|Zelda/u)
})

it('does not bring back a report that was deleted while it was refused', async () => {
  const answer = Promise.withResolvers<unknown>()
  answerCalls({ [reportLine]: async () => answer.promise })
  const sending = sendWaitingReport()
  await vi.advanceTimersByTimeAsync(0)
  writeStoredReport(null)
  answer.resolve(aProblem(400))
  await sending
  expect(localStorage).toHaveLength(0)
})

describe('a report of a member', () => {
  const memberLine = 'POST /v3/members/M1001/outage-reports'
  const own = { memberNumber: 'M1001', memberMfaEnabled: false }
  const { phoneNumber, ...common } = form
  const body = { ...common, callBack: true, callbackNumber: phoneNumber, outageReportOrigin: 'Web' } as const
  beforeEach(() => {
    writeStoredReport({ kind: 'waiting', form: { ...body, memberNumber: 'M1001' }, writtenAt })
  })

  it('waits until the same member is signed in again, and is then sent with their token', async () => {
    const sent = answerCalls({ [memberLine]: { statusMessage: 'Thank you.' } })
    await sendWaitingReport()
    expect([sent, now()]).toMatchObject([[], { kind: 'waiting' }])
    keepStoredUser({ ...own, accessToken: 'token-2' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent.map(bodyOf)).toEqual([{ ...body, waitedSeconds: 3_660 }])
    expect(new Headers(sent[0]?.init?.headers).get('authorization')).toBe('Bearer token-2')
    expect(now()).toMatchObject({ kind: 'sent' })
  })

  it('survives the end of the session, and is deleted when another member signs in', () => {
    keepStoredUser({ ...own, accessToken: 'token-1' })
    forgetStoredUser('/login')
    expect(now()).toMatchObject({ kind: 'waiting' })
    keepStoredUser({ ...own, accessToken: 'token-2' })
    expect(now()).toMatchObject({ kind: 'waiting' })
    keepStoredUser({ ...own, memberNumber: 'M2002', accessToken: 'token-3' })
    expect(now()).toBeNull()
    expect(JSON.stringify(localStorage)).not.toMatch(/100100101|4821|Zelda/u)
  })
})

it('does not send a report that is older than four hours, and removes what was typed', async () => {
  const sent = answerCalls({ [reportLine]: { statusMessage: 'Thank you.' } })
  vi.setSystemTime(writtenAt + 4 * hour + 1_000)
  expect(now()).toEqual({ kind: 'expired', writtenAt })
  await sendWaitingReport()
  expect(sent).toEqual([])
  expect(JSON.stringify(localStorage)).not.toMatch(/100100101|4821|Zelda/u)
  vi.setSystemTime(writtenAt + 24 * hour)
  expect(loadStoredReport(Date.now())).toBeNull()
  expect(localStorage).toHaveLength(0)
})
