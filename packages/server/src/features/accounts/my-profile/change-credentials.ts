import { randomUUID } from 'node:crypto'
import { normalizeEmail } from '@coopline/rules/identity/email-address/check-email'
import type { AuditEntry } from '../../../platform/audit/audit.store.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberCaller } from '../../../platform/http/call.ts'
import { endRecovery } from '../../identity/credential-recovery/public.ts'
import { changeEmail, changePassword, changeUsername, type Login, notifyMember } from '../../identity/sign-in/public.ts'

/** The parts of a login to change. Omitted parts stay unchanged. */
export interface NewCredentials {
  readonly username?: string
  readonly email?: string
  readonly passwordHash?: string
}

/** Returns the changes of the username and the email address, and the new password if there is one. */
export const newCredentials = (
  login: Login,
  update: { readonly loginId: string; readonly userName: string },
  passwordHash: string | undefined,
): NewCredentials => {
  const email = normalizeEmail(update.userName)
  return {
    ...(update.loginId !== login.username && { username: update.loginId }),
    ...(email !== normalizeEmail(login.email) && { email }),
    ...(passwordHash !== undefined && { passwordHash }),
  }
}

/**
 * Changes a login and notifies its member, also at the former address when the address changes. A new password ends the member's other
 * sessions and reset links, and deletes every known browser of the login except the caller's.
 */
export async function changeCredentials(
  deps: Deps,
  tx: Tx,
  caller: MemberCaller & { readonly deviceHash: Uint8Array },
  credentials: NewCredentials,
  happened: Omit<AuditEntry, 'kind'>,
): Promise<void> {
  const { loginId, sessionId, deviceHash } = caller
  const { username, email, passwordHash } = credentials
  if (username === undefined && email === undefined && passwordHash === undefined) return
  const now = deps.clock.now()
  const dedupeKey = randomUUID()
  if (username !== undefined) {
    await changeUsername(tx, loginId, username)
    await recordAudit(tx, { kind: 'credentials.username-changed', ...happened })
    await notifyMember(deps, tx, loginId, 'username-changed', dedupeKey)
  }
  if (passwordHash !== undefined) {
    const keep = { sessionId, deviceHash }
    await changePassword(tx, loginId, { passwordHash, reason: 'password-changed', now, keep })
    await endRecovery(tx, loginId, { changed: 'password', now })
    await recordAudit(tx, { kind: 'credentials.password-changed', ...happened, detail: { by: 'my-profile' } })
    await notifyMember(deps, tx, loginId, 'password-changed', dedupeKey)
  }
  if (email !== undefined) {
    await notifyMember(deps, tx, loginId, 'email-changed', `${dedupeKey}:old`)
    await changeEmail(tx, loginId, email)
    await endRecovery(tx, loginId, { changed: 'email', now })
    await recordAudit(tx, { kind: 'credentials.email-changed', ...happened })
    await notifyMember(deps, tx, loginId, 'email-changed', `${dedupeKey}:new`)
  }
}
