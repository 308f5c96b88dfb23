import { sql } from 'kysely'
import { anyOf } from '../../../platform/db/any-of.ts'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { Login } from './login.ts'

/** The delay of a lock notice, because the attempt that locks the login is checked afterwards. A right password needs no notice. */
const noticeDelaySeconds = 15

/** The values of a login that is neither locked nor closed by wrong passwords. */
export const opened = { failures: 0, locked_until: null, lock_notice_at: null, disabled_at: null } as const

export interface LockRules {
  readonly beforeLock: number
  readonly beforeDisable: number
}

/**
 * Counts an attempt before it is checked, in one atomic statement. After too many attempts it locks the login: for ten minutes at first,
 * twice as long each time, and for a day at most. The first lock of a series, and the attempt that closes the login, schedule a notice to
 * the member. A right password cancels the notice.
 *
 * @param ignoreLock true for a browser that has signed in to the login before, because strangers must not lock it out.
 * @returns true when the attempt may be checked.
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

/** Counts the logins that are locked, up to 1,000. */
export async function countLocked(executor: Executor, now: Date): Promise<number> {
  const { rows } = await sql<{ locked: number }>`
    select count(*)::int as locked from (
      select 1 from portal.login where locked_until > ${now}::timestamptz limit 1000) as locked`.execute(executor)
  return rows[0]?.locked ?? 0
}

/** A locked or closed login whose member must be notified. */
export interface LockNotice {
  readonly loginId: string
  readonly memberNumber: string
  readonly lockedUntil: Date | null
  readonly isDisabled: boolean
}

/** Claims up to `limit` due notices about locks, each once. */
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

/** Clears the failures of a login after a right password, because the attempts were no attack. */
export async function clearFailures(executor: Executor, loginId: string): Promise<void> {
  await executor.updateTable('portal.login').set(opened).where('login_id', '=', loginId).execute()
}

/** Unlocks a login that wrong passwords locked or closed, also for the browsers and addresses of those attempts. */
export async function unlock(executor: Executor, loginId: string, now: Date): Promise<void> {
  await executor
    .updateTable('portal.login')
    .set({ ...opened, unlocked_at: now })
    .where('login_id', '=', loginId)
    .execute()
}

/**
 * Clears the failures of a login after a proof of identity, unless its password or authenticator app has changed since it was read. A
 * sign-in that started before the change must fail. Locks the row until the transaction ends.
 *
 * @returns false when the password or the app has changed.
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
