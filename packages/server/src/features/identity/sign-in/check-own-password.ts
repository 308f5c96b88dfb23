import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { verifyPassword } from '../../../platform/secrets/hash-password.ts'
import { guardSignIn } from './guard-sign-in.ts'
import type { Login } from './login.ts'

/**
 * Checks the password that a signed-in member enters again. Attempts are counted as at sign-in, before the check. The caller clears the
 * failures after a right password.
 *
 * @returns true for the right password. A wrong one is recorded in the audit.
 * @throws TooManyAttempts as `guardSignIn`.
 */
export async function checkOwnPassword(
  deps: Deps,
  facts: RequestFacts,
  login: Login,
  password: string,
): Promise<boolean> {
  const guarded = await guardSignIn(deps, facts, login.username, login, true)
  const verdict = await verifyPassword(deps, password, guarded.mayBeChecked ? login.passwordHash : undefined)
  if (verdict.matches) {
    await guarded.refund()
    return true
  }
  await recordProofFailed(deps, facts, login.memberNumber)
  return false
}

/** Audits a failed proof of identity in a session. */
export const recordProofFailed = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  facts: RequestFacts,
  memberNumber: string,
): Promise<void> =>
  recordAudit(db, {
    kind: 'session.proof-failed',
    at: clock.now(),
    memberNumber,
    clientAddress: facts.clientAddress,
    requestId: facts.id,
  })
