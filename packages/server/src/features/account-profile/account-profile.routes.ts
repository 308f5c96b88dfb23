import { accountProfile } from '@coopline/contract/account-profile/account-profile.contract'
import type { Feature } from '../../platform/http/call.ts'
import { loadProfile } from './load-profile.ts'
import { loadProfileSettings } from './load-profile-settings.ts'
import { updateProfile } from './update-profile.ts'

/** The profile of an account: its holder and how to reach them. */
export const accountProfileFeature: Feature = {
  routes: (routes) => {
    const { settings, load, update } = accountProfile
    routes.on(settings, async ({ deps }) => loadProfileSettings(deps))
    routes.onMember(load, async (call) => loadProfile(call.deps, call, call.params.accountNumber))
    routes.onMember(update, async ({ deps, request, caller, params, body }) =>
      updateProfile(deps, { request, caller, accountNumber: params.accountNumber }, body),
    )
  },
}
