import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'

interface GuestAct {
  readonly kind: `shared-access.${string}`
  readonly at: Date
  readonly accessId: string
  /** The member who shares. */
  readonly ownerNumber: string
  /** The guest's own number. */
  readonly guestNumber: string
}

/**
 * Records what a guest did, for both people: only the guest's own entry has the client address, so that the member who shares does not
 * learn where the guest is.
 */
export async function recordGuestAct(tx: Tx, request: RequestFacts, act: GuestAct): Promise<void> {
  const entry = { kind: act.kind, at: act.at, requestId: request.id, detail: { access: act.accessId, by: 'guest' } }
  await recordAudit(tx, { ...entry, memberNumber: act.ownerNumber })
  await recordAudit(tx, { ...entry, memberNumber: act.guestNumber, clientAddress: request.clientAddress })
}
