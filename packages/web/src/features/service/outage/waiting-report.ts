import type { OutageReport } from '@coopline/contract/service/outage/outage.contract'
import type { PublicReportForm } from '@coopline/rules/service/outage-report/check-public-report'
import { longestWaitSeconds, secondsWaited } from '@coopline/rules/service/outage-report/waiting-report'
import { isRecord } from '../../../portal/call/is-record.ts'
import { readLocalItem, removeLocalItem, writeLocalItem } from '../../../portal/session/local-storage.ts'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { findPortalView } from '../../../portal/session/portal-view.ts'
import { waitingReportKey } from '../../../portal/session/stored-user.ts'

/** A report of a member who was signed in. Only the same member sends it. */
export type MemberReportForm = Omit<OutageReport, 'waitedSeconds'> & OwnAccount

/** The form of a report, from the public page or from the member's own. */
export type ReportForm = PublicReportForm | MemberReportForm

/**
 * A report that was written without a connection. A waiting one holds its form, and so does one that the
 * portal refused, until four hours after it was written.
 */
export type StoredReport =
  | { readonly kind: 'waiting'; readonly form: ReportForm; readonly writtenAt: number }
  | { readonly kind: 'sent'; readonly statusMessage: string; readonly writtenAt: number }
  | {
      readonly kind: 'refused'
      readonly form: ReportForm | null
      /** In the cooperative's words; may be empty. */
      readonly reason: string
      readonly writtenAt: number
    }
  | { readonly kind: 'expired'; readonly writtenAt: number }

export const isOfMember = (form: ReportForm): form is MemberReportForm => 'memberNumber' in form

/** The time for which the result of a report is shown, in milliseconds. */
const displayedMs = 24 * 3_600_000

const listeners = new Set<() => void>()

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

/** Hears of changes, also in another tab. */
export function onStoredReport(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** A portal view shows no report of this browser, keeps none and sends none. */
const readStored = (): string | null => (findPortalView() === null ? readLocalItem(waitingReportKey) : null)

/** The report as it is now or `null`, as one comparable value. */
export const currentReport = (): string => JSON.stringify(parseStoredReport(readStored(), Date.now()))

/** Reads the stored text. A report that has waited too long reads as expired. */
function parseStoredReport(text: string | null, now: number): StoredReport | null {
  const kept = parse(text)
  if (!isRecord(kept)) return null
  // Only `writeStoredReport` writes there.
  const report = kept as unknown as StoredReport
  const { kind, writtenAt } = report
  const isOld = secondsWaited(writtenAt, now) === null
  if (kind === 'waiting') return isOld ? { kind: 'expired', writtenAt } : report
  if (now - writtenAt >= displayedMs) return null
  return kind === 'refused' && isOld ? { ...report, form: null } : report
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** Stores a report or its end; `null` removes it. Answers whether the browser kept it. */
export function writeStoredReport(report: StoredReport | null): boolean {
  if (findPortalView() !== null) return false
  const text = report === null ? null : JSON.stringify(report)
  if (text === null) removeLocalItem(waitingReportKey)
  else writeLocalItem(waitingReportKey, text)
  notifyListeners()
  return readLocalItem(waitingReportKey) === text
}

/** Keeps a report that was not sent, from now on. Answers whether the browser kept it. */
export const keepWaitingReport = (form: ReportForm): boolean =>
  writeStoredReport({ kind: 'waiting', form, writtenAt: Date.now() })

/** Reads the report and removes what has expired of it from the browser. */
export function loadStoredReport(now: number): StoredReport | null {
  const text = readStored()
  const report = parseStoredReport(text, now)
  if (text !== null && JSON.stringify(report) !== text) writeStoredReport(report)
  return report
}

/** Removes the kept report once its form was sent. A report from another form stays. */
export function removeSentReport(isOfForm: (form: ReportForm) => boolean): void {
  const report = loadStoredReport(Date.now())
  const form = report !== null && 'form' in report ? report.form : null
  if (form === null || isOfForm(form)) writeStoredReport(null)
}

/** When a waiting report is removed without having been sent. */
export const expiryOf = ({ writtenAt }: { readonly writtenAt: number }): Date =>
  new Date(writtenAt + longestWaitSeconds * 1_000)
