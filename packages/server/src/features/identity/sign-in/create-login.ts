import type { Executor } from '../../../platform/db/open-database.ts'
import { setAppSecret } from './app-secrets.store.ts'
import type { NewLogin } from './login.ts'
import { insertLogin } from './logins.store.ts'

/**
 * Creates a login, with an authenticator app when its encrypted secret is given.
 *
 * @returns false when the username is in use or the member has a login.
 */
export async function createLogin(executor: Executor, login: NewLogin, appSecret?: Uint8Array): Promise<boolean> {
  const isNew = await insertLogin(executor, login)
  if (isNew && appSecret !== undefined) await setAppSecret(executor, login.loginId, appSecret, login.createdAt)
  return isNew
}
