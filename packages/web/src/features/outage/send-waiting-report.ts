import type { publicOutages } from '@coopline/contract/outage/public-outages.contract'
import { secondsWaited } from '@coopline/rules/outage-report/waiting-report'
import { call } from '../../portal/call.ts'
import { CallFailed } from '../../portal/call-failed.ts'
import { loadKeptReport, writeKeptReport } from './waiting-report.ts'

const reportLine = 'POST /v3/outages/reports' satisfies (typeof publicOutages)['report']['call']

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
    const report = loadKeptReport(now)
    const waitedSeconds = report === null ? null : secondsWaited(report.writtenAt, now)
    if (report?.kind !== 'waiting' || waitedSeconds === null) return stopSending()
    const { form, writtenAt } = report
    try {
      const { statusMessage } = await call(reportLine, { body: { ...form, waitedSeconds }, quiet: true })
      writeKeptReport({ kind: 'sent', statusMessage, writtenAt })
    } catch (error) {
      if (!isFinal(error)) return keepSending()
      writeKeptReport({ kind: 'refused', writtenAt })
    }
    return stopSending()
  })
}

/** Without locks two tabs may send the same report; the server counts it once. */
async function alone(work: () => Promise<void>): Promise<void> {
  const { locks }: { readonly locks?: LockManager | null } = navigator
  return locks ? locks.request('coopline-waiting-report', work) : work()
}

/** Whether the same report would be refused again. */
const isFinal = (error: unknown): boolean =>
  error instanceof CallFailed && error.status >= 400 && error.status < 500 && ![408, 425, 429].includes(error.status)
