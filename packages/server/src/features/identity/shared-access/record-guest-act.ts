import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'

interface GuestAct {
  readonly kind: `shared-access.${string}`
  readonly at: Date
  readonly accessId: string
  /** The member who shares. */
  readonly ownerNumber: string
  /** The member number of the guest. */
  readonly guestNumber: string
}

/**
 * Audits an action of a guest, with an entry for each of the two people. Only the guest's entry has the client address, so that the
 * sharing member does not learn where the guest is.
 */
export async function recordGuestAct(tx: Tx, request: RequestFacts, act: GuestAct): Promise<void> {
  const entry = { kind: act.kind, at: act.at, requestId: request.id, detail: { access: act.accessId, by: 'guest' } }
  await recordAudit(tx, { ...entry, memberNumber: act.ownerNumber })
  await recordAudit(tx, { ...entry, memberNumber: act.guestNumber, clientAddress: request.clientAddress })
}
