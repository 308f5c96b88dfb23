import { recordAudit } from '../../platform/audit/audit.store.ts'
import type { Tx } from '../../platform/db/open-database.ts'
import { endConnectionsOfLogin } from './connections.store.ts'
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
