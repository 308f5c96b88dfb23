import type { SessionFacts } from '@coopline/contract/sign-in/sign-in.contract'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { NotSignedIn } from '../../platform/errors.ts'
import type { AnswerFacts, RequestFacts } from '../../platform/http/call.ts'
import { verifyPassword } from '../../platform/secrets/hash-password.ts'
import { checkCode } from './check-code.ts'
import { idleEnd, type MemberCaller } from './check-session.ts'
import { guardSignIn } from './guard-sign-in.ts'
import { bearerOf, newHalves, sha256 } from './halves.ts'
import { clearFailures, findLogin } from './logins.store.ts'
import { setSessionCookie } from './open-session.ts'
import { changeHalves, findSessionByToken, type KeptSession } from './sessions.store.ts'
import { refusal } from './sign-in-with-password.ts'

interface Renewed {
  readonly accessToken: string
  readonly expireInMinutes: number
}

const sessionOf = async (deps: Pick<Deps, 'db'>, facts: RequestFacts): Promise<KeptSession> => {
  const session = await findSessionByToken(deps.db, sha256(bearerOf(facts.header('authorization'))))
  if (session === undefined) throw new NotSignedIn('The session has ended meanwhile')
  return session
}

/** How long the session lasts, so that the browser can warn before it ends. @throws NotSignedIn when it has ended. */
export async function loadSession(deps: Deps, facts: RequestFacts, caller: MemberCaller): Promise<SessionFacts> {
  const [session, login] = await Promise.all([sessionOf(deps, facts), findLogin(deps.db, caller.loginId)])
  if (login === undefined) throw new NotSignedIn('The login is gone')
  const { sessionIdleMinutes, sessionWarningSeconds } = deps.settings.current()
  const now = deps.clock.now().getTime()
  const secondsTo = (end: Date) => Math.max(0, Math.floor((end.getTime() - now) / 1000))
  return {
    memberNumber: caller.memberNumber,
    userName: login.username,
    memberMfaEnabled: login.appSecret !== null,
    signedInAt: session.signedInAt.toISOString(),
    idleSecondsLeft: Math.min(secondsTo(idleEnd(session, sessionIdleMinutes)), secondsTo(session.endsAt)),
    secondsLeft: secondsTo(session.endsAt),
    warningSeconds: sessionWarningSeconds,
  }
}

/** Goes on with the session under a new token and cookie. @throws NotSignedIn when another call changed them already. */
export async function renewSession(deps: Deps, facts: RequestFacts, reply: AnswerFacts): Promise<Renewed> {
  return change(deps, facts, reply, false)
}

async function change(deps: Deps, facts: RequestFacts, reply: AnswerFacts, isProven: boolean): Promise<Renewed> {
  const session = await sessionOf(deps, facts)
  const halves = newHalves(deps.random)
  const isChanged = await changeHalves(deps.db, session, halves, { now: deps.clock.now(), isProven })
  if (!isChanged) throw new NotSignedIn('The session was changed meanwhile')
  setSessionCookie(reply, halves.cookie)
  return { accessToken: halves.token, expireInMinutes: deps.settings.current().sessionIdleMinutes }
}

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
  return change(deps, facts, reply, true)
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
