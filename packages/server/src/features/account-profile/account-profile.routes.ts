import { accountProfile } from '@coopline/contract/account-profile/account-profile.contract'
import type { Feature } from '../../platform/http/call.ts'
import { memberCaller } from '../sign-in/public.ts'
import { loadProfile } from './load-profile.ts'
import { loadProfileSettings } from './load-profile-settings.ts'
import { updateProfile } from './update-profile.ts'

/** The profile of an account: who holds it and where to reach them. */
export const accountProfileFeature: Feature = {
  routes: (routes) => {
    const { settings, load, update } = accountProfile
    routes.on(settings, async ({ deps }) => loadProfileSettings(deps))
    routes.on(load, async ({ deps, request, caller, params }) => {
      const { memberNumber } = memberCaller(caller)
      return loadProfile(deps, { endpoint: load, request, memberNumber }, params.accountNumber)
    })
    routes.on(update, async ({ deps, request, caller, params, body }) => {
      const member = memberCaller(caller)
      const { memberNumber } = member
      const { accountNumber } = params
      return updateProfile(deps, { endpoint: update, request, memberNumber, caller: member, accountNumber }, body)
    })
  },
}
