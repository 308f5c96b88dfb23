import type { Executor } from '../../platform/db/open-database.ts'

/** Staff see the portal as a member. */
export interface PortalView {
  readonly viewId: string
  /** The session of staff that opened it. */
  readonly sessionId: string
  readonly loginId: string
  readonly memberNumber: string
  readonly endsAt: Date
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
    .select([
      'view_id as viewId',
      'session_id as sessionId',
      'login_id as loginId',
      'member_number as memberNumber',
      'ends_at as endsAt',
    ])
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

/** Ends the views of a session of staff. @returns those that it ended. */
export const endPortalViews = async (
  executor: Executor,
  sessionId: string,
  now: Date,
): Promise<readonly Pick<PortalView, 'viewId' | 'memberNumber'>[]> =>
  executor
    .updateTable('portal.portal_view')
    .set({ ended_at: now })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning(['view_id as viewId', 'member_number as memberNumber'])
    .execute()
