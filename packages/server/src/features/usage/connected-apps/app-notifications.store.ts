import type { ConnectedMeter } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { sql } from 'kysely'
import { arrayLiteral } from '../../../platform/db/array-literal.ts'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
// Registers the slice's table types.
import './connected-apps.tables.ts'

/** New readings that an app does not know of, just claimed. */
export interface ClaimedNotification {
  readonly grantId: string
  readonly memberNumber: string
  readonly clientId: string
  /** `null` when the app no longer has an address. */
  readonly notifyUri: string | null
  readonly version: number
  /** `waiting`: the member's login is disabled. `ended`: the connection has ended, or its app is no longer notified. */
  readonly state: 'ready' | 'waiting' | 'ended'
}

/** A chosen meter with new readings. */
export interface ChangedMeter extends ConnectedMeter {
  readonly grantId: string
  /** First day with new readings. */
  readonly since: CalendarDate
}

/**
 * Claims up to `limit` days that imports logged, the oldest first, and replaces them with one row per connection and a
 * day at each chosen meter. Drops days of connections that have ended, and leaves days of connections that are just
 * being deleted to a later call. A connection whose notification only waits to become readable is due again.
 *
 * @returns the number of days removed from the log.
 */
export async function takeOverLog(
  tx: Tx,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<number> {
  const { rows } = await sql<{ readonly taken: number }>`
    with logged as materialized (
      select id, grant_id, account_number, meter_number, day from portal.connected_notification_log order by id limit ${limit} for update skip locked
    ), active as materialized (
      select one.grant_id from (select distinct grant_id from logged) as noted
      join portal.connected_grant as one on one.grant_id = noted.grant_id
      where one.ends_at > ${now}::timestamptz for key share of one skip locked
    ), taken as materialized (
      select logged.*, active.grant_id is not null as is_active
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
          when known.attempts = 0 then least(known.next_attempt_at, excluded.next_attempt_at)
          else known.next_attempt_at end,
        given_up_at = null
      returning grant_id
    ), marked as (
      update portal.connected_meter as meter set changed_since = least(meter.changed_since, found.day)
      from (
        select chosen.grant_id, chosen.account_number, chosen.meter_number, min(taken.day) as day
        from noted join taken on taken.grant_id = noted.grant_id
        join portal.connected_meter as chosen on chosen.grant_id = taken.grant_id
          and (taken.meter_number is null
            or (chosen.account_number = taken.account_number and chosen.meter_number = taken.meter_number))
        group by chosen.grant_id, chosen.account_number, chosen.meter_number) as found
      where meter.grant_id = found.grant_id and meter.account_number = found.account_number
        and meter.meter_number = found.meter_number
    )
    select count(*)::int as taken from taken`.execute(tx)
  return rows[0]?.taken ?? 0
}

/**
 * Claims due notifications, the longest waiting first, even if their connections have ended. Until `until` no other process claims
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
        case when one.ends_at <= ${now}::timestamptz or app.notify_uri is null then 'ended'
          when login.login_id is null then 'waiting' else 'ready' end as state
      from due join portal.connected_grant as one on one.grant_id = due.grant_id
      left join portal.connected_app as app on app.client_id = one.client_id
      left join portal.login as login on login.login_id = one.login_id and login.member_number = one.member_number
        and login.disabled_at is null
    )
    update portal.connected_notification as claimed
    set attempts = claimed.attempts + 1, next_attempt_at = ${until}::timestamptz
    from found where claimed.grant_id = found.grant_id
    returning claimed.grant_id as "grantId", found.member_number as "memberNumber", found.client_id as "clientId",
      found.notify_uri as "notifyUri", claimed.version, found.state`.execute(tx)
  return rows
}

/**
 * Lists the meters with new readings that claimed connections have, of accounts that are still the member's. `offset 0` keeps it
 * a look-up for each connection: before statistics know of new readings the planner would compare all meters with all of these.
 */
export async function listChangedMeters(
  executor: Executor,
  grantIds: readonly string[],
): Promise<readonly ChangedMeter[]> {
  const { rows } = await sql<ChangedMeter>`
    select given.grant_id as "grantId", changed.account_number as "accountNumber", changed.meter_number as "meterNumber",
      changed.changed_since as since
    from unnest(${arrayLiteral(grantIds)}::text::text[]) as given (grant_id) cross join lateral (
      select chosen.account_number, chosen.meter_number, chosen.changed_since
      from portal.connected_notification as known
      join portal.connected_grant as one using (grant_id)
      join portal.connected_meter as chosen using (grant_id)
      join cis.account as account
        on account.account_number = chosen.account_number and account.member_number = one.member_number
      where known.grant_id = given.grant_id and known.since is not null and chosen.changed_since is not null
      offset 0) as changed`.execute(executor)
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

/** A notification to an app. */
export interface SentNotification extends Pick<ClaimedNotification, 'grantId' | 'version'> {
  readonly meters: readonly ConnectedMeter[]
}

/**
 * Records that an app was notified of these meters. Meters with days that were added since the claim are due at once;
 * other meters of a connection with new readings, which it may not read now, are due at `retryAt`.
 */
export async function settleNotifications(
  executor: Executor,
  all: readonly SentNotification[],
  { now, retryAt }: { readonly now: Date; readonly retryAt: Date },
): Promise<void> {
  const [ids, versions] = [all.map(({ grantId }) => grantId), all.map(({ version }) => String(version))]
  const meters = all.flatMap((one) => one.meters.map((meter) => ({ ...meter, grantId: one.grantId })))
  const column = (name: keyof (typeof meters)[number]) => arrayLiteral(meters.map((meter) => meter[name]))
  await sql`
    with held as materialized (
      select claimed.grant_id, claimed.version = given.version as is_same
      from unnest(${arrayLiteral(ids)}::text::text[], ${arrayLiteral(versions)}::text::int[]) as given (grant_id, version)
      join portal.connected_notification as claimed on claimed.grant_id = given.grant_id
      join portal.connected_grant as one on one.grant_id = given.grant_id
      for update of claimed skip locked for key share of one skip locked
    ), notified as materialized (
      select grant_id, account_number, meter_number
      from unnest(${column('grantId')}::text::text[], ${column('accountNumber')}::text::text[],
        ${column('meterNumber')}::text::text[]) as given (grant_id, account_number, meter_number)
      join held using (grant_id) where held.is_same
    ), cleared as (
      update portal.connected_meter as meter set changed_since = null from notified
      where meter.grant_id = notified.grant_id and meter.account_number = notified.account_number
        and meter.meter_number = notified.meter_number
    )
    update portal.connected_notification as known
    set since = case when held.is_same then others.since else known.since end, attempts = 0,
      next_attempt_at = case when held.is_same then ${retryAt}::timestamptz else ${now}::timestamptz end,
      notified_at = ${now}::timestamptz, last_error = null
    from held cross join lateral (
      select min(chosen.changed_since) as since from portal.connected_meter as chosen
      where chosen.grant_id = held.grant_id and (chosen.grant_id, chosen.account_number, chosen.meter_number) not in (
        select grant_id, account_number, meter_number from notified)) as others
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
