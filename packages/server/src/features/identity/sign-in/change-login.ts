import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { forgetWrongCodes } from './check-code.ts'
import { endHandOffs } from './hand-off.store.ts'
import { deleteDevices, findFirstUse } from './known-devices.store.ts'
import { clearFailures, unlock } from './login-locks.store.ts'
import { setEmail, setPassword, setUsername } from './logins.store.ts'
import { deviceHashOf } from './remember-device.ts'
import { endSessions } from './sessions.store.ts'

interface PasswordChange {
  readonly passwordHash: string
  /** The reason that is recorded with the ended sessions. */
  readonly reason: string
  readonly now: Date
  /** The session and the browser of the change, which stay valid; undefined when the change was made without a session. */
  readonly keep?: { readonly sessionId: string; readonly deviceHash: Uint8Array }
}

/** Sets a new password, unlocks the login, ends its sessions and partner codes, and deletes its known browsers. */
export async function changePassword(tx: Tx, loginId: string, change: PasswordChange): Promise<void> {
  const { passwordHash, reason, now, keep } = change
  await setPassword(tx, loginId, passwordHash, now)
  await endSessions(tx, { loginId, ...(keep !== undefined && { except: keep.sessionId }) }, reason, now)
  await endHandOffs(tx, loginId, now)
  await deleteDevices(tx, loginId, keep?.deviceHash)
}

/** Changes a login's username and unlocks the login. @throws the database error 23505 when another login has the name. */
export async function changeUsername(tx: Tx, loginId: string, username: string): Promise<void> {
  await clearFailures(tx, loginId)
  await setUsername(tx, loginId, username)
}

/** Changes a login's email address, normalized by `normalizeEmail`, and unlocks the login. */
export async function changeEmail(tx: Tx, loginId: string, email: string): Promise<void> {
  await clearFailures(tx, loginId)
  await setEmail(tx, loginId, email)
}

/** Ends a login's sessions immediately, except the caller's. */
export async function endOtherSessions(
  tx: Tx,
  { loginId, sessionId }: { readonly loginId: string; readonly sessionId: string },
  reason: string,
  now: Date,
): Promise<void> {
  await endSessions(tx, { loginId, except: sessionId }, reason, now)
}

/** Ends all sessions and partner codes of a login at once, and deletes its known browsers. @returns the number of ended sessions. */
export async function signOutEverywhere(tx: Tx, loginId: string, reason: string, now: Date): Promise<number> {
  await endHandOffs(tx, loginId, now)
  await deleteDevices(tx, loginId)
  return endSessions(tx, { loginId }, reason, now)
}

/** Unlocks a login that wrong passwords or codes locked or disabled. */
export async function unlockLogin(tx: Tx, loginId: string, now: Date): Promise<void> {
  await unlock(tx, loginId, now)
  await forgetWrongCodes(tx, loginId)
}

/** Finds the time when the login first used the browser of this request; `undefined` for an unknown browser. */
export const findFirstUseOfBrowser = async (
  { db }: Pick<Deps, 'db'>,
  loginId: string,
  request: RequestFacts,
): Promise<Date | undefined> => findFirstUse(db, loginId, deviceHashOf(request))
