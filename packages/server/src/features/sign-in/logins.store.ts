import { sql } from 'kysely'
import type { Executor, Tx } from '../../platform/db/open-database.ts'
import { type Login, type NewLogin, usernameKey } from './login.ts'

const columns = [
  'login_id',
  'username',
  'member_number',
  'email',
  'password_hash',
  'password_set_at',
  'language',
  'app_secret',
  'disabled_at',
] as const

interface Row {
  readonly login_id: string
  readonly username: string
  readonly member_number: string
  readonly email: string
  readonly password_hash: string
  readonly password_set_at: Date
  readonly language: string
  readonly app_secret: Uint8Array | null
  readonly disabled_at: Date | null
}

const toLogin = (row: Row): Login => ({
  loginId: row.login_id,
  username: row.username,
  memberNumber: row.member_number,
  email: row.email,
  passwordHash: row.password_hash,
  passwordSetAt: row.password_set_at,
  language: row.language === 'es' ? 'es' : 'en',
  appSecret: row.app_secret,
  isDisabled: row.disabled_at !== null,
})

async function findBy(
  executor: Executor,
  column: 'login_id' | 'username_key' | 'member_number',
  value: string,
): Promise<Login | undefined> {
  const row = await executor.selectFrom('portal.login').select(columns).where(column, '=', value).executeTakeFirst()
  return row && toLogin(row)
}

export const findLogin = (executor: Executor, loginId: string) => findBy(executor, 'login_id', loginId)

/** @param username as typed. */
export const findLoginByUsername = (executor: Executor, username: string) =>
  findBy(executor, 'username_key', usernameKey(username))

export const findLoginOfMember = (executor: Executor, memberNumber: string) =>
  findBy(executor, 'member_number', memberNumber)

/** Makes a login. @returns false when the user name or the member has one already. */
export async function insertLogin(executor: Executor, login: NewLogin): Promise<boolean> {
  const rows = await executor
    .insertInto('portal.login')
    .values({
      login_id: login.loginId,
      username: login.username,
      username_key: usernameKey(login.username),
      member_number: login.memberNumber,
      email: login.email,
      password_hash: login.passwordHash,
      password_set_at: login.createdAt,
      secret_question: login.secretQuestion,
      secret_answer_hash: login.secretAnswerHash,
      language: login.language,
      created_at: login.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('login_id')
    .execute()
  return rows.length > 0
}

/** The attempt that locks is checked only afterwards; when it is right there is nothing to say. */
const noticeDelaySeconds = 15

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

/** A login whose member is to hear that it was locked or closed. */
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
    .where('login_id', 'in', (eb) =>
      eb
        .selectFrom('portal.login')
        .select('login_id')
        .where('lock_notice_at', '<=', now)
        .orderBy('lock_notice_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
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
  await executor
    .updateTable('portal.login')
    .set({ failures: 0, locked_until: null, lock_notice_at: null, disabled_at: null })
    .where('login_id', '=', loginId)
    .execute()
}

/**
 * Clears the failures of a login that has proven itself, unless its password was changed since it was read: a sign-in that began
 * with the former password is late. The row stays locked until the transaction ends.
 *
 * @returns false when the password was changed.
 */
export async function clearFailuresIfCurrent(
  executor: Executor,
  { loginId, passwordSetAt }: Pick<Login, 'loginId' | 'passwordSetAt'>,
): Promise<boolean> {
  const rows = await executor
    .updateTable('portal.login')
    .set({ failures: 0, locked_until: null, lock_notice_at: null, disabled_at: null })
    .where('login_id', '=', loginId)
    .where(sql<boolean>`date_trunc('milliseconds', password_set_at) = ${passwordSetAt}::timestamptz`)
    .returning('login_id')
    .execute()
  return rows.length > 0
}

export async function noteSignIn(executor: Executor, loginId: string, now: Date): Promise<void> {
  await executor.updateTable('portal.login').set({ last_sign_in_at: now }).where('login_id', '=', loginId).execute()
}

/** Replaces the hash after its parameters have changed, unless it was replaced meanwhile; the password is the same. */
export async function rehash(
  executor: Executor,
  { loginId, passwordHash }: Pick<Login, 'loginId' | 'passwordHash'>,
  replacement: string,
): Promise<void> {
  await executor
    .updateTable('portal.login')
    .set({ password_hash: replacement })
    .where('login_id', '=', loginId)
    .where('password_hash', '=', passwordHash)
    .execute()
}

/** Sets a new password, which also opens a login that was locked or disabled by wrong attempts. */
export async function setPassword(executor: Executor, loginId: string, passwordHash: string, now: Date): Promise<void> {
  await executor
    .updateTable('portal.login')
    .set({
      password_hash: passwordHash,
      password_set_at: now,
      failures: 0,
      locked_until: null,
      lock_notice_at: null,
      disabled_at: null,
    })
    .where('login_id', '=', loginId)
    .execute()
}

/** Gives a login another user name. @throws the database's own error (23505) when another login has it. */
export async function setUsername(executor: Executor, loginId: string, username: string): Promise<void> {
  await executor
    .updateTable('portal.login')
    .set({ username, username_key: usernameKey(username) })
    .where('login_id', '=', loginId)
    .execute()
}

/** @param email in the form of `normalizeEmail`. */
export async function setEmail(executor: Executor, loginId: string, email: string): Promise<void> {
  await executor.updateTable('portal.login').set({ email }).where('login_id', '=', loginId).execute()
}

/** Makes an authenticator app the login's; its codes count from now on. */
export async function setAppSecret(
  executor: Executor,
  loginId: string,
  encrypted: Uint8Array,
  now: Date,
): Promise<void> {
  await executor
    .updateTable('portal.login')
    .set({
      app_secret: encrypted,
      app_active_since: now,
      app_last_step: null,
      pending_app_secret: null,
      pending_app_until: null,
    })
    .where('login_id', '=', loginId)
    .execute()
}

/** Takes a step of the app's clock. @returns false when that step, or a later one, was taken before. */
export async function takeAppStep(executor: Executor, loginId: string, step: number): Promise<boolean> {
  const rows = await executor
    .updateTable('portal.login')
    .set({ app_last_step: step })
    .where('login_id', '=', loginId)
    .where((eb) => eb.or([eb('app_last_step', 'is', null), eb('app_last_step', '<', step)]))
    .returning('login_id')
    .execute()
  return rows.length > 0
}

/** Replaces the app's encrypted secret by the same one under another key, unless the member changed it meanwhile. */
export async function replaceAppSecret(
  executor: Executor,
  loginId: string,
  former: Uint8Array,
  encrypted: Uint8Array,
): Promise<void> {
  await executor
    .updateTable('portal.login')
    .set({ app_secret: encrypted })
    .where('login_id', '=', loginId)
    .where('app_secret', '=', former)
    .execute()
}

/** The unused recovery codes of a login, locked until the transaction ends. */
export async function listRecoveryCodesLocked(tx: Tx, loginId: string): Promise<readonly Uint8Array[]> {
  const rows = await tx
    .selectFrom('portal.recovery_code')
    .select('code_hash')
    .where('login_id', '=', loginId)
    .where('used_at', 'is', null)
    .forUpdate()
    .execute()
  return rows.map((row) => row.code_hash)
}

/** Uses up a recovery code. @returns false when it is none of the login's or was used. */
export async function takeRecoveryCode(
  executor: Executor,
  loginId: string,
  codeHash: Uint8Array,
  now: Date,
): Promise<boolean> {
  const rows = await executor
    .updateTable('portal.recovery_code')
    .set({ used_at: now })
    .where('login_id', '=', loginId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('login_id')
    .execute()
  return rows.length > 0
}
