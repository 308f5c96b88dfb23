import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../platform/db/open-database.ts'
// Registers the slice's table types.
import './connected-apps.tables.ts'

/** New readings that an app does not know of. */
export interface DueNotification {
  readonly grantId: string
  readonly memberNumber: string
  readonly clientId: string
  readonly notifyUri: string
  /** First day with new readings. */
  readonly since: CalendarDate
  readonly version: number
  /** Including the one that was just claimed. */
  readonly attempts: number
}

/** Forgets what the apps of ended connections do not know. At most 1,000 at a time. */
export async function forgetEndedNotifications(executor: Executor, now: Date): Promise<void> {
  await sql`
    delete from portal.connected_notification where grant_id in (
      select due.grant_id from portal.connected_notification as due
      join portal.connected_grant as one on one.grant_id = due.grant_id
      where due.since is not null and due.given_up_at is null and due.next_attempt_at <= ${now}::timestamptz
        and one.ends_at <= ${now}::timestamptz
      order by due.next_attempt_at limit 1000)`.execute(executor)
}

/**
 * Claims due notifications of active connections, the longest waiting first. Until `until` no other process claims them. Skips
 * those that an import is just changing.
 */
export async function claimDueNotifications(
  tx: Tx,
  { now, until, limit }: { readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<readonly DueNotification[]> {
  const { rows } = await sql<DueNotification>`
    with due as (
      select waiting.grant_id, one.member_number, app.client_id, app.notify_uri
      from portal.connected_notification as waiting
      join portal.connected_grant as one on one.grant_id = waiting.grant_id
      join portal.connected_app as app on app.client_id = one.client_id
      join portal.login as login on login.login_id = one.login_id and login.member_number = one.member_number
      where waiting.since is not null and waiting.given_up_at is null and waiting.next_attempt_at <= ${now}::timestamptz
        and one.ends_at > ${now}::timestamptz and app.notify_uri is not null and login.disabled_at is null
      order by waiting.next_attempt_at, waiting.grant_id
      limit ${limit} for update of waiting skip locked)
    update portal.connected_notification as claimed
    set attempts = claimed.attempts + 1, next_attempt_at = ${until}::timestamptz
    from due where due.grant_id = claimed.grant_id
    returning claimed.grant_id as "grantId", due.member_number as "memberNumber", due.client_id as "clientId",
      due.notify_uri as "notifyUri", claimed.since, claimed.version, claimed.attempts`.execute(tx)
  return rows
}

/** Notes that an app was notified. What was stored since the claim is due at once. */
export async function settleNotification(
  executor: Executor,
  { grantId, version }: Pick<DueNotification, 'grantId' | 'version'>,
  now: Date,
): Promise<void> {
  await sql`
    update portal.connected_notification
    set since = case when version = ${version} then null else since end, attempts = 0,
      next_attempt_at = ${now}::timestamptz, notified_at = ${now}::timestamptz, last_error = null
    where grant_id = ${grantId}`.execute(executor)
}

/** Notes a failed attempt. @param retryAt when to try again; `null` gives up. */
export async function postponeNotification(
  executor: Executor,
  grantId: string,
  { retryAt, error, now }: { readonly retryAt: Date | null; readonly error: string; readonly now: Date },
): Promise<void> {
  await executor
    .updateTable('portal.connected_notification')
    .set({
      last_error: error.slice(0, 200),
      ...(retryAt === null ? { given_up_at: now } : { next_attempt_at: retryAt }),
    })
    .where('grant_id', '=', grantId)
    .execute()
}

/** An app's notifications that wait after a failure, and those given up. */
export interface FailingNotifications {
  readonly clientId: string
  readonly failing: number
  readonly givenUp: number
  readonly lastError: string
}

/** Counts failing notifications by app, of 10,000. */
export async function listFailingNotifications(
  executor: Executor,
  now: Date,
): Promise<readonly FailingNotifications[]> {
  const { rows } = await sql<FailingNotifications>`
    with failed as materialized (
      select grant_id, given_up_at, last_error from portal.connected_notification
      where last_error is not null and since is not null and next_attempt_at < ${now}::timestamptz + interval '30 days'
      order by next_attempt_at limit 10000)
    select one.client_id as "clientId", count(*) filter (where failed.given_up_at is null)::int as failing,
      count(*) filter (where failed.given_up_at is not null)::int as "givenUp", max(failed.last_error) as "lastError"
    from failed join portal.connected_grant as one on one.grant_id = failed.grant_id
    group by one.client_id order by one.client_id limit 1000`.execute(executor)
  return rows
}
