import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { EndReason } from './connected-apps.tables.ts'
import { endConnection, endConnectionsOfLogin } from './connections.store.ts'
import { deleteRecordsOf } from './oauth-records.store.ts'

/** Ends every connection and access token of a login; their next read fails. @returns the number of ended connections. */
export async function endConnections(tx: Tx, loginId: string, now: Date): Promise<number> {
  const ended = await endConnectionsOfLogin(tx, loginId, now)
  for (const { grantId, memberNumber } of ended) {
    await deleteRecordsOf(tx, grantId)
    await recordAudit(tx, {
      kind: 'connected-apps.ended',
      at: now,
      memberNumber,
      detail: { connection: grantId, by: 'password-reset' },
    })
  }
  return ended.length
}

/**
 * Ends a connection of a member and deletes its tokens; their next read fails.
 *
 * @returns false when the member has no such connection, or it has ended.
 */
export async function endConnectionOf(
  tx: Tx,
  which: { readonly grantId: string; readonly memberNumber: string },
  reason: EndReason,
  now: Date,
): Promise<boolean> {
  const ended = await endConnection(tx, which, reason, now)
  if (ended === undefined) return false
  await deleteRecordsOf(tx, which.grantId)
  return true
}
