import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'

/** A period in which staff see the portal as a member. */
export interface PortalView {
  readonly viewId: string
  /** The session of staff that opened it. */
  readonly sessionId: string
  readonly loginId: string
  readonly memberNumber: string
  readonly endsAt: Date
}

const columns = [
  'view_id as viewId',
  'session_id as sessionId',
  'login_id as loginId',
  'member_number as memberNumber',
  'ends_at as endsAt',
] as const

/** True while there is such a login. Its erasure waits until the transaction ends. */
export async function lockViewedLogin(tx: Tx, loginId: string): Promise<boolean> {
  const login = tx.selectFrom('portal.login').select('login_id').where('login_id', '=', loginId).forKeyShare()
  return (await login.executeTakeFirst()) !== undefined
}

export async function insertPortalView(
  executor: Executor,
  view: PortalView & { readonly tokenHash: Uint8Array; readonly now: Date },
): Promise<void> {
  await executor
    .insertInto('portal.portal_view')
    .values({
      view_id: view.viewId,
      session_id: view.sessionId,
      token_hash: view.tokenHash,
      login_id: view.loginId,
      member_number: view.memberNumber,
      opened_at: view.now,
      ends_at: view.endsAt,
    })
    .execute()
}

/** A view that was not ended. The caller checks its time and its session. */
export const findPortalView = async (executor: Executor, tokenHash: Uint8Array): Promise<PortalView | undefined> =>
  executor
    .selectFrom('portal.portal_view')
    .select(columns)
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

/** Makes other calls that open or end views of a staff session wait until the transaction ends. */
export async function lockPortalViews(tx: Tx, sessionId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(8675319, hashtext(${sessionId}))`.execute(tx)
}

/** Lists views without a recorded end whose time ends after `since`, the first to end first. */
export const listOpenPortalViews = async (
  executor: Executor,
  since: Date,
  limit: number,
): Promise<readonly PortalView[]> =>
  executor
    .selectFrom('portal.portal_view')
    .select(columns)
    .where('ends_at', '>', since)
    .where('ended_at', 'is', null)
    .orderBy('ends_at')
    .limit(limit)
    .execute()

/** Ends one view, or all views of a session of staff. @returns those that it ended. */
export const endPortalViews = async (
  executor: Executor,
  by: 'session_id' | 'view_id',
  value: string,
  at: Date,
): Promise<readonly PortalView[]> =>
  executor
    .updateTable('portal.portal_view')
    // A view ends at its time at the latest, however late that is noticed.
    .set({ ended_at: sql<Date>`least(ends_at, ${at})` })
    .where(by, '=', value)
    .where('ended_at', 'is', null)
    .returning(columns)
    .execute()
