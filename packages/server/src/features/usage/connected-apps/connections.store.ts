import type { ConnectedMeter } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { EndReason } from './connected-apps.tables.ts'

export interface NewConnection {
  readonly grantId: string
  readonly memberNumber: string
  readonly loginId: string
  /** `null` for a member's own access token, which has a hash instead. */
  readonly clientId: string | null
  readonly tokenHash: Uint8Array | null
  readonly name: string
  readonly scope: string
  readonly historyFrom: CalendarDate
  readonly createdAt: Date
  readonly endsAt: Date
  readonly meters: readonly ConnectedMeter[]
}

export interface StoredConnection {
  readonly grantId: string
  readonly memberNumber: string
  readonly clientId: string | null
  readonly name: string
  readonly homeUrl: string | null
  readonly scope: string
  readonly historyFrom: CalendarDate
  readonly createdAt: Date
  readonly endsAt: Date
  readonly endReason: EndReason | null
  readonly lastReadAt: Date | null
  readonly reads: number
  readonly bytes: number
}

/** Counts a member's active connections. Locks the login's row until the transaction ends, so the count cannot change. */
export async function countConnectionsLocked(
  tx: Tx,
  { loginId, memberNumber }: { readonly loginId: string; readonly memberNumber: string },
  now: Date,
): Promise<number> {
  await tx.selectFrom('portal.login').select('login_id').where('login_id', '=', loginId).forUpdate().execute()
  const rows = await tx
    .selectFrom('portal.connected_grant')
    .select('grant_id')
    .where('member_number', '=', memberNumber)
    .where('ends_at', '>', now)
    .limit(1_000)
    .execute()
  return rows.length
}

export async function insertConnection(tx: Tx, connection: NewConnection): Promise<void> {
  await tx
    .insertInto('portal.connected_grant')
    .values({
      grant_id: connection.grantId,
      member_number: connection.memberNumber,
      login_id: connection.loginId,
      client_id: connection.clientId,
      token_hash: connection.tokenHash,
      name: connection.name,
      scope: connection.scope,
      history_from: connection.historyFrom,
      created_at: connection.createdAt,
      ends_at: connection.endsAt,
      end_reason: null,
      last_read_at: null,
    })
    .execute()
  await tx
    .insertInto('portal.connected_meter')
    .values(
      connection.meters.map(({ accountNumber, meterNumber }) => ({
        grant_id: connection.grantId,
        account_number: accountNumber,
        meter_number: meterNumber,
      })),
    )
    .execute()
}

/** The meters of a member's accounts with their service address; at most 500 accounts and 500 meters. */
export async function listOwnMeters(
  executor: Executor,
  memberNumber: string,
): Promise<readonly (ConnectedMeter & { readonly street: string })[]> {
  const accounts = await executor
    .selectFrom('cis.account')
    .select(['account_number', 'service_street'])
    .where('member_number', '=', memberNumber)
    .orderBy('account_number')
    .limit(500)
    .execute()
  if (accounts.length === 0) return []
  const streets = new Map(accounts.map((account) => [account.account_number, account.service_street]))
  const meters = await executor
    .selectFrom('cis.holder_meter')
    .select(['account_number as accountNumber', 'meter_number as meterNumber'])
    .where('account_number', 'in', [...streets.keys()])
    .orderBy('account_number')
    .orderBy('meter_number')
    .limit(500)
    .execute()
  return meters.map((meter) => ({ ...meter, street: streets.get(meter.accountNumber) ?? '' }))
}

/** The newest 100 connections of a member, including ended ones. */
export async function listConnections(
  executor: Executor,
  memberNumber: string,
  grantId?: string,
): Promise<readonly StoredConnection[]> {
  let query = executor
    .selectFrom('portal.connected_grant as one')
    .leftJoin('portal.connected_app as app', 'app.client_id', 'one.client_id')
    .select([
      'one.grant_id as grantId',
      'one.member_number as memberNumber',
      'one.client_id as clientId',
      'one.name as name',
      'app.home_url as homeUrl',
      'one.scope as scope',
      'one.history_from as historyFrom',
      'one.created_at as createdAt',
      'one.ends_at as endsAt',
      'one.end_reason as endReason',
      'one.last_read_at as lastReadAt',
      'one.reads as reads',
      'one.bytes as bytes',
    ])
    .where('one.member_number', '=', memberNumber)
  if (grantId !== undefined) query = query.where('one.grant_id', '=', grantId)
  return query.orderBy('one.created_at', 'desc').orderBy('one.grant_id').limit(100).execute()
}

/** The meters chosen for the given connections. */
export async function listConnectedMeters(
  executor: Executor,
  grantIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ConnectedMeter[]>> {
  const meters = new Map<string, ConnectedMeter[]>(grantIds.map((id) => [id, []]))
  if (grantIds.length === 0) return meters
  const rows = await executor
    .selectFrom('portal.connected_meter')
    .select(['grant_id', 'account_number', 'meter_number'])
    .where('grant_id', 'in', [...grantIds])
    .orderBy('grant_id')
    .orderBy('account_number')
    .orderBy('meter_number')
    .execute()
  for (const row of rows)
    meters.get(row.grant_id)?.push({ accountNumber: row.account_number, meterNumber: row.meter_number })
  return meters
}

/** A chosen meter with what its readings are called by. */
export interface ChosenMeter extends ConnectedMeter {
  /** The unit of its intervals. */
  readonly unit: string
  /** The type of its account, such as `Electric`. */
  readonly accountType: string
}

/** The meters a connection may read now: chosen meters that still belong to an account of the member. */
export const listChosenMeters = async (
  executor: Executor,
  { grantId, memberNumber }: { readonly grantId: string; readonly memberNumber: string },
): Promise<readonly ChosenMeter[]> =>
  executor
    .selectFrom('portal.connected_meter as chosen')
    .innerJoin('cis.account as account', 'account.account_number', 'chosen.account_number')
    .innerJoin('cis.holder_meter as meter', (join) =>
      join
        .onRef('meter.account_number', '=', 'chosen.account_number')
        .onRef('meter.meter_number', '=', 'chosen.meter_number'),
    )
    .select([
      'chosen.account_number as accountNumber',
      'chosen.meter_number as meterNumber',
      'meter.unit as unit',
      'account.account_type as accountType',
    ])
    .where('chosen.grant_id', '=', grantId)
    .where('account.member_number', '=', memberNumber)
    .orderBy('chosen.account_number')
    .orderBy('chosen.meter_number')
    .execute()

export interface LiveToken {
  readonly grantId: string
  readonly memberNumber: string
  readonly scope: string
  readonly historyFrom: CalendarDate
}

/**
 * Finds the connection of a valid token: a member's own token, or an app's token that has not expired.
 *
 * @returns `undefined` also when the connection has ended or the member's login is deleted or disabled.
 */
export async function findByToken(
  executor: Executor,
  tokenHash: Uint8Array,
  now: Date,
): Promise<LiveToken | undefined> {
  const { rows } = await sql<LiveToken>`
    select one.grant_id as "grantId", one.member_number as "memberNumber", found.scope, one.history_from as "historyFrom"
    from (
      select grant_id, scope from portal.connected_grant where token_hash = ${tokenHash}
      union all
      select grant_id, payload->>'scope' from portal.oauth_record
      where kind = 'AccessToken' and id_hash = ${tokenHash} and expires_at > ${now}::timestamptz) as found
    join portal.connected_grant as one on one.grant_id = found.grant_id
    join portal.login as login on login.login_id = one.login_id and login.member_number = one.member_number
    where one.ends_at > ${now}::timestamptz and login.disabled_at is null`.execute(executor)
  return rows[0]
}

/** True while the connection is active. */
export const isConnected = async (executor: Executor, grantId: string, now: Date): Promise<boolean> =>
  (await executor
    .selectFrom('portal.connected_grant')
    .select('grant_id')
    .where('grant_id', '=', grantId)
    .where('ends_at', '>', now)
    .executeTakeFirst()) !== undefined

/** Ends a connection immediately. @returns its name, or `undefined` when it does not exist or has ended. */
export async function endConnection(
  executor: Executor,
  which: { readonly grantId: string; readonly memberNumber?: string },
  reason: EndReason,
  now: Date,
): Promise<{ readonly name: string; readonly memberNumber: string; readonly loginId: string } | undefined> {
  let ending = executor
    .updateTable('portal.connected_grant')
    .set({ ends_at: now, end_reason: reason })
    .where('grant_id', '=', which.grantId)
    .where('ends_at', '>', now)
  if (which.memberNumber !== undefined) ending = ending.where('member_number', '=', which.memberNumber)
  return ending.returning(['name', 'member_number as memberNumber', 'login_id as loginId']).executeTakeFirst()
}

/** Ends every active connection of a login and records the member as the one who ended it. */
export const endConnectionsOfLogin = async (
  tx: Tx,
  loginId: string,
  now: Date,
): Promise<readonly { readonly grantId: string; readonly memberNumber: string }[]> =>
  tx
    .updateTable('portal.connected_grant')
    .set({ ends_at: now, end_reason: 'member' })
    .where('login_id', '=', loginId)
    .where('ends_at', '>', now)
    .returning(['grant_id as grantId', 'member_number as memberNumber'])
    .execute()

/** Records a read for the member's access history, by the hour: an app may read 600 times in one (`connectReadsPerHour`). */
export async function recordAccess(
  executor: Executor,
  { grantId, what, bytes, now }: { readonly grantId: string; what: string; bytes: number; now: Date },
): Promise<void> {
  await sql`
    with hourly as (
      insert into portal.connected_access (grant_id, hour, what, reads, bytes)
      values (${grantId}, date_trunc('hour', ${now}::timestamptz), ${what}, 1, ${bytes})
      on conflict (grant_id, hour, what) do update
        set reads = connected_access.reads + 1, bytes = connected_access.bytes + excluded.bytes)
    update portal.connected_grant set last_read_at = ${now}::timestamptz, reads = reads + 1, bytes = bytes + ${bytes}
    where grant_id = ${grantId}`.execute(executor)
}

/** The reads of a connection, by hour, newest first. */
export const listAccesses = async (
  executor: Executor,
  grantId: string,
): Promise<readonly { readonly hour: Date; readonly what: string; readonly reads: number; readonly bytes: number }[]> =>
  executor
    .selectFrom('portal.connected_access')
    .select(['hour', 'what', 'reads', 'bytes'])
    .where('grant_id', '=', grantId)
    .orderBy('hour', 'desc')
    .orderBy('what')
    .limit(50)
    .execute()

/** The first day a connection may read. */
export const findHistoryStart = async (executor: Executor, grantId: string): Promise<CalendarDate | undefined> =>
  (
    await executor
      .selectFrom('portal.connected_grant')
      .select('history_from')
      .where('grant_id', '=', grantId)
      .executeTakeFirst()
  )?.history_from

export interface GrantFacts {
  /** `null` for a member's own access token. */
  readonly clientId: string | null
  readonly historyFrom: CalendarDate
  readonly createdAt: Date
  readonly endsAt: Date
}

export const findGrant = async (executor: Executor, grantId: string): Promise<GrantFacts | undefined> =>
  executor
    .selectFrom('portal.connected_grant')
    .select(['client_id as clientId', 'history_from as historyFrom', 'created_at as createdAt', 'ends_at as endsAt'])
    .where('grant_id', '=', grantId)
    .executeTakeFirst()
