import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { sql } from 'kysely'
import { arrayLiteral } from '../../platform/db/array-literal.ts'
import type { Executor, Tx } from '../../platform/db/open-database.ts'
// Registers the slice's table types.
import './connected-apps.tables.ts'

/** New readings that an app does not know of, just claimed. */
export interface ClaimedNotification {
  readonly grantId: string
  readonly memberNumber: string
  readonly clientId: string
  /** `null` when the app no longer has an address. */
  readonly notifyUri: string | null
  /** First day with new readings. */
  readonly since: CalendarDate
  readonly version: number
  /** `waiting`: the member's login is disabled, or the app has no address. */
  readonly state: 'ready' | 'waiting' | 'ended'
}

/**
 * Takes over up to `limit` days that imports logged, the oldest first: one row per connection remains. Drops those of connections
 * that have ended. Leaves those of connections that are just being deleted to a later call.
 *
 * @returns how many were taken from the log.
 */
export async function takeOverLog(
  tx: Tx,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<number> {
  const { rows } = await sql<{ readonly taken: number }>`
    with logged as materialized (
      select id, grant_id, day from portal.connected_notification_log order by id limit ${limit} for update skip locked
    ), active as materialized (
      select one.grant_id from (select distinct grant_id from logged) as noted
      join portal.connected_grant as one on one.grant_id = noted.grant_id
      where one.ends_at > ${now}::timestamptz for key share of one skip locked
    ), taken as materialized (
      select logged.id, logged.grant_id, logged.day, active.grant_id is not null as is_active
      from logged left join active on active.grant_id = logged.grant_id
      left join portal.connected_grant as kept on kept.grant_id = logged.grant_id and kept.ends_at > ${now}::timestamptz
      where active.grant_id is not null or kept.grant_id is null
    ), deleted as (
      delete from portal.connected_notification_log as log using taken where log.id = taken.id
    ), noted as (
      insert into portal.connected_notification as known (grant_id, since, next_attempt_at)
      select grant_id, min(day), ${now}::timestamptz from taken where is_active group by grant_id order by grant_id
      on conflict (grant_id) do update set since = least(known.since, excluded.since), version = known.version + 1,
        attempts = case when known.since is null or known.given_up_at is not null then 0 else known.attempts end,
        next_attempt_at = case when known.since is null or known.given_up_at is not null then excluded.next_attempt_at
          else known.next_attempt_at end,
        given_up_at = null
    )
    select count(*)::int as taken from taken`.execute(tx)
  return rows[0]?.taken ?? 0
}

/**
 * Claims due notifications, the longest waiting first, whatever became of their connections. Until `until` no other process claims
 * them. Skips those that another transaction has locked.
 */
export async function claimDueNotifications(
  tx: Tx,
  { now, until, limit }: { readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<readonly ClaimedNotification[]> {
  const { rows } = await sql<ClaimedNotification>`
    with due as materialized (
      select grant_id from portal.connected_notification
      where since is not null and given_up_at is null and next_attempt_at <= ${now}::timestamptz
      order by next_attempt_at, grant_id limit ${limit} for update skip locked
    ), found as materialized (
      select due.grant_id, one.member_number, one.client_id, app.notify_uri,
        case when one.ends_at <= ${now}::timestamptz then 'ended'
          when app.notify_uri is null or login.login_id is null then 'waiting' else 'ready' end as state
      from due join portal.connected_grant as one on one.grant_id = due.grant_id
      left join portal.connected_app as app on app.client_id = one.client_id
      left join portal.login as login on login.login_id = one.login_id and login.member_number = one.member_number
        and login.disabled_at is null
    )
    update portal.connected_notification as claimed
    set attempts = claimed.attempts + 1, next_attempt_at = ${until}::timestamptz
    from found where claimed.grant_id = found.grant_id
    returning claimed.grant_id as "grantId", found.member_number as "memberNumber", found.client_id as "clientId",
      found.notify_uri as "notifyUri", claimed.since, claimed.version, found.state`.execute(tx)
  return rows
}

/** Forgets what the apps of these connections do not know. */
export async function forgetNotifications(executor: Executor, grantIds: readonly string[]): Promise<void> {
  await sql`
    delete from portal.connected_notification where grant_id in (
      select grant_id from portal.connected_notification where grant_id = any(${arrayLiteral(grantIds)}::text::text[])
      for update skip locked)`.execute(executor)
}

/** Takes back the claims of connections that nothing can be read of now. They are due again at `retryAt`. */
export async function deferNotifications(
  executor: Executor,
  grantIds: readonly string[],
  retryAt: Date,
): Promise<void> {
  await sql`
    update portal.connected_notification as known
    set attempts = greatest(known.attempts - 1, 0), next_attempt_at = ${retryAt}::timestamptz
    from (
      select grant_id from portal.connected_notification where grant_id = any(${arrayLiteral(grantIds)}::text::text[])
      for update skip locked) as held
    where known.grant_id = held.grant_id`.execute(executor)
}

/** Notes that an app was notified of these connections. What was taken over since the claim is due at once. */
export async function settleNotifications(
  executor: Executor,
  all: readonly Pick<ClaimedNotification, 'grantId' | 'version'>[],
  now: Date,
): Promise<void> {
  const [ids, versions] = [all.map(({ grantId }) => grantId), all.map(({ version }) => String(version))]
  await sql`
    update portal.connected_notification as known
    set since = case when known.version = held.version then null else known.since end, attempts = 0,
      next_attempt_at = ${now}::timestamptz, notified_at = ${now}::timestamptz, last_error = null
    from (
      select claimed.grant_id, given.version
      from unnest(${arrayLiteral(ids)}::text::text[], ${arrayLiteral(versions)}::text::int[]) as given (grant_id, version)
      join portal.connected_notification as claimed on claimed.grant_id = given.grant_id
      for update of claimed skip locked) as held
    where known.grant_id = held.grant_id`.execute(executor)
}

/**
 * Notes a failed attempt for these connections.
 *
 * @param failure.retryMinutes the minutes until the next attempt, by failed attempts; after the last it gives up.
 * @returns those given up.
 */
export async function postponeNotifications(
  executor: Executor,
  grantIds: readonly string[],
  failure: { readonly error: string; readonly now: Date; readonly retryMinutes: readonly number[] },
): Promise<readonly string[]> {
  const minutes = arrayLiteral(failure.retryMinutes.map(String))
  const { rows } = await sql<{ readonly grantId: string; readonly isGivenUp: boolean }>`
    update portal.connected_notification as known
    set last_error = ${failure.error.slice(0, 200)}::text,
      given_up_at = case when held.minutes is null then ${failure.now}::timestamptz end,
      next_attempt_at = case when held.minutes is null then known.next_attempt_at
        else ${failure.now}::timestamptz + make_interval(mins => held.minutes) end
    from (
      select grant_id, (${minutes}::text::int[])[attempts] as minutes from portal.connected_notification
      where grant_id = any(${arrayLiteral(grantIds)}::text::text[]) for update skip locked) as held
    where known.grant_id = held.grant_id
    returning known.grant_id as "grantId", known.given_up_at is not null as "isGivenUp"`.execute(executor)
  return rows.filter(({ isGivenUp }) => isGivenUp).map(({ grantId }) => grantId)
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
