import type { AnswerOf } from '@coopline/contract/endpoint'
import type {
  PendingChangePosition,
  staffProfileChanges,
} from '@coopline/contract/accounts/account-profile/staff-profile-changes.contract'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { RequestFacts, StaffCaller } from '../../../platform/http/call.ts'
import { pageOf } from '../../../platform/http/page-of.ts'
import { listChangesPendingReview } from './profiles-pending-review.store.ts'

const pageSize = 25

/** Lists a page of the changes pending review, oldest first. The audit records the accounts that were shown. */
export async function listPendingChanges(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { caller, request }: { readonly caller: Pick<StaffCaller, 'username'>; readonly request: RequestFacts },
  after: PendingChangePosition | null,
): Promise<AnswerOf<(typeof staffProfileChanges)['list']>> {
  const position = after && { ...after, changedAt: new Date(after.changedAt) }
  const rows = await listChangesPendingReview(db, position, pageSize + 1)
  const shown = rows.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() }))
  const { listed, last } = pageOf(shown, pageSize)
  // The audit entry is written before the answer, so that there is no view without an entry.
  await recordAudit(db, {
    kind: 'staff.profile-changes-viewed',
    at: clock.now(),
    clientAddress: request.clientAddress,
    requestId: request.id,
    detail: { by: caller.username, accounts: [...new Set(listed.map(({ accountNumber }) => accountNumber))].join(' ') },
  })
  const next = last && { accountNumber: last.accountNumber, block: last.block, changedAt: last.changedAt }
  return { changes: listed, next }
}
