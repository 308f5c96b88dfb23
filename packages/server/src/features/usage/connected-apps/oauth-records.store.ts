import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'

export interface OAuthRecord {
  /** The library's model name: `AccessToken`, `RefreshToken`, `AuthorizationCode` … */
  readonly kind: string
  readonly idHash: Uint8Array
  /** JSON, without the value that was hashed. */
  readonly payload: string
  readonly grantId: string | null
  readonly expiresAt: Date
}

/** Stores a record. One of a connection is stored only while there is the connection, whose erasure waits meanwhile. */
export async function upsertRecord(executor: Executor, record: OAuthRecord): Promise<void> {
  const { kind, idHash, payload, grantId, expiresAt } = record
  // The record of the connection itself is there first.
  const isStored =
    grantId === null || kind === 'Grant'
      ? sql`true`
      : sql`exists (select from portal.connected_grant where grant_id = ${grantId} for key share)`
  await sql`
    insert into portal.oauth_record (kind, id_hash, payload, grant_id, expires_at)
    select ${kind}::text, ${idHash}::bytea, ${payload}::jsonb, ${grantId}::text, ${expiresAt}::timestamptz where ${isStored}
    on conflict (kind, id_hash) do update
      set payload = excluded.payload, grant_id = excluded.grant_id, expires_at = excluded.expires_at`.execute(executor)
}

export async function findRecord(
  executor: Executor,
  kind: string,
  idHash: Uint8Array,
  now: Date,
): Promise<
  { readonly payload: unknown; readonly grantId: string | null; readonly consumedAt: Date | null } | undefined
> {
  const row = await executor
    .selectFrom('portal.oauth_record')
    .select(['payload', 'grant_id', 'consumed_at'])
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { payload: row.payload, grantId: row.grant_id, consumedAt: row.consumed_at }
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
