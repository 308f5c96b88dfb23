import type { PublicOutageReport } from '@coopline/contract/service/outage/public-outages.contract'
import { parseUsPhone } from '@coopline/rules/kernel/phone'
import { checkPublicReport } from '@coopline/rules/service/outage-report/check-public-report'
import { publicReportMessage, publicReportReceived } from '@coopline/rules/service/outage-report/outage-report.messages'
import { z } from 'zod'
import { clientSubject } from '../../../platform/attempts/client-subject.ts'
import { limitVisitor } from '../../../platform/attempts/limit-visitor.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotAllowed, Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { job } from '../../../platform/jobs/jobs.ts'
import { seal, unseal } from '../../../platform/secrets/seal.ts'
import { findOutageAccountByPhone } from './outage.store.ts'
import { problemOf, problemsIn } from './outage-problems.ts'
import { recordReport, refusalOf } from './record-report.ts'

const hour = 3_600
/** Longer than all attempts of a job. */
const sealedHours = 4

const waitingReport = z.strictObject({
  accountNumber: z.string(),
  digits: z.string(),
  outageReason: z.string(),
  remarks: z.string(),
  clientAddress: z.string(),
  requestId: z.string(),
  at: z.iso.datetime(),
  waitedSeconds: z.int().exactOptional(),
})

export const recordPublicReportJob = job<{ sealed: string }>('record-public-outage-report')

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
  const waiting: z.input<typeof waitingReport> = {
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

/** Records a waiting report when its phone number is one of the account's, and audits it otherwise. */
export async function recordPublicReport(deps: Deps, { sealed }: { readonly sealed: string }): Promise<void> {
  const waiting = unseal(deps.keys, 'outage-report', sealed, waitingReport, deps.clock.now())
  if (waiting === null) return deps.log.error('An outage report could not be read in time and was dropped')
  const { accountNumber, digits, outageReason, remarks, clientAddress, requestId, waitedSeconds = 0 } = waiting
  const now = new Date(waiting.at)
  await inTransaction(deps.db, async (tx) => {
    const account = await findOutageAccountByPhone(tx, accountNumber, digits)
    const reason = account === undefined ? 'no-match' : refusalOf(account, deps.settings.current())
    if (account === undefined || reason !== null) {
      const kind = 'outage.report-refused'
      await recordAudit(tx, { kind, at: now, accountNumber, clientAddress, requestId, detail: { reason } })
      return
    }
    await recordReport(
      tx,
      account,
      { outageReason, callBack: false, callbackNumber: '', remarks, outageReportOrigin: 'Web' },
      { now, clientAddress, requestId, waitedSeconds },
    )
  })
}
