import { type AuditEntry, recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import { endPortalViews } from './portal-views.store.ts'

interface EndOfView extends Pick<AuditEntry, 'at' | 'clientAddress' | 'requestId'> {
  /** The staff login whose view it was; `null` for a browser that only has the token. */
  readonly by: string | null
  readonly why: 'staff' | 'time' | 'session' | 'role' | 'copied-token'
}

/** Ends one view, or all of a staff session, and records the end of each where the member reads it. */
export async function closePortalViews(
  tx: Tx,
  which: readonly ['session_id' | 'view_id', string],
  { by, why, at, ...from }: EndOfView,
): Promise<void> {
  for (const { viewId, memberNumber, endsAt } of await endPortalViews(tx, ...which, at)) {
    const isOver = endsAt <= at
    await recordAudit(tx, {
      ...from,
      kind: 'staff.portal-view-ended',
      at: isOver ? endsAt : at,
      memberNumber,
      detail: { by, view: viewId, why: isOver ? 'time' : why },
    })
  }
}
