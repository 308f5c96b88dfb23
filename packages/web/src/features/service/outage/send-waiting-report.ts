import type { outage } from '@coopline/contract/service/outage/outage.contract'
import type { publicOutages } from '@coopline/contract/service/outage/public-outages.contract'
import { secondsWaited } from '@coopline/rules/service/outage-report/waiting-report'
import { call } from '../../../portal/call/call.ts'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { memberCall } from '../../../portal/call/member-call.ts'
import { isOfMember, loadStoredReport, type ReportForm, writeStoredReport } from './waiting-report.ts'

const reportLine = 'POST /v3/outages/reports' satisfies (typeof publicOutages)['report']['call']
const memberReportLine = 'POST /v3/members/{memberNumber}/outage-reports' satisfies (typeof outage)['report']['call']

const againMs = 60_000

let timer: ReturnType<typeof setInterval> | undefined

/** Sends the waiting report when the connection is back, and tries once a minute, because browsers notice that late. */
export function keepSending(): void {
  if (timer !== undefined) return
  timer = setInterval(trySending, againMs)
  window.addEventListener('online', trySending)
}

/** Sends in the background. An unsent report is tried again. */
const trySending = (): void => void sendWaitingReport().catch(() => undefined)

function stopSending(): void {
  clearInterval(timer)
  timer = undefined
  window.removeEventListener('online', trySending)
}

/** Sends the waiting report once, even with several tabs open. The report stays when nothing answers or the portal is busy. */
export async function sendWaitingReport(): Promise<void> {
  await alone(async () => {
    const now = Date.now()
    const report = loadStoredReport(now)
    const waitedSeconds = report === null ? null : secondsWaited(report.writtenAt, now)
    if (report?.kind !== 'waiting' || waitedSeconds === null) return stopSending()
    const { form, writtenAt } = report
    try {
      const { statusMessage } = await send(form, waitedSeconds)
      writeStoredReport({ kind: 'sent', statusMessage, writtenAt })
    } catch (error) {
      if (!isFinal(error)) return keepSending()
      // Signing out may have deleted the report meanwhile.
      if (loadStoredReport(now)?.writtenAt === writtenAt)
        writeStoredReport({ kind: 'refused', form, reason: reasonOf(error), writtenAt })
    }
    return stopSending()
  })
}

/** A member's report waits until the member is signed in: without a session this fails with 401. */
async function send(form: ReportForm, waitedSeconds: number): Promise<{ readonly statusMessage: string }> {
  if (!isOfMember(form)) return call(reportLine, { body: { ...form, waitedSeconds }, quiet: true })
  const { memberNumber, ...report } = form
  return memberCall(memberReportLine, { params: { memberNumber }, body: { ...report, waitedSeconds }, quiet: true })
}

/** Without locks two tabs may send the same report; the server counts it once. */
async function alone(work: () => Promise<void>): Promise<void> {
  const { locks }: { readonly locks?: LockManager | null } = navigator
  return locks ? locks.request('coopline-waiting-report', work) : work()
}

/** Whether the same report would be refused again. */
const isFinal = (error: unknown): error is CallFailed =>
  error instanceof CallFailed &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 425, 429].includes(error.status)

const reasonOf = ({ errors, message }: CallFailed): string => errors.map((one) => one.message).join(' ') || message
