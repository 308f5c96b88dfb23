import { staffSignIn } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { checkStaffSession, loadStaffSession, signOutStaff } from './check-staff-session.ts'
import { mountProviderLogout } from './mount-provider-logout.ts'
import { beginStaffSetUp, setUpStaff } from './set-up-staff.ts'
import { signInStaff } from './sign-in-staff.ts'
import { beginSignOn, finishSignOn, loadWays } from './sign-on.ts'

/** The staff's own logins and sessions, apart from those of members. */
export const staffSignInFeature: Feature = {
  routes: (routes) => {
    routes.on(staffSignIn.signIn, async ({ deps, request, reply, body }) => signInStaff(deps, request, reply, body), {
      needs: 'hashing',
    })
    routes.on(staffSignIn.session, async ({ deps, request }) => loadStaffSession(deps, request))
    routes.on(staffSignIn.signOut, async ({ deps, reply, caller }) => signOutStaff(deps, reply, caller))
    routes.on(staffSignIn.beginSetUp, async ({ deps, body }) => beginStaffSetUp(deps, body))
    routes.on(staffSignIn.setUp, async ({ deps, request, body }) => setUpStaff(deps, request, body), {
      needs: 'hashing',
    })
    routes.on(staffSignIn.ways, async ({ deps }) => loadWays(deps))
    routes.on(staffSignIn.beginSignOn, async ({ deps, request, reply }) => beginSignOn(deps, request, reply))
    routes.on(staffSignIn.finishSignOn, async ({ deps, request, reply, body }) =>
      finishSignOn(deps, request, reply, body),
    )
  },
  pages: mountProviderLogout,
  authenticators: { staff: checkStaffSession },
}
