import { registration } from '@coopline/contract/identity/registration/registration.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { checkAvailability } from './check-availability.ts'
import { authenticateRegistrant } from './authenticate-registrant.ts'
import { lookUpAccount } from './look-up-account.ts'
import { registerMember } from './register-member.ts'
import { sendCode } from './send-code.ts'
import { verifyCode } from './verify-code.ts'

/** Registration: creating a portal login for an account. */
export const registrationFeature: Feature = {
  routes: (routes) => {
    routes.on(registration.authenticationTypes, async ({ deps, request, body }) => lookUpAccount(deps, request, body))
    routes.on(registration.verifyAccount, async ({ deps, request, reply, body }) =>
      sendCode(deps, request, reply, body),
    )
    routes.on(registration.verifyCode, async ({ deps, request, reply, body }) => verifyCode(deps, request, reply, body))
    routes.on(registration.usernameAvailability, async ({ deps, caller, params }) =>
      checkAvailability(deps, caller, params.username),
    )
    routes.on(
      registration.register,
      async ({ deps, request, caller, body }) => registerMember(deps, request, caller, body),
      { needs: 'hashing' },
    )
  },
  authenticators: { registration: authenticateRegistrant },
}
