import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import { deleteDevices, findFirstUse } from './known-devices.store.ts'
import { clearFailures } from './login-locks.store.ts'
import { setEmail, setPassword, setUsername } from './logins.store.ts'
import { deviceHashOf } from './remember-device.ts'
import { endSessions } from './sessions.store.ts'

interface PasswordChange {
  readonly passwordHash: string
  /** Recorded with the sessions that end. */
  readonly reason: string
  readonly now: Date
  /** The member's own session and browser, when the change was made in one. */
  readonly keep?: { readonly sessionId: string; readonly deviceHash: Uint8Array }
}

/** Sets a new password, opens a locked login, ends the sessions of the former password and forgets its browsers. */
export async function changePassword(tx: Tx, loginId: string, change: PasswordChange): Promise<void> {
  const { passwordHash, reason, now, keep } = change
  await setPassword(tx, loginId, passwordHash, now)
  await endSessions(tx, { loginId, ...(keep !== undefined && { except: keep.sessionId }) }, reason, now)
  await deleteDevices(tx, loginId, keep?.deviceHash)
}

/** Gives a login another user name and opens a lock. @throws the database's own error (23505) when another login has it. */
export async function changeUsername(tx: Tx, loginId: string, username: string): Promise<void> {
  await clearFailures(tx, loginId)
  await setUsername(tx, loginId, username)
}

/** Gives a login another email address, in the form of `normalizeEmail`, and opens a lock. */
export async function changeEmail(tx: Tx, loginId: string, email: string): Promise<void> {
  await clearFailures(tx, loginId)
  await setEmail(tx, loginId, email)
}

/** Ends the sessions of a login at once, except the caller's. */
export async function endOtherSessions(
  tx: Tx,
  { loginId, sessionId }: { readonly loginId: string; readonly sessionId: string },
  reason: string,
  now: Date,
): Promise<void> {
  await endSessions(tx, { loginId, except: sessionId }, reason, now)
}

/** When the login first used the browser of this request; undefined for a browser that it does not know. */
export const findFirstUseOfBrowser = async (
  { db }: Pick<Deps, 'db'>,
  loginId: string,
  request: RequestFacts,
): Promise<Date | undefined> => findFirstUse(db, loginId, deviceHashOf(request))
