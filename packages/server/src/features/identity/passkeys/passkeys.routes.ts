import { passkeys } from '@coopline/contract/identity/passkeys/passkeys.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { addPasskey, beginToAdd } from './add-passkey.ts'
import { confirmPasskey, listOwnPasskeys, removePasskey, renamePasskey } from './own-passkeys.ts'
import { requirePasskeys } from './require-passkeys.ts'
import { beginSignIn, signInWithPasskey } from './sign-in-with-passkey.ts'

/** Passkeys: adding, naming and removing them, and signing in with one. */
export const passkeysFeature: Feature = {
  routes: (routes) => {
    routes.on(passkeys.list, async ({ deps, caller }) => {
      requirePasskeys(deps)
      return listOwnPasskeys(deps, caller)
    })
    routes.on(passkeys.options, async ({ deps, caller }) => beginToAdd(deps, caller, requirePasskeys(deps)))
    routes.on(passkeys.add, async ({ deps, request, caller, body }) =>
      addPasskey(deps, request, { caller, party: requirePasskeys(deps) }, body),
    )
    routes.on(passkeys.rename, async ({ deps, caller, params, body }) => {
      requirePasskeys(deps)
      return renamePasskey(deps, caller, { id: params.id, name: body.name })
    })
    routes.on(passkeys.confirm, async ({ deps, request, caller, params }) => {
      requirePasskeys(deps)
      return confirmPasskey(deps, request, caller, params.id)
    })
    routes.on(passkeys.remove, async ({ deps, request, caller, params }) => {
      requirePasskeys(deps)
      return removePasskey(deps, request, caller, params.id)
    })
    routes.on(passkeys.signInOptions, async ({ deps, request }) => beginSignIn(deps, request, requirePasskeys(deps)))
    routes.on(passkeys.signIn, async ({ deps, request, reply, body }) =>
      signInWithPasskey(deps, request, reply, { party: requirePasskeys(deps), credential: body.credential }),
    )
  },
}
