import { signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { checkSession, requireSession } from './check-session.ts'
import { checkPartner } from './check-partner.ts'
import { exchangeHandOff } from './exchange-hand-off.ts'
import { issueHandOff } from './issue-hand-off.ts'
import { loadSession } from './load-session.ts'
import { notifyLockedLoginsJob } from './notify-locked-logins.job.ts'
import { renewSession } from './renew-session.ts'
import { stepUp } from './step-up.ts'
import { listActivity } from './list-activity.ts'
import { endOwnSession, listOwnSessions, signOut } from './own-sessions.ts'
import { signInWithPassword } from './sign-in-with-password.ts'
import { watchFailuresJob } from './watch-failures.job.ts'
import { verifySecondStep } from './verify-second-step.ts'

/** Signing in: the password, the second step, and sessions. */
export const signInFeature: Feature = {
  routes: (routes) => {
    routes.on(signIn.login, async ({ deps, request, reply, body }) => signInWithPassword(deps, request, reply, body), {
      needs: 'hashing',
    })
    routes.on(signIn.verifyMfa, async ({ deps, request, reply, body }) => verifySecondStep(deps, request, reply, body))
    routes.on(signIn.exchange, async ({ deps, request, reply, body }) => exchangeHandOff(deps, request, reply, body))
    routes.on(signIn.issueHandOff, async ({ deps, request }) => issueHandOff(deps, request))
    routes.on(signIn.session, async ({ deps, request, caller }) => loadSession(deps, request, caller))
    routes.on(signIn.renew, async ({ deps, request, reply }) => renewSession(deps, request, reply))
    routes.on(
      signIn.stepUp,
      async ({ deps, request, reply, caller, body }) =>
        stepUp(deps, request, reply, { caller, password: body.password, code: body.code }),
      { needs: 'hashing' },
    )
    routes.on(signIn.signOut, async ({ deps, request, reply, caller, body }) =>
      signOut(deps, request, reply, { caller, everywhere: body.everywhere }),
    )
    routes.on(signIn.sessions, async ({ deps, caller }) => listOwnSessions(deps, caller))
    routes.on(signIn.endSession, async ({ deps, request, caller, params }) =>
      endOwnSession(deps, request, caller, params.sessionId),
    )
    routes.on(signIn.activity, async ({ deps, caller }) => listActivity(deps, caller))
  },
  authenticators: { member: checkSession, partner: checkPartner },
  guardMember: requireSession,
  jobs: [notifyLockedLoginsJob, watchFailuresJob],
}
