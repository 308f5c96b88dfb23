import { randomUUID } from 'node:crypto'
import type { StaffRole } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import type { Deps } from '../../../platform/deps.ts'
import type { Executor } from '../../../platform/db/open-database.ts'
import { encryptAtRest } from '../../../platform/secrets/encrypt-at-rest.ts'
import { usernameKey } from '../../identity/sign-in/public.ts'
import { insertStaffLogin, listStaff } from './staff-logins.store.ts'

/** A staff login that needs no set-up link: demo installations and tests only. */
interface PreparedStaffLogin {
  readonly username: string
  readonly name: string
  readonly role: StaffRole
  readonly passwordHash: string
  /** Secret of the authenticator app. */
  readonly appSecret: Uint8Array
}

/** Creates a login that is set up already. @returns false when the username exists. */
export async function createStaffLogin(
  deps: Pick<Deps, 'keys' | 'random' | 'clock'>,
  executor: Executor,
  { username, name, role, passwordHash, appSecret }: PreparedStaffLogin,
): Promise<boolean> {
  const staffId = randomUUID()
  return insertStaffLogin(executor, {
    staffId,
    username,
    usernameKey: usernameKey(username),
    name,
    role,
    passwordHash,
    appSecret: encryptAtRest(deps, 'app-secret', appSecret, staffId),
    setUpHash: null,
    setUpUntil: null,
    createdAt: deps.clock.now(),
  })
}

/** Tells whether there is a staff login. */
export const hasStaff = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> => (await listStaff(db, 1)).length > 0
