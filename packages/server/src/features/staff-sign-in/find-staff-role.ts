import type { StaffRole } from '@coopline/contract/staff-sign-in/staff-sign-in.contract'
import type { Executor } from '../../platform/db/open-database.ts'
import { usernameKey } from '../sign-in/public.ts'
import { findStaffByUsername } from './staff-logins.store.ts'

/** The role that a staff login has now; `undefined` when there is no such login. */
export const findStaffRole = async (executor: Executor, username: string): Promise<StaffRole | undefined> =>
  (await findStaffByUsername(executor, usernameKey(username)))?.role
