import { z } from 'zod'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { queuedJob } from '../../../platform/jobs/feature-job.ts'
import { unseal } from '../../../platform/secrets/seal.ts'
import { findOutageAccountByPhone } from './outage.store.ts'
import { recordReport, refusalOf } from './record-report.ts'

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

/** A public report that waits for its comparison with the account. */
export type WaitingReport = z.input<typeof waitingReport>

export const recordPublicReportJob = queuedJob('record-public-outage-report', recordPublicReport)

/** Records a waiting report when its phone number is one of the account's, and audits it otherwise. */
async function recordPublicReport(deps: Deps, { sealed }: { readonly sealed: string }): Promise<void> {
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
