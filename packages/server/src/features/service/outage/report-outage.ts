import type { OutageReport } from '@coopline/contract/service/outage/outage.contract'
import { checkOutageReport } from '@coopline/rules/service/outage-report/check-outage-report'
import { outageReportMessage, reportReceived } from '@coopline/rules/service/outage-report/outage-report.messages'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict, Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { findOutageAccount } from './outage.store.ts'
import { problemOf } from './outage-problems.ts'
import { recordReport, refusalOf } from './record-report.ts'

/**
 * Records a member's outage report and sends an event to the cooperative, in one transaction. A report within ten minutes of the
 * account's last one counts as the same report. One that waited in the browser for a connection is sent with the time it waited.
 *
 * @throws NotOwned for another member's account; Refused for form problems; Conflict when the account cannot report.
 */
export async function reportOutage(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { caller: { memberNumber }, request }: MemberRequest,
  report: OutageReport,
): Promise<{ readonly statusMessage: string }> {
  const { accountNumber } = report
  const now = clock.now()
  const account = requireOwnAccount(await findOutageAccount(db, memberNumber, accountNumber), accountNumber)
  const code = refusalOf(account, settings.current())
  if (code !== null) throw new Conflict(refusal(outageReportMessage, { code }))
  const outageReason = problemOf(settings.current().outageProblems, report.outageReason) ?? ''
  const problems = checkOutageReport({ ...report, outageReason })
  if (problems.length > 0) throw new Refused(...problems.map((problem) => refusal(outageReportMessage, problem)))

  const { accountNumber: _known, waitedSeconds, ...reported } = report
  const { clientAddress, id: requestId } = request
  await inTransaction(db, async (tx) =>
    recordReport(
      tx,
      account,
      { ...reported, outageReason },
      {
        now,
        clientAddress,
        requestId,
        ...(waitedSeconds !== undefined && { waitedSeconds }),
      },
    ),
  )
  return { statusMessage: reportReceived(request.language) }
}
