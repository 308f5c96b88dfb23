import { authenticatorApp } from '@coopline/contract/authenticator-app/authenticator-app.contract'
import type { Feature } from '../../platform/http/call.ts'
import { activateApp } from './activate-app.ts'
import { beginSetUp } from './begin-set-up.ts'
import { loadAppStatus } from './load-app-status.ts'
import { removeApp } from './remove-app.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { requireAppOffered } from './require-app-offered.ts'

/** The authenticator app of a login: setting it up, changing and removing it, and its recovery codes. */
export const authenticatorAppFeature: Feature = {
  routes: (routes) => {
    routes.on(authenticatorApp.status, async ({ deps, caller }) => loadAppStatus(deps, requireAppOffered(deps, caller)))
    routes.on(authenticatorApp.qrCode, async ({ deps, caller }) => beginSetUp(deps, requireAppOffered(deps, caller)))
    routes.on(authenticatorApp.activate, async ({ deps, request, caller, body }) =>
      activateApp(deps, request, requireAppOffered(deps, caller), body),
    )
    routes.on(authenticatorApp.remove, async ({ deps, request, caller, body }) =>
      removeApp(deps, request, requireAppOffered(deps, caller), body.code),
    )
    routes.on(authenticatorApp.newRecoveryCodes, async ({ deps, request, caller }) =>
      renewRecoveryCodes(deps, request, requireAppOffered(deps, caller)),
    )
  },
}
