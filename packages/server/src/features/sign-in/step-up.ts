import { recordAudit } from '../../platform/audit/audit.store.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { NotSignedIn } from '../../platform/errors.ts'
import type { AnswerFacts, RequestFacts } from '../../platform/http/call.ts'
import { verifyPassword } from '../../platform/secrets/hash-password.ts'
import { checkCode } from './check-code.ts'
import type { MemberCaller } from './check-session.ts'
import { guardSignIn } from './guard-sign-in.ts'
import { clearFailures, findLogin } from './logins.store.ts'
import { type Renewed, renewSession } from './renew-session.ts'
import { refusal } from './sign-in-with-password.ts'

/**
 * Proves the member again: the password, and a code when there is an authenticator app. The halves change with it.
 *
 * @throws RuleRefused when the password or the code is wrong; TooManyTries as `guardSignIn`.
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
  const login = await findLogin(deps.db, caller.loginId)
  if (login === undefined) throw new NotSignedIn('The login is gone')
  const guarded = await guardSignIn(deps, facts, login.username, login)
  const verdict = await verifyPassword(deps.keys, password, guarded.mayBeJudged ? login.passwordHash : undefined)
  if (!verdict.matches) throw await refused(deps, facts, caller, 'wrong-password')
  await guarded.takeBack()
  if (login.appSecret !== null && (await checkCode(deps, login, code ?? '')) === null)
    throw await refused(deps, facts, caller, 'wrong-code')
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

async function refused(deps: Deps, facts: RequestFacts, caller: MemberCaller, code: 'wrong-password' | 'wrong-code') {
  await recordAudit(deps.db, {
    kind: 'session.proof-failed',
    at: deps.clock.now(),
    memberNumber: caller.memberNumber,
    clientAddress: facts.clientAddress,
    requestId: facts.id,
  })
  return refusal(code, facts.language)
}
