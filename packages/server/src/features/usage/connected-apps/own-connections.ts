import type { ConnectedMeter, Connection } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import { parseEspiScopes } from '@coopline/rules/usage/connected-apps/espi-scope'
import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotOwned } from '../../../platform/errors.ts'
import type { MemberCaller, RequestFacts } from '../../../platform/http/call.ts'
import { type StoredConnection, listAccesses, listConnectedMeters, listConnections } from './connections.store.ts'
import { endConnectionOf } from './end-connections.ts'

/**
 * Lists the member's connected apps and access tokens, newest first. Ended ones stay on the list until retention deletes them.
 */
export async function listOwnConnections(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  caller: Pick<MemberCaller, 'memberNumber'>,
  grantId?: string,
): Promise<{ readonly connections: Connection[] }> {
  const kept = await listConnections(deps.db, caller.memberNumber, grantId)
  const meters = await listConnectedMeters(
    deps.db,
    kept.map((one) => one.grantId),
  )
  const when = { now: deps.clock.now(), timeZone: deps.settings.current().timeZone }
  return { connections: kept.map((one) => toConnection(one, meters.get(one.grantId) ?? [], when)) }
}

const toConnection = (
  one: StoredConnection,
  meters: readonly ConnectedMeter[],
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Connection => ({
  id: one.grantId,
  kind: one.clientId === null ? 'token' : 'app',
  name: one.name,
  homeUrl: one.homeUrl,
  scopes: [...parseEspiScopes(one.scope)],
  meters: [...meters],
  historyFrom: one.historyFrom,
  createdAt: one.createdAt.toISOString(),
  endsAt: one.endsAt.toISOString(),
  lastDay: calendarDateIn(timeZone, new Date(one.endsAt.getTime() - 1)),
  endReason: one.endReason,
  isOver: one.endsAt <= now,
  lastReadAt: one.lastReadAt?.toISOString() ?? null,
  reads: one.reads,
  bytes: one.bytes,
})

/** Lists the reads of a connection. @throws NotOwned when it is not the caller's. */
export async function listOwnAccesses(deps: Pick<Deps, 'db'>, caller: MemberCaller, grantId: string) {
  await requireOwnConnection(deps, caller, grantId)
  const accesses = await listAccesses(deps.db, grantId)
  return {
    accesses: accesses.map(({ hour, what, reads, bytes }) => ({
      hour: hour.toISOString(),
      what,
      reads,
      bytes,
    })),
  }
}

/** Ends a connection; its tokens fail from the next request on. @throws NotOwned when it is not the caller's. */
export async function endOwnConnection(
  deps: Pick<Deps, 'db' | 'clock'>,
  facts: RequestFacts,
  caller: MemberCaller,
  grantId: string,
): Promise<{ readonly ended: true }> {
  await requireOwnConnection(deps, caller, grantId)
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    if (!(await endConnectionOf(tx, { grantId, memberNumber: caller.memberNumber }, 'member', now))) return
    await recordAudit(tx, {
      kind: 'connected-apps.ended',
      at: now,
      memberNumber: caller.memberNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
      detail: { connection: grantId },
    })
  })
  return { ended: true }
}

async function requireOwnConnection(deps: Pick<Deps, 'db'>, caller: MemberCaller, grantId: string): Promise<void> {
  const [found] = await listConnections(deps.db, caller.memberNumber, grantId)
  if (found === undefined) throw new NotOwned('Not a connection of the caller')
}
