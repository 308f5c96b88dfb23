import type { OutageReport } from '@coopline/contract/service/outage/outage.contract'
import { checkOutageReport } from '@coopline/rules/service/outage-report/check-outage-report'
import { outageReportMessage, reportReceived } from '@coopline/rules/service/outage-report/outage-report.messages'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict, RuleRefused } from '../../../platform/errors.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { findOutageAccount } from './outage.store.ts'
import { problemOf } from './outage-problems.ts'
import { recordReport, refusalOf } from './record-report.ts'

/**
 * Records a member's outage report and sends an event to the cooperative, in one transaction. A report within ten minutes of the
 * account's last one counts as the same report. One that waited in the browser for a connection is sent with the time it waited.
 *
 * @throws NotOwned for another member's account; RuleRefused for form problems; Conflict when the account cannot report.
 */
export async function reportOutage(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { caller: { memberNumber }, request }: MemberRequest,
  report: OutageReport,
): Promise<{ readonly statusMessage: string }> {
  const { accountNumber } = report
  const { language } = request
  const now = clock.now()
  const account = requireOwnAccount(await findOutageAccount(db, memberNumber, accountNumber), accountNumber)
  const refusal = refusalOf(account, settings.current())
  if (refusal !== null) throw new Conflict(refusal, outageReportMessage({ code: refusal }, language))
  const outageReason = problemOf(settings.current().outageProblems, report.outageReason) ?? ''
  const problems = checkOutageReport({ ...report, outageReason })
  if (problems.length > 0)
    throw new RuleRefused(problems.map((problem) => ({ ...problem, message: outageReportMessage(problem, language) })))

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
  return { statusMessage: reportReceived(language) }
}
