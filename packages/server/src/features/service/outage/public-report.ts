import type { PublicOutageReport } from '@coopline/contract/service/outage/public-outages.contract'
import { parseUsPhone } from '@coopline/rules/kernel/phone'
import { checkPublicReport } from '@coopline/rules/service/outage-report/check-public-report'
import { publicReportMessage, publicReportReceived } from '@coopline/rules/service/outage-report/outage-report.messages'
import { clientSubject } from '../../../platform/attempts/client-subject.ts'
import { limitVisitor } from '../../../platform/attempts/limit-visitor.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotAllowed, Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { seal } from '../../../platform/secrets/seal.ts'
import { problemOf, problemsIn } from './outage-problems.ts'
import { recordPublicReportJob, type WaitingReport } from './record-public-report.job.ts'

const hour = 3_600
/** Longer than all attempts of a job. */
const sealedHours = 4

/** The problems of the public report form. @throws NotAllowed when the cooperative takes no reports without sign-in. */
export function loadReportOptions(
  deps: Pick<Deps, 'settings'>,
  { language }: Pick<RequestFacts, 'language'>,
): { readonly problems: { readonly outageDescription: string }[] } {
  requirePublicReports(deps)
  const { outageProblems } = deps.settings.current()
  return { problems: problemsIn(outageProblems, language).map((outageDescription) => ({ outageDescription })) }
}

/**
 * Takes an outage report without sign-in. A job compares the account and phone number, so the answer and the work of the request
 * are the same whether or not they match (REQ-D-386).
 *
 * @throws NotAllowed when the setting is off; Refused for form problems; TooManyAttempts.
 */
export async function takePublicReport(
  deps: Deps,
  facts: RequestFacts,
  typed: PublicOutageReport,
): Promise<{ readonly statusMessage: string }> {
  requirePublicReports(deps)
  const settings = deps.settings.current()
  const outageReason = problemOf(settings.outageProblems, typed.outageReason) ?? ''
  const problems = checkPublicReport({ ...typed, outageReason })
  if (problems.length > 0) throw new Refused(...problems.map((problem) => refusal(publicReportMessage, problem)))
  const { accountNumber, remarks, waitedSeconds } = typed
  const kind = 'outage.public-report'
  const limit = settings.publicOutageReportsPerHour
  const digits = parseUsPhone(typed.phoneNumber) ?? ''
  // Counted with the phone number, so that a stranger who knows the account number alone does not use up the member's reports.
  const subject = clientSubject(deps.keys, `${accountNumber} ${digits}`)
  await limitVisitor(deps, facts, {
    kind,
    limit,
    others: [{ kind: `${kind}-account`, subject, windowSeconds: hour, limit }],
  })
  const now = deps.clock.now()
  const waiting: WaitingReport = {
    accountNumber,
    digits,
    outageReason,
    remarks,
    clientAddress: facts.clientAddress,
    requestId: facts.id,
    at: now.toISOString(),
    ...(waitedSeconds !== undefined && { waitedSeconds }),
  }
  const expiresAt = new Date(now.getTime() + sealedHours * hour * 1_000)
  const sealed = seal(deps.keys, 'outage-report', waiting, expiresAt)
  await inTransaction(deps.db, async (tx) => deps.jobs.enqueue(tx, recordPublicReportJob, { sealed }))
  return { statusMessage: publicReportReceived(facts.language) }
}

function requirePublicReports({ settings }: Pick<Deps, 'settings'>): void {
  const { Outage, publicOutageReports } = settings.current()
  if (!Outage || !publicOutageReports) throw new NotAllowed('Outages are not reported without sign-in')
}
