import type { Executor } from '../../platform/db/open-database.ts'

export interface OAuthRecord {
  /** The library's model name: `AccessToken`, `RefreshToken`, `AuthorizationCode` … */
  readonly kind: string
  readonly idHash: Uint8Array
  /** JSON, without the value that was hashed. */
  readonly payload: string
  readonly grantId: string | null
  readonly expiresAt: Date
}

export async function upsertRecord(executor: Executor, record: OAuthRecord): Promise<void> {
  const { payload, grantId, expiresAt } = record
  await executor
    .insertInto('portal.oauth_record')
    .values({
      kind: record.kind,
      id_hash: record.idHash,
      payload,
      grant_id: grantId,
      consumed_at: null,
      expires_at: expiresAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'id_hash']).doUpdateSet({ payload, grant_id: grantId, expires_at: expiresAt }),
    )
    .execute()
}

export async function findRecord(
  executor: Executor,
  kind: string,
  idHash: Uint8Array,
  now: Date,
): Promise<{ readonly payload: unknown; readonly grantId: string | null; readonly isConsumed: boolean } | undefined> {
  const row = await executor
    .selectFrom('portal.oauth_record')
    .select(['payload', 'grant_id', 'consumed_at'])
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { payload: row.payload, grantId: row.grant_id, isConsumed: row.consumed_at !== null }
}

/** Consumes a code or refresh token. @returns false when another call already consumed it. */
export async function consumeRecord(executor: Executor, kind: string, idHash: Uint8Array, now: Date): Promise<boolean> {
  const rows = await executor
    .updateTable('portal.oauth_record')
    .set({ consumed_at: now })
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .where('consumed_at', 'is', null)
    .returning('kind')
    .execute()
  return rows.length > 0
}

export async function deleteRecord(executor: Executor, kind: string, idHash: Uint8Array): Promise<void> {
  await executor.deleteFrom('portal.oauth_record').where('kind', '=', kind).where('id_hash', '=', idHash).execute()
}

/** Deletes a connection's codes and tokens, or only those of `kind`. */
export async function deleteRecordsOf(executor: Executor, grantId: string, kind?: string): Promise<void> {
  let deleting = executor.deleteFrom('portal.oauth_record').where('grant_id', '=', grantId)
  if (kind !== undefined) deleting = deleting.where('kind', '=', kind)
  await deleting.execute()
}
