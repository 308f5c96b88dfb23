import type { SharedActivity } from '@coopline/contract/identity/shared-access/shared-access.contract'
import type { SharedRights } from '@coopline/rules/identity/shared-access/check-invitation'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'

/** True while the sharing member of the access `one` has a login that is not disabled. A disabled login shares nothing. */
export const hasLiveOwner = sql<boolean>`exists (
  select from portal.login as owner where owner.member_number = one.member_number and owner.disabled_at is null)`

export interface SharedView {
  /** The member who holds the account. */
  readonly memberNumber: string
  readonly memberName: string
  /** The invited address. */
  readonly email: string
  readonly rights: SharedRights
  readonly endsAt: Date
}

/** An account that an access shares with a login. */
interface Share {
  readonly accessId: string
  readonly loginId: string
  readonly accountNumber: string
  readonly needs: SharedRights
}

/**
 * Builds the condition of a live share: the access has not ended and has the needed rights, and the account was chosen and still belongs
 * to the sharing member.
 */
const liveShare = ({ accessId, loginId, accountNumber, needs }: Share, now: Date) => sql`
  from portal.shared_guest as guest
  join portal.shared_access as one on one.access_id = guest.access_id
  join portal.shared_account as shared on shared.access_id = one.access_id
  join cis.account as account
    on account.account_number = shared.account_number and account.member_number = one.member_number
  join cis.member as member on member.member_number = one.member_number
  where guest.access_id = ${accessId} and guest.login_id = ${loginId}::uuid
    and shared.account_number = ${accountNumber} and one.ends_at > ${now} and ${hasLiveOwner}
    and one.rights in (${needs}, 'view-and-pay')`

/** True while a share is live. Locks it until the transaction ends, so that it cannot be ended or changed before. */
export async function lockShare(tx: Tx, share: Share, now: Date): Promise<boolean> {
  const { rows } = await sql`select one.access_id ${liveShare(share, now)} for share of one, guest`.execute(tx)
  return rows.length > 0
}

/**
 * Admits a login to a shared account and records the call, in one statement, if the share is live.
 *
 * @returns `undefined`, with nothing recorded, when the share is not live.
 */
export async function admitGuest(
  executor: Executor,
  { what, ...share }: Share & { readonly what: SharedActivity['what'] },
  now: Date,
): Promise<SharedView | undefined> {
  const { rows } = await sql<SharedView>`
    with live as (
      select one.access_id, one.member_number, member.name, one.email, one.rights, one.ends_at, account.account_number
      ${liveShare(share, now)}),
    recorded as (
      insert into portal.shared_activity (access_id, account_number, hour, what, calls)
      select access_id, account_number, date_trunc('hour', ${now}::timestamptz), ${what}::text, 1 from live
      on conflict (access_id, hour, account_number, what) do update set calls = shared_activity.calls + 1)
    select member_number as "memberNumber", name as "memberName", email, rights, ends_at as "endsAt" from live`.execute(
    executor,
  )
  return rows[0]
}

export interface SharedRow {
  readonly accessId: string
  readonly memberName: string
  readonly rights: SharedRights
  readonly endsAt: Date
  readonly accountNumber: string
  readonly accountType: string
  readonly serviceAddress: string
}

/** Lists the accounts that are currently shared with a login: those of 100 accesses, at most 500. */
export async function listSharedWith(executor: Executor, loginId: string, now: Date): Promise<readonly SharedRow[]> {
  const { rows } = await sql<SharedRow>`
    with mine as materialized (
      select access_id from portal.shared_guest where login_id = ${loginId}::uuid order by access_id limit 100)
    select one.access_id as "accessId", member.name as "memberName", one.rights, one.ends_at as "endsAt",
      account.account_number as "accountNumber", account.account_type as "accountType",
      concat(account.service_street, ', ', account.service_city) as "serviceAddress"
    from mine
    join portal.shared_access as one on one.access_id = mine.access_id
    join portal.shared_account as shared on shared.access_id = one.access_id
    join cis.account as account
      on account.account_number = shared.account_number and account.member_number = one.member_number
    join cis.member as member on member.member_number = one.member_number
    where one.ends_at > ${now} and ${hasLiveOwner}
    order by member.name, one.access_id, account.account_number limit 500`.execute(executor)
  return rows
}

/** True for a login without a membership that was not used since `before` and has no shared access, present or past. */
const isIdle = (before: Date) => sql<boolean>`login.member_number like 'guest-%' and login.created_at < ${before}
  and coalesce(login.last_sign_in_at, login.created_at) < ${before}
  and not exists (select from portal.shared_guest as guest where guest.login_id = login.login_id)
  and not exists (select from cis.member as member where member.member_number = login.member_number)`

/** Lists the member numbers of idle guests, oldest first: see `isIdle`. */
export async function listIdleGuests(executor: Executor, before: Date, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ memberNumber: string }>`
    select login.member_number as "memberNumber" from portal.login as login where ${isIdle(before)}
    order by login.created_at limit ${limit}`.execute(executor)
  return rows.map((row) => row.memberNumber)
}

/** Returns true when the login of that member number is an idle guest: see `isIdle`. */
export async function isIdleGuest(executor: Executor, memberNumber: string, before: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from portal.login as login where login.member_number = ${memberNumber} and ${isIdle(before)}`.execute(
    executor,
  )
  return rows.length > 0
}
