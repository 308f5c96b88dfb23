import { myProfile } from '@coopline/contract/accounts/my-profile/my-profile.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { checkAvailabilityFor } from '../../identity/registration/public.ts'
import { loadMemberDetails } from './load-member-details.ts'
import { listPaymentSetups } from './member-details.store.ts'
import { updateMember } from './update-member.ts'

/** A member's own login and choices: paperless bills, emails, Operation RoundUp. */
export const myProfileFeature: Feature = {
  routes: (routes) => {
    const { details, update, autopayments, usernameAvailability } = myProfile
    routes.on(details, async ({ deps, request, caller }) => loadMemberDetails(deps, request, caller))
    routes.on(update, async ({ deps, request, caller, body }) => updateMember(deps, { caller, request }, body), {
      needs: 'hashing',
    })
    routes.on(autopayments, async ({ deps, caller }) => ({
      autopayments: [...(await listPaymentSetups(deps.db, caller.memberNumber))],
    }))
    routes.on(usernameAvailability, async ({ deps, caller, params }) => {
      const { loginId } = caller
      return checkAvailabilityFor(deps, { subject: loginId, loginId }, params.username)
    })
  },
}
