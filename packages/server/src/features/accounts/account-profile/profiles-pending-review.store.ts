import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'
import { isOfHolder, listProfiles } from './account-profile.store.ts'
import type { Profile } from './profile.ts'

export interface ProfilePendingReview {
  /** The profile with the member's changes applied. */
  readonly profile: Profile
  /** The id of the last event that reported a change of the profile. */
  readonly lastEvent: number
}

/** Lists profiles with a change pending review whose latest change is older than `before`. */
export async function listProfilesPendingReview(
  executor: Executor,
  before: Date,
  limit: number,
): Promise<readonly ProfilePendingReview[]> {
  const rows = await executor
    .selectFrom('portal.profile_change as change')
    .innerJoin('cis.account as account', 'account.account_number', 'change.account_number')
    .select(['change.account_number', 'account.member_number'])
    .select((eb) => eb.fn.max('change.event_id').as('last_event'))
    .where(isOfHolder)
    .groupBy(['change.account_number', 'account.member_number'])
    .having(sql<boolean>`bool_or(change.is_pending_review) and max(change.changed_at) < ${before}`)
    .orderBy('change.account_number')
    .limit(limit)
    .execute()
  const pending: ProfilePendingReview[] = []
  for (const row of rows) {
    const profiles = await listProfiles(executor, row.member_number)
    const profile = profiles.find((one) => one.accountNumber === row.account_number)
    if (profile !== undefined) pending.push({ profile, lastEvent: row.last_event })
  }
  return pending
}

export interface ChangePendingReview {
  readonly accountNumber: string
  readonly memberNumber: string
  readonly block: 'name' | 'address' | 'phones'
  readonly changedAt: Date
}

/** Lists changes pending review, oldest first. @param after the last change of the previous page. */
export async function listChangesPendingReview(
  executor: Executor,
  after: Omit<ChangePendingReview, 'memberNumber'> | null,
  limit: number,
): Promise<readonly ChangePendingReview[]> {
  const { rows } = await sql<ChangePendingReview>`
    select change.account_number as "accountNumber", account.member_number as "memberNumber", change.block,
      change.changed_at as "changedAt"
    from portal.profile_change as change
    join cis.account as account on account.account_number = change.account_number
    where change.is_pending_review and ${isOfHolder} and (change.changed_at, change.account_number, change.block)
      > (${after?.changedAt ?? '-infinity'}::timestamptz, ${after?.accountNumber ?? ''}::text, ${after?.block ?? ''}::text)
    order by change.changed_at, change.account_number, change.block limit ${limit}`.execute(executor)
  return rows
}
