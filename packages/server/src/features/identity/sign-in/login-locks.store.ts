import { sql } from 'kysely'
import { anyOf } from '../../../platform/db/any-of.ts'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { Login } from './login.ts'

/** The attempt that locks is checked only afterwards; when it is right there is nothing to say. */
const noticeDelaySeconds = 15

/** A login that no wrong password keeps locked or closed. */
export const opened = { failures: 0, locked_until: null, lock_notice_at: null, disabled_at: null } as const

export interface LockRules {
  readonly beforeLock: number
  readonly beforeDisable: number
}

/**
 * Counts an attempt before it is checked, in one atomic statement, and locks the login when it was one too many: ten minutes at
 * first, twice as long each time, a day at most. The first lock of a series, and the attempt that closes the login, schedule a
 * notice to the member; a right password clears it.
 *
 * @param ignoreLock for a browser that has signed in to the login before: strangers must not lock it out.
 * @returns whether the attempt may be checked.
 */
export async function claimAttempt(
  executor: Executor,
  loginId: string,
  rules: LockRules,
  ignoreLock: boolean,
  now: Date,
): Promise<boolean> {
  const rows = await executor
    .updateTable('portal.login')
    .set({
      failures: sql<number>`failures + 1`,
      locked_until: sql<Date | null>`case when failures + 1 >= ${rules.beforeLock}::integer
        then ${now}::timestamptz
          + make_interval(mins => least(1440, 10 * power(2, least(failures + 1 - ${rules.beforeLock}::integer, 10))::integer))
        else locked_until end`,
      lock_notice_at: sql<Date | null>`case
        when failures + 1 >= ${rules.beforeDisable}::integer
          or (failures + 1 >= ${rules.beforeLock}::integer and locked_until is null)
        then ${now}::timestamptz + make_interval(secs => ${noticeDelaySeconds}::integer) else lock_notice_at end`,
      disabled_at: sql<Date | null>`case when failures + 1 >= ${rules.beforeDisable}::integer
        then coalesce(disabled_at, ${now}::timestamptz) else disabled_at end`,
    })
    .where('login_id', '=', loginId)
    .where('disabled_at', 'is', null)
    .where((eb) =>
      ignoreLock ? sql<boolean>`true` : eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', now)]),
    )
    .returning('login_id')
    .execute()
  return rows.length > 0
}

/** A locked or closed login whose member must be notified. */
export interface LockNotice {
  readonly loginId: string
  readonly memberNumber: string
  readonly lockedUntil: Date | null
  readonly isDisabled: boolean
}

/** Takes notices about locks that are due, each once, in bounded batches. */
export async function takeLockNotices(tx: Tx, now: Date, limit: number): Promise<readonly LockNotice[]> {
  const rows = await tx
    .updateTable('portal.login')
    .set({ lock_notice_at: null })
    .where('login_id', '=', (eb) =>
      anyOf(
        eb
          .selectFrom('portal.login')
          .select('login_id')
          .where('lock_notice_at', '<=', now)
          .orderBy('lock_notice_at')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      ),
    )
    .returning(['login_id', 'member_number', 'locked_until', 'disabled_at'])
    .execute()
  return rows.map((row) => ({
    loginId: row.login_id,
    memberNumber: row.member_number,
    lockedUntil: row.locked_until,
    isDisabled: row.disabled_at !== null,
  }))
}

/** The password was right: that try and the ones before it were no attack. */
export async function clearFailures(executor: Executor, loginId: string): Promise<void> {
  await executor.updateTable('portal.login').set(opened).where('login_id', '=', loginId).execute()
}

/** Opens a login that wrong passwords locked or closed, also for the browsers and addresses that they came from. */
export async function unlock(executor: Executor, loginId: string, now: Date): Promise<void> {
  await executor
    .updateTable('portal.login')
    .set({ ...opened, unlocked_at: now })
    .where('login_id', '=', loginId)
    .execute()
}

/**
 * Clears the failures of a login that has proven itself, unless its password was changed since it was read, or an authenticator app
 * was added or removed: a sign-in that began before is late. The row stays locked until the transaction ends.
 *
 * @returns false when it was changed.
 */
export async function clearFailuresIfCurrent(
  executor: Executor,
  { loginId, passwordSetAt, appSecret }: Pick<Login, 'loginId' | 'passwordSetAt' | 'appSecret'>,
): Promise<boolean> {
  const rows = await executor
    .updateTable('portal.login')
    .set(opened)
    .where('login_id', '=', loginId)
    .where(sql<boolean>`date_trunc('milliseconds', password_set_at) = ${passwordSetAt}::timestamptz`)
    .where('app_secret', appSecret === null ? 'is' : 'is not', null)
    .returning('login_id')
    .execute()
  return rows.length > 0
}
