import { sql } from 'kysely'
import type { Database, Executor } from '../../../platform/db/open-database.ts'

/** A change in the portal that the cooperative's systems must process. */
export interface PortalEvent {
  readonly id: number
  readonly accountNumber: string | null
  readonly kind: string
  readonly body: unknown
  readonly createdAt: string
}

/** The events of a page: those after an id, of one account where it is given, and only unacknowledged ones where `isWaiting`. */
export interface EventPage {
  readonly after: number
  readonly limit: number
  readonly isWaiting: boolean
  readonly accountNumber?: string | undefined
}

/**
 * Lists a page of events, oldest first. The events of an account are ordered by their ids.
 *
 * Stops below the ids of transactions that are still open: once an event is listed, no event with a lower id appears
 * later, so a reader may continue after the last id that it read, and may acknowledge up to it.
 */
export const listEvents = async (
  db: Database,
  { after, limit, isWaiting, accountNumber }: EventPage,
): Promise<readonly PortalEvent[]> =>
  listSettledEvents(db, after, limit, (events) => {
    const ofState = isWaiting ? events.where('acknowledged_at', 'is', null) : events
    return accountNumber === undefined ? ofState : ofState.where('account_number', '=', accountNumber)
  })

/** Lists events by their numbers whether they are acknowledged or not, in the order and with the end of `listEvents`. */
export const listEventsByNumber = async (db: Database, ids: readonly number[]): Promise<readonly PortalEvent[]> =>
  listSettledEvents(db, 0, ids.length, (events) => events.where('id', 'in', [...ids]))

const selectEvents = (executor: Executor) =>
  executor.selectFrom('outbox.event').select(['id', 'account_number', 'kind', 'body', 'created_at'])

async function listSettledEvents(
  db: Database,
  after: number,
  limit: number,
  narrow: (events: ReturnType<typeof selectEvents>) => ReturnType<typeof selectEvents>,
): Promise<readonly PortalEvent[]> {
  const bound = await sql<{ readonly id: number }>`select outbox.lowest_unsettled_event() as id`.execute(db)
  // A separate statement: its snapshot must be younger than the bound.
  const rows = await narrow(selectEvents(db))
    .where('id', '>', after)
    .where('id', '<', bound.rows[0]?.id ?? 0)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    accountNumber: row.account_number,
    kind: row.kind,
    body: row.body,
    createdAt: row.created_at.toISOString(),
  }))
}

/** Returns the given numbers that no event has. Retention deletes events long after they were acknowledged. */
export async function selectUnknownEvents(executor: Executor, ids: readonly number[]): Promise<readonly number[]> {
  const rows = await executor
    .selectFrom('outbox.event')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  const known = new Set(rows.map((row) => row.id))
  return ids.filter((id) => !known.has(id))
}

/** Marks events as acknowledged. @returns how many were not before. */
export async function acknowledgeEvents(executor: Executor, ids: readonly number[], now: Date): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await executor
    .updateTable('outbox.event')
    .set({ acknowledged_at: now })
    .where('id', 'in', [...ids])
    .where('acknowledged_at', 'is', null)
    .returning('id')
    .execute()
  return rows.length
}
