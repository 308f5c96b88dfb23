import { checkPassword } from '@coopline/rules/identity/password/check-password'
import { passwordMessage } from '@coopline/rules/identity/password/password.messages'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { findGuessable } from '../../../platform/secrets/find-guessable.ts'
import { hashPassword } from '../../../platform/secrets/hash-password.ts'
import { listAccounts } from '../../accounts/accounts/public.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { endCalendar } from '../../accounts/calendar/public.ts'
import { endConnections } from '../../usage/connected-apps/public.ts'
import { listContacts } from '../../messages/notifications/public.ts'
import { suspendPasskeys } from '../passkeys/public.ts'
import { endSharedAccess } from '../shared-access/public.ts'
import { changePassword, lookUpLogin, notifyMember } from '../sign-in/public.ts'
import { type ConnectedThings, connectedLines } from './connected-things.messages.ts'
import type { PasswordReset } from './password-reset.ts'
import { closeSecondSteps, findLinkOwner, type LinkOwner, takeLink } from './reset-links.store.ts'

/** The password reset for logins that the portal stores. */
export const portalPasswordReset: PasswordReset = {
  validate: async ({ db, clock }, otc) => {
    const owner = await findLinkOwner(db, sha256(otc), clock.now())
    return owner === undefined ? null : { memberName: owner.memberName }
  },
  reset: async (deps, facts, { otc, password }) => {
    const tokenHash = sha256(otc)
    const owner = await findLinkOwner(deps.db, tokenHash, deps.clock.now())
    if (owner === undefined) return false
    await refuseUnfit(deps, owner, password)
    const passwordHash = await hashPassword(deps, password)
    return takeNewPassword(deps, facts, owner, { tokenHash, passwordHash })
  },
}

async function refuseUnfit(deps: Deps, owner: LinkOwner, password: string): Promise<void> {
  const accounts = await listAccounts(deps.db, owner.memberNumber)
  const problem =
    checkPassword(password) ??
    (await findGuessable(password, {
      cooperativeName: deps.settings.current().coopName,
      username: owner.username,
      accountNumbers: accounts.map(({ accountNumber }) => accountNumber),
    }))
  if (problem !== null) throw new Refused(refusal(passwordMessage, problem))
}

/**
 * Uses up the link and sets the password. The reset may follow a theft, so it ends all access that a thief may have created, and the email
 * lists everything that is connected. It signs no one in, because the second step is still required.
 */
async function takeNewPassword(
  deps: Deps,
  facts: RequestFacts,
  { loginId, memberNumber }: LinkOwner,
  change: { readonly tokenHash: Uint8Array; readonly passwordHash: string },
): Promise<boolean> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    if (!(await takeLink(tx, change.tokenHash, now))) return false
    await changePassword(tx, loginId, { passwordHash: change.passwordHash, reason: 'password-reset', now })
    await closeSecondSteps(tx, loginId, now)
    const things = await cutOffThieves(tx, loginId, memberNumber, now)
    await recordAudit(tx, {
      kind: 'credentials.password-changed',
      at: now,
      memberNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
      detail: {
        by: 'reset-link',
        passkeysSuspended: things.passkeys,
        calendarEnded: things.hadCalendar,
        connectionsEnded: things.connections,
        accessEnded: things.people,
      },
    })
    const dedupeKey = Buffer.from(change.tokenHash).toString('base64url')
    await notifyMember(deps, tx, loginId, 'password-reset', dedupeKey, (language) => connectedLines(things, language))
    return true
  })
}

/** Suspends or ends all access to the login or its data without the password. The authenticator app and contacts stay. */
async function cutOffThieves(tx: Tx, loginId: string, memberNumber: string, now: Date): Promise<ConnectedThings> {
  const login = await lookUpLogin(tx, { loginId })
  return {
    passkeys: await suspendPasskeys(tx, loginId, now),
    hadCalendar: await endCalendar(tx, memberNumber),
    connections: await endConnections(tx, loginId, now),
    people: await endSharedAccess(tx, memberNumber, now),
    hasApp: login !== undefined && login.appSecret !== null,
    contacts: (await listContacts(tx, memberNumber)).length,
  }
}
