import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { AnswerFacts, MemberCaller, RequestFacts } from '../../../platform/http/call.ts'
import { checkCode } from './check-code.ts'
import { checkOwnPassword, recordProofFailed } from './check-own-password.ts'
import { clearFailures } from './login-locks.store.ts'
import { requireLogin } from './find-login.ts'
import { type Renewed, renewSession } from './renew-session.ts'
import { refuseSignIn } from './sign-in-with-password.ts'

/**
 * Requires a new proof of identity: the password, and a code when there is an authenticator app. The halves of the session are replaced.
 *
 * @throws Refused when the password or the code is wrong; TooManyAttempts as `guardSignIn`.
 */
export async function stepUp(
  deps: Deps,
  facts: RequestFacts,
  reply: AnswerFacts,
  {
    caller,
    password,
    code,
  }: { readonly caller: MemberCaller; readonly password: string; readonly code: string | undefined },
): Promise<Renewed> {
  const login = await requireLogin(deps.db, caller.loginId)
  if (!(await checkOwnPassword(deps, facts, login, password))) throw refuseSignIn('wrong-password')
  if (login.appSecret !== null && (await checkCode(deps, login, code ?? '')) === null) {
    await recordProofFailed(deps, facts, caller.memberNumber)
    throw refuseSignIn('wrong-code')
  }
  await inTransaction(deps.db, async (tx) => {
    await clearFailures(tx, login.loginId)
    await recordAudit(tx, {
      kind: 'session.proven',
      at: deps.clock.now(),
      memberNumber: caller.memberNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
    })
  })
  return renewSession(deps, facts, reply, true)
}
