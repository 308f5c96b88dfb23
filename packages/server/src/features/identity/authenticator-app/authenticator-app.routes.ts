import { authenticatorApp } from '@coopline/contract/identity/authenticator-app/authenticator-app.contract'
import type { Feature, RouteOptions } from '../../../platform/http/call.ts'
import { activateApp } from './activate-app.ts'
import { beginSetUp } from './begin-set-up.ts'
import { loadAppStatus } from './load-app-status.ts'
import { removeApp } from './remove-app.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'

const options: RouteOptions = { isOffered: ({ MfaEnabled }) => MfaEnabled }

/** The authenticator app of a login: setting it up, changing and removing it, and its recovery codes. */
export const authenticatorAppFeature: Feature = {
  routes: (routes) => {
    routes.on(authenticatorApp.status, async ({ deps, caller }) => loadAppStatus(deps, caller), options)
    routes.on(authenticatorApp.qrCode, async ({ deps, caller }) => beginSetUp(deps, caller), options)
    routes.on(
      authenticatorApp.activate,
      async ({ deps, request, caller, body }) => activateApp(deps, request, caller, body),
      options,
    )
    routes.on(
      authenticatorApp.remove,
      async ({ deps, request, caller, body }) => removeApp(deps, request, caller, body.code),
      options,
    )
    routes.on(
      authenticatorApp.newRecoveryCodes,
      async ({ deps, request, caller }) => renewRecoveryCodes(deps, request, caller),
      options,
    )
  },
}
