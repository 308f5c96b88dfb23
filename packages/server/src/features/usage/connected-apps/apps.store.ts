import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'
import type { AuthMethod } from './connected-apps.tables.ts'

/** An app that may request access to members' usage. */
export interface ConnectedApp {
  readonly clientId: string
  readonly name: string
  readonly homeUrl: string | null
  readonly redirectUris: readonly string[]
  readonly authMethod: AuthMethod
  /** SHA-256 of the client secret; `null` for a public client. */
  readonly secretHash: Uint8Array | null
  readonly isSelfRegistered: boolean
  readonly createdAt: Date
  /** The time at which a self-registered app is deleted; `null` for an app the cooperative added. */
  readonly expiresAt: Date | null
  /** The address at which the app is notified of new readings; `null` for an app that is not notified. */
  readonly notifyUri: string | null
}

const columns = [
  'client_id as clientId',
  'name',
  'home_url as homeUrl',
  'redirect_uris as redirectUris',
  'auth_method as authMethod',
  'secret_hash as secretHash',
  'is_self_registered as isSelfRegistered',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'notify_uri as notifyUri',
] as const

export const findApp = async (executor: Executor, clientId: string): Promise<ConnectedApp | undefined> =>
  executor.selectFrom('portal.connected_app').select(columns).where('client_id', '=', clientId).executeTakeFirst()

export const listApps = async (executor: Executor): Promise<readonly ConnectedApp[]> =>
  executor.selectFrom('portal.connected_app').select(columns).orderBy('client_id').limit(1_000).execute()

export async function insertApp(executor: Executor, app: ConnectedApp): Promise<void> {
  await executor
    .insertInto('portal.connected_app')
    .values({
      client_id: app.clientId,
      name: app.name,
      home_url: app.homeUrl,
      redirect_uris: [...app.redirectUris],
      auth_method: app.authMethod,
      secret_hash: app.secretHash,
      is_self_registered: app.isSelfRegistered,
      created_at: app.createdAt,
      expires_at: app.expiresAt,
      notify_uri: app.notifyUri,
    })
    .execute()
}

/** Sets where an app is notified. @returns false when there is no such app. */
export async function updateNotifyUri(executor: Executor, clientId: string, address: string | null): Promise<boolean> {
  const rows = await executor
    .updateTable('portal.connected_app')
    .set({ notify_uri: address })
    .where('client_id', '=', clientId)
    .returning('client_id')
    .execute()
  return rows.length > 0
}

/** Ends up to `limit` active connections of an app; their next read fails. @returns how many. */
export async function endConnectionsOfApp(
  executor: Executor,
  clientId: string,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<number> {
  const result = await sql`
    update portal.connected_grant set ends_at = ${now}::timestamptz, end_reason = 'staff' where grant_id in (
      select grant_id from portal.connected_grant where client_id = ${clientId} and ends_at > ${now}::timestamptz
      limit ${limit})`.execute(executor)
  return Number(result.numAffectedRows ?? 0)
}

/** Deletes an app and all of its connections. @returns false when there is no such app. */
export async function deleteApp(executor: Executor, clientId: string): Promise<boolean> {
  const rows = await executor
    .deleteFrom('portal.connected_app')
    .where('client_id', '=', clientId)
    .returning('client_id')
    .execute()
  return rows.length > 0
}
