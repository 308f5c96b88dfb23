import { checkPassword } from '@coopline/rules/password/check-password'
import { passwordMessage } from '@coopline/rules/password/password.messages'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { RuleRefused } from '../../platform/errors.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import { findGuessable } from '../../platform/secrets/find-guessable.ts'
import { hashPassword } from '../../platform/secrets/hash-password.ts'
import { listAccounts } from '../accounts/public.ts'
import { sha256 } from '../../platform/secrets/halves.ts'
import { endSessions, setPassword, tellMember } from '../sign-in/public.ts'
import type { PasswordReset } from './password-reset.ts'
import { closeSecondSteps, findLinkOwner, type LinkOwner, takeLink } from './reset-links.store.ts'

/** Passwords of logins that the portal keeps. */
export const portalPasswordReset: PasswordReset = {
  validate: async ({ db, clock }, otc) => {
    const owner = await findLinkOwner(db, sha256(otc), clock.now())
    return owner === undefined ? null : { memberName: owner.memberName }
  },
  reset: async (deps, facts, { otc, password }) => {
    const tokenHash = sha256(otc)
    const owner = await findLinkOwner(deps.db, tokenHash, deps.clock.now())
    if (owner === undefined) return false
    await refuseUnfit(deps, facts, owner, password)
    const passwordHash = await hashPassword(deps, password)
    return changePassword(deps, facts, owner, { tokenHash, passwordHash })
  },
}

async function refuseUnfit(deps: Deps, facts: RequestFacts, owner: LinkOwner, password: string): Promise<void> {
  const accounts = await listAccounts(deps.db, owner.memberNumber)
  const problem =
    checkPassword(password) ??
    (await findGuessable(password, {
      cooperativeName: deps.settings.current().coopName,
      username: owner.username,
      accountNumbers: accounts.map(({ accountNumber }) => accountNumber),
    }))
  if (problem !== null) throw new RuleRefused([{ ...problem, message: passwordMessage(problem, facts.language) }])
}

/**
 * Uses up the link and sets the password. Whoever is signed in is signed out, since the reset may be the answer to a
 * theft; nobody is signed in by it, so that a second step stays to be passed.
 */
async function changePassword(
  deps: Deps,
  facts: RequestFacts,
  { loginId, memberNumber }: LinkOwner,
  change: { readonly tokenHash: Uint8Array; readonly passwordHash: string },
): Promise<boolean> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    if (!(await takeLink(tx, change.tokenHash, now))) return false
    await setPassword(tx, loginId, change.passwordHash, now)
    await endSessions(tx, { loginId }, 'password-reset', now)
    await closeSecondSteps(tx, loginId, now)
    await recordAudit(tx, {
      kind: 'credentials.password-changed',
      at: now,
      memberNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
      detail: { by: 'reset-link' },
    })
    await tellMember(tx, deps, loginId, 'password-changed', Buffer.from(change.tokenHash).toString('base64url'))
    return true
  })
}
