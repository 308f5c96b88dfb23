import type { SessionFacts } from '@coopline/contract/identity/sign-in/sign-in.contract'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberCaller, RequestFacts } from '../../../platform/http/call.ts'
import { idleEnd } from './check-session.ts'
import { requireLogin } from './find-login.ts'
import { sessionOf } from './renew-session.ts'

/** Loads the session and its remaining seconds, so that the browser can warn before it ends. @throws NotSignedIn when it has ended. */
export async function loadSession(deps: Deps, facts: RequestFacts, caller: MemberCaller): Promise<SessionFacts> {
  const [session, login] = await Promise.all([sessionOf(deps, facts), requireLogin(deps.db, caller.loginId)])
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
