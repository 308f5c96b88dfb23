import { myProfile } from '@coopline/contract/my-profile/my-profile.contract'
import type { Feature } from '../../platform/http/call.ts'
import { checkAvailabilityFor } from '../registration/public.ts'
import { memberCaller } from '../sign-in/public.ts'
import { loadMemberDetails } from './load-member-details.ts'
import { listPaymentSetups } from './member-details.store.ts'
import { updateMember } from './update-member.ts'

/** A member's own login and choices: paperless bills, e-mails, Operation RoundUp. */
export const myProfileFeature: Feature = {
  routes: (routes) => {
    const { details, update, autopayments, usernameAvailability } = myProfile
    routes.on(details, async ({ deps, request, caller }) => loadMemberDetails(deps, request, memberCaller(caller)))
    routes.on(
      update,
      async ({ deps, request, caller, body }) => {
        const member = memberCaller(caller)
        return updateMember(deps, { endpoint: update, request, memberNumber: member.memberNumber }, member, body)
      },
      'hashing',
    )
    routes.on(autopayments, async ({ deps, caller }) => ({
      autopayments: [...(await listPaymentSetups(deps.db, memberCaller(caller).memberNumber))],
    }))
    routes.on(usernameAvailability, async ({ deps, request, caller, params }) => {
      const { loginId } = memberCaller(caller)
      return checkAvailabilityFor(deps, request, { subject: loginId, loginId }, params.username)
    })
  },
}
