import type { OutageReport } from '@coopline/contract/outage/outage.contract'
import { checkOutageReport } from '@coopline/rules/outage-report/check-outage-report'
import {
  type OutageRefusal,
  outageReportMessage,
  reportReceived,
} from '@coopline/rules/outage-report/outage-report.messages'
import { canReportOutage } from '@coopline/rules/outage-display/can-report-outage'
import type { Settings } from '@coopline/contract/site/settings-catalogue'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { Conflict, RuleRefused } from '../../platform/errors.ts'
import { insertEvent } from '../../platform/events/event.store.ts'
import type { MemberRequest } from '../../platform/http/call.ts'
import { requireOwnAccount } from '../../platform/http/require-own.ts'
import {
  findLastReport,
  findOutageAccount,
  insertOutageReport,
  lockForReport,
  type OutageAccount,
} from './outage.store.ts'
import { problemOf } from './outage-problems.ts'

/** Minutes within which another report counts as the same one. */
const repeatMinutes = 10

/** Why this account cannot report an outage (OU-07, OU-10, OU-11, OU-32); `null` when it can. */
function refusalOf(account: OutageAccount, settings: Settings): OutageRefusal | null {
  if (settings.hideNonElectricOutage && account.accountType !== 'Electric') return 'not-supported'
  if (account.locationId === '') return 'no-location'
  if (!canReportOutage(account.derivedStatus)) return 'not-reportable'
  return account.isOut ? 'already-active' : null
}

/**
 * Records a member's outage report and sends an event to the cooperative, in one transaction. A report within ten minutes of the
 * account's last one counts as the same report.
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

  await inTransaction(db, async (tx) => {
    await lockForReport(tx, accountNumber)
    const after = new Date(now.getTime() - repeatMinutes * 60_000)
    if ((await findLastReport(tx, memberNumber, accountNumber, after)) !== undefined) return
    await insertOutageReport(tx, { memberNumber, accountNumber, now })
    const { locationId } = account
    const event = await insertEvent(tx, {
      accountNumber,
      kind: 'outage.reported',
      body: { memberNumber, locationId, reportedAt: now.toISOString(), ...report, outageReason },
      now,
    })
    await recordAudit(tx, {
      kind: 'outage.reported',
      at: now,
      memberNumber,
      accountNumber,
      clientAddress: request.clientAddress,
      requestId: request.id,
      detail: { event },
    })
  })
  return { statusMessage: reportReceived(language) }
}
