import { accountProfile } from '@coopline/contract/accounts/account-profile/account-profile.contract'
import { staffProfileChanges } from '@coopline/contract/accounts/account-profile/staff-profile-changes.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { listPendingChanges } from './list-pending-changes.ts'
import { loadProfile } from './load-profile.ts'
import { loadProfileSettings } from './load-profile-settings.ts'
import { updateProfile } from './update-profile.ts'

/** The profile of an account: its holder and their contacts. Staff see the changes pending review. */
export const accountProfileFeature: Feature = {
  routes: (routes) => {
    const { settings, load, update } = accountProfile
    routes.on(settings, async ({ deps }) => loadProfileSettings(deps))
    routes.on(load, async (call) => loadProfile(call.deps, call, call.params.accountNumber))
    routes.on(staffProfileChanges.list, async ({ deps, caller, request, body }) =>
      listPendingChanges(deps, { caller, request }, body.after),
    )
    routes.on(update, async ({ deps, request, caller, params, body }) =>
      updateProfile(deps, { request, caller, accountNumber: params.accountNumber }, body),
    )
  },
}
