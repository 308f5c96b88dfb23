import type { StaffRole } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import type { Executor } from '../../../platform/db/open-database.ts'

/** A staff login as the use cases know it. */
export interface StaffLogin {
  readonly staffId: string
  readonly username: string
  readonly name: string
  readonly role: StaffRole
  /** `null` until the login is set up. */
  readonly passwordHash: string | null
  /** The authenticator app's secret, encrypted; there is one exactly when there is a password. */
  readonly appSecret: Uint8Array | null
  /** The secret of the app that is being set up, encrypted. */
  readonly pendingAppSecret: Uint8Array | null
  readonly createdAt: Date
  /**
   * The time at which it was last created, reset, set up or unlocked. Wrong passwords and codes from before do not
   * count.
   */
  readonly unlockedAt: Date | null
  /** `null` while it may sign in. */
  readonly disabledAt: Date | null
}

const columns = [
  'staff_id as staffId',
  'username',
  'name',
  'role',
  'password_hash as passwordHash',
  'app_secret as appSecret',
  'pending_app_secret as pendingAppSecret',
  'created_at as createdAt',
  'unlocked_at as unlockedAt',
  'disabled_at as disabledAt',
] as const

/** @param usernameKey as `usernameKey` makes it. */
export const findStaffByUsername = async (executor: Executor, usernameKey: string): Promise<StaffLogin | undefined> =>
  executor.selectFrom('portal.staff_login').select(columns).where('username_key', '=', usernameKey).executeTakeFirst()

/** The login of a set-up link that has neither been used nor expired. */
export const findStaffBySetUp = async (
  executor: Executor,
  setUpHash: Uint8Array,
  now: Date,
): Promise<StaffLogin | undefined> =>
  executor
    .selectFrom('portal.staff_login')
    .select(columns)
    .where('set_up_hash', '=', setUpHash)
    .where('set_up_until', '>', now)
    .executeTakeFirst()

/** A new login that is to be set up, or that is set up already (demo). */
export interface NewStaffLogin {
  readonly staffId: string
  readonly username: string
  readonly usernameKey: string
  readonly name: string
  readonly role: StaffRole
  readonly passwordHash: string | null
  readonly appSecret: Uint8Array | null
  readonly setUpHash: Uint8Array | null
  readonly setUpUntil: Date | null
  readonly createdAt: Date
}

/** @returns false when the username exists. */
export async function insertStaffLogin(executor: Executor, login: NewStaffLogin): Promise<boolean> {
  const rows = await executor
    .insertInto('portal.staff_login')
    .values({
      staff_id: login.staffId,
      username: login.username,
      username_key: login.usernameKey,
      name: login.name,
      role: login.role,
      password_hash: login.passwordHash,
      app_secret: login.appSecret,
      set_up_hash: login.setUpHash,
      set_up_until: login.setUpUntil,
      created_at: login.createdAt,
      unlocked_at: login.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('staff_id')
    .execute()
  return rows.length > 0
}

/** Removes the password and the app, unlocks the login and makes a set-up link the only way to sign in. */
export async function openSetUp(
  executor: Executor,
  staffId: string,
  setUpHash: Uint8Array,
  { until, now }: { readonly until: Date; readonly now: Date },
): Promise<void> {
  await executor
    .updateTable('portal.staff_login')
    .set({
      password_hash: null,
      app_secret: null,
      app_last_step: null,
      pending_app_secret: null,
      set_up_hash: setUpHash,
      set_up_until: until,
      unlocked_at: now,
    })
    .where('staff_id', '=', staffId)
    .execute()
}

export async function keepPendingApp(executor: Executor, setUpHash: Uint8Array, encrypted: Uint8Array): Promise<void> {
  await executor
    .updateTable('portal.staff_login')
    .set({ pending_app_secret: encrypted })
    .where('set_up_hash', '=', setUpHash)
    .execute()
}

/**
 * Uses up a set-up link: the password and the app are valid from now on, and wrong attempts from before do not count.
 *
 * @param step the time step of the app's first code, which does not sign in again.
 * @returns false when the link was used or replaced meanwhile, or another app is being set up.
 */
export async function takeSetUp(
  executor: Executor,
  setUpHash: Uint8Array,
  {
    passwordHash,
    pending,
    step,
    now,
  }: { readonly passwordHash: string; readonly pending: Uint8Array; readonly step: number; readonly now: Date },
): Promise<boolean> {
  const rows = await executor
    .updateTable('portal.staff_login')
    .set({
      password_hash: passwordHash,
      app_secret: pending,
      app_last_step: step,
      set_up_hash: null,
      set_up_until: null,
      pending_app_secret: null,
      unlocked_at: now,
    })
    .where('set_up_hash', '=', setUpHash)
    .where('pending_app_secret', '=', pending)
    .returning('staff_id')
    .execute()
  return rows.length > 0
}

/**
 * Uses up a time step of the authenticator app and records the sign-in, unless the password was changed since the login
 * was read.
 *
 * @returns false when that step, or a later one, was used before.
 */
export async function takeStaffStep(
  executor: Executor,
  { staffId, passwordHash }: Pick<StaffLogin, 'staffId' | 'passwordHash'>,
  step: number,
  now: Date,
): Promise<boolean> {
  const rows = await executor
    .updateTable('portal.staff_login')
    .set({ app_last_step: step, last_sign_in_at: now })
    .where('staff_id', '=', staffId)
    .where('disabled_at', 'is', null)
    .where('password_hash', '=', passwordHash)
    .where((eb) => eb.or([eb('app_last_step', 'is', null), eb('app_last_step', '<', step)]))
    .returning('staff_id')
    .execute()
  return rows.length > 0
}

/** Lets wrong attempts until now count no more, wherever they came from. @returns false when there is no login of that name. */
export async function unlockStaff(executor: Executor, usernameKey: string, now: Date): Promise<boolean> {
  const rows = await executor
    .updateTable('portal.staff_login')
    .set({ unlocked_at: now })
    .where('username_key', '=', usernameKey)
    .returning('staff_id')
    .execute()
  return rows.length > 0
}

/** Closes a login, or opens it again. @returns its id, and `undefined` when nothing changed. */
export async function setStaffDisabled(
  executor: Executor,
  usernameKey: string,
  disabledAt: Date | null,
): Promise<string | undefined> {
  const row = await executor
    .updateTable('portal.staff_login')
    .set({ disabled_at: disabledAt })
    .where('username_key', '=', usernameKey)
    .where('disabled_at', disabledAt === null ? 'is not' : 'is', null)
    .returning('staff_id as staffId')
    .executeTakeFirst()
  return row?.staffId
}

/** @returns the number of logins that have the role now. */
export async function setStaffRole(executor: Executor, usernameKey: string, role: StaffRole): Promise<boolean> {
  const rows = await executor
    .updateTable('portal.staff_login')
    .set({ role })
    .where('username_key', '=', usernameKey)
    .returning('staff_id')
    .execute()
  return rows.length > 0
}

/** Removes a login with its sessions. @returns false when there is none of that name. */
export async function deleteStaffLogin(executor: Executor, usernameKey: string): Promise<boolean> {
  const rows = await executor
    .deleteFrom('portal.staff_login')
    .where('username_key', '=', usernameKey)
    .returning('staff_id')
    .execute()
  return rows.length > 0
}

/** A staff login for a list: no secrets. */
export interface ListedStaff {
  readonly username: string
  readonly name: string
  readonly role: StaffRole
  readonly isSetUp: boolean
  readonly setUpUntil: Date | null
  readonly lastSignInAt: Date | null
  /** The person signs in at the identity provider, without a password of the portal. */
  readonly isSignOn: boolean
  readonly disabledAt: Date | null
}

export const listStaff = async (executor: Executor, limit: number): Promise<readonly ListedStaff[]> =>
  executor
    .selectFrom('portal.staff_login as login')
    .select(['login.username', 'login.name', 'login.role', 'login.set_up_until as setUpUntil'])
    .select(['login.last_sign_in_at as lastSignInAt', 'login.disabled_at as disabledAt'])
    .select((eb) => eb('login.password_hash', 'is not', null).$castTo<boolean>().as('isSetUp'))
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('portal.staff_identity as identity')
            .select('identity.staff_id')
            .whereRef('identity.staff_id', '=', 'login.staff_id'),
        )
        .$castTo<boolean>()
        .as('isSignOn'),
    )
    .orderBy('login.username_key')
    .limit(limit)
    .execute()
