import type { Executor } from '../../../platform/db/open-database.ts'
import { NotSignedIn } from '../../../platform/errors.ts'
import type { Login } from './login.ts'
import { findLogin, findLoginByUsername, findLoginOfMember } from './logins.store.ts'

/** A key of a login: its id, its username as typed, or its member. */
type LoginKey = { readonly loginId: string } | { readonly username: string } | { readonly memberNumber: string }

/** Finds a login, even a disabled one; `undefined` when there is none. */
export async function lookUpLogin(executor: Executor, key: LoginKey): Promise<Login | undefined> {
  if ('loginId' in key) return findLogin(executor, key.loginId)
  return 'username' in key ? findLoginByUsername(executor, key.username) : findLoginOfMember(executor, key.memberNumber)
}

/** Loads the login of a signed-in caller. @throws NotSignedIn when it was deleted. */
export async function requireLogin(executor: Executor, loginId: string): Promise<Login> {
  const login = await findLogin(executor, loginId)
  if (login === undefined) throw new NotSignedIn('The login is gone')
  return login
}
