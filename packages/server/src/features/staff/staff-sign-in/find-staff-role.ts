import type { StaffRole } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import type { Executor } from '../../../platform/db/open-database.ts'
import { usernameKey } from '../../identity/sign-in/public.ts'
import { hasLostGroup } from './sign-on.store.ts'
import { findStaffByUsername } from './staff-logins.store.ts'

/**
 * The role that a staff login has now; `undefined` when there is no such login, when it is disabled or its person is known to have lost
 * their group, and when it was added later: a removed login's username may be someone else's by now.
 *
 * @param since when the login acted.
 */
export async function findStaffRole(executor: Executor, username: string, since: Date): Promise<StaffRole | undefined> {
  const login = await findStaffByUsername(executor, usernameKey(username))
  if (login === undefined || login.createdAt > since || login.disabledAt !== null) return undefined
  return (await hasLostGroup(executor, login.staffId)) ? undefined : login.role
}
