import { sharedAccess } from '@coopline/contract/identity/shared-access/shared-access.contract'
import type { Feature, MemberRouteOptions, Routes } from '../../../platform/http/call.ts'
import { acceptWithLogin, acceptWithNewLogin } from './accept-invitation.ts'
import { invite } from './invite.ts'
import { sendInvitationCode, showInvitation } from './open-invitation.ts'
import { loadSharedPayment, loadSharedPaymentStatus, paySharedAccount } from './pay-shared.ts'
import { changeRights, endPerson, listGuestActivity, listPeople } from './people.ts'
import {
  leaveShared,
  listSharedBills,
  listSharedUsage,
  listSharedWithMe,
  loadSharedAccount,
  loadSharedBill,
} from './view-shared.ts'

const options: MemberRouteOptions = { isOffered: ({ sharedAccess: isOffered }) => isOffered }

/** Shared access: members let other people see chosen accounts until a day (decision 0150). */
export const sharedAccessFeature: Feature = {
  routes: (routes) => {
    // Both people see and end an access even after the cooperative turns the feature off.
    routes.onMember(sharedAccess.list, async ({ deps, caller }) => listPeople(deps, caller))
    routes.onMember(sharedAccess.invite, async ({ deps, body, ...who }) => invite(deps, who, body), options)
    routes.onMember(
      sharedAccess.activity,
      async ({ deps, caller, params }) => listGuestActivity(deps, caller, params.id),
      options,
    )
    routes.onMember(
      sharedAccess.changeRights,
      async ({ deps, params, body, ...who }) => changeRights(deps, who, params.id, body.rights),
      options,
    )
    routes.onMember(sharedAccess.end, async ({ deps, params, ...who }) => endPerson(deps, who, params.id))
    routes.on(sharedAccess.invitation, async ({ deps, request, body }) => showInvitation(deps, request, body.token))
    routes.on(sharedAccess.sendCode, async ({ deps, request, body }) => sendInvitationCode(deps, request, body.token))
    routes.on(
      sharedAccess.register,
      async ({ deps, request, body }) => acceptWithNewLogin(deps, request, body),
      'hashing',
    )
    routes.onMember(sharedAccess.accept, async ({ deps, body, ...who }) => acceptWithLogin(deps, who, body), options)
    routesOfGuests(routes)
  },
}

/** Registers the calls with which a login sees and pays accounts that others share. */
function routesOfGuests(routes: Routes): void {
  routes.onMember(sharedAccess.leave, async ({ deps, params, ...who }) => leaveShared(deps, who, params.id))
  routes.onMember(sharedAccess.withMe, async ({ deps, ...who }) => listSharedWithMe(deps, who))
  routes.onMember(
    sharedAccess.account,
    async ({ deps, params, ...who }) => loadSharedAccount(deps, who, params),
    options,
  )
  routes.onMember(
    sharedAccess.bills,
    async ({ deps, params, query, ...who }) => listSharedBills(deps, who, params, query),
    options,
  )
  routes.onMember(
    sharedAccess.bill,
    async ({ deps, params, body, ...who }) => loadSharedBill(deps, who, params, body.billViewUrl),
    options,
  )
  routes.onMember(sharedAccess.usage, async ({ deps, params, ...who }) => listSharedUsage(deps, who, params), options)
  routes.onMember(
    sharedAccess.payable,
    async ({ deps, params, ...who }) => loadSharedPayment(deps, who, params),
    options,
  )
  routes.onMember(
    sharedAccess.pay,
    async ({ deps, params, body, ...who }) => paySharedAccount(deps, who, params, body),
    options,
  )
  // The result of a payment is shown even after the cooperative turns the feature off.
  routes.onMember(sharedAccess.paymentStatus, async ({ deps, query, ...who }) =>
    loadSharedPaymentStatus(deps, who, query.encryptedPayload),
  )
}
