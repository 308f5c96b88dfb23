import type { Executor } from '../../../platform/db/open-database.ts'
import { type Login, type NewLogin, usernameKey } from './login.ts'
import { opened } from './login-locks.store.ts'

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
  'unlocked_at',
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
  readonly unlocked_at: Date | null
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
  unlockedAt: row.unlocked_at,
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

/** Finds a login by its username. @param username the username as typed. */
export const findLoginByUsername = (executor: Executor, username: string) =>
  findBy(executor, 'username_key', usernameKey(username))

export const findLoginOfMember = (executor: Executor, memberNumber: string) =>
  findBy(executor, 'member_number', memberNumber)

/** Inserts a login. @returns false when the username or the member already has one. */
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
      // Attempts with the username before the login existed do not count.
      unlocked_at: login.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('login_id')
    .execute()
  return rows.length > 0
}

export async function noteSignIn(executor: Executor, loginId: string, now: Date): Promise<void> {
  await executor.updateTable('portal.login').set({ last_sign_in_at: now }).where('login_id', '=', loginId).execute()
}

/** Replaces the hash of the same password after the parameters have changed, unless the hash was replaced in the meantime. */
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

/** Sets a new password, and unlocks a login that was locked or disabled by wrong attempts. */
export async function setPassword(executor: Executor, loginId: string, passwordHash: string, now: Date): Promise<void> {
  await executor
    .updateTable('portal.login')
    .set({
      password_hash: passwordHash,
      password_set_at: now,
      ...opened,
      unlocked_at: now,
    })
    .where('login_id', '=', loginId)
    .execute()
}

/** Sets the username of a login. @throws the database error 23505 when another login has it. */
export async function setUsername(executor: Executor, loginId: string, username: string): Promise<void> {
  await executor
    .updateTable('portal.login')
    .set({ username, username_key: usernameKey(username) })
    .where('login_id', '=', loginId)
    .execute()
}

/** Sets the email address of a login. @param email the address in the form of `normalizeEmail`. */
export async function setEmail(executor: Executor, loginId: string, email: string): Promise<void> {
  await executor.updateTable('portal.login').set({ email }).where('login_id', '=', loginId).execute()
}
