import type { OutageReport } from '@coopline/contract/service/outage/outage.contract'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { canReportOutage } from '@coopline/rules/service/outage-display/can-report-outage'
import type { OutageRefusal } from '@coopline/rules/service/outage-report/outage-report.messages'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import { insertEvent } from '../../../platform/events/event.store.ts'
import { findLastReport, insertOutageReport, lockForReport, type OutageAccount } from './outage.store.ts'

/** Minutes within which another report counts as the same one. */
const repeatMinutes = 10

/** Returns the reason that this account cannot report an outage (OU-07, OU-10, OU-11, OU-32); `null` when it can. */
export function refusalOf(account: OutageAccount, settings: Settings): OutageRefusal | null {
  if (settings.hideNonElectricOutage && account.accountType !== 'Electric') return 'not-supported'
  if (account.locationId === '') return 'no-location'
  if (!canReportOutage(account.derivedStatus)) return 'not-reportable'
  return account.isOut ? 'already-active' : null
}

/** The time and the origin of a report. */
export interface ReportOrigin {
  readonly now: Date
  readonly clientAddress?: string
  readonly requestId: string
  /** The seconds that the report waited in the browser for a connection. */
  readonly waitedSeconds?: number
}

type Report = Omit<OutageReport, 'accountNumber' | 'outageReportOrigin' | 'waitedSeconds'> & {
  readonly outageReportOrigin: string
}

/**
 * Records an outage report: its time, the event to the cooperative and the audit entry. A report within ten minutes of the
 * account's last one counts as the same report. A report that waited for a connection counts as the same as any report since it was
 * written: the browser sends it again when it missed the answer (REQ-D-387).
 *
 * @param report with the English description of the problem.
 */
export async function recordReport(
  tx: Tx,
  { accountNumber, memberNumber, locationId }: OutageAccount,
  report: Report,
  { now, clientAddress, requestId, waitedSeconds = 0 }: ReportOrigin,
): Promise<void> {
  await lockForReport(tx, accountNumber)
  const writtenAt = new Date(now.getTime() - waitedSeconds * 1_000)
  const after = new Date(writtenAt.getTime() - repeatMinutes * 60_000)
  if ((await findLastReport(tx, memberNumber, accountNumber, after)) !== undefined) return
  await insertOutageReport(tx, { memberNumber, accountNumber, now })
  const event = await insertEvent(tx, {
    accountNumber,
    kind: 'outage.reported',
    body: {
      memberNumber,
      locationId,
      reportedAt: now.toISOString(),
      ...(waitedSeconds > 0 && { writtenAt: writtenAt.toISOString() }),
      accountNumber,
      ...report,
    },
    now,
  })
  await recordAudit(tx, {
    kind: 'outage.reported',
    at: now,
    memberNumber,
    accountNumber,
    clientAddress,
    requestId,
    detail: { event },
  })
}
