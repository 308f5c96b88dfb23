import { sharedAccess } from '@coopline/contract/identity/shared-access/shared-access.contract'
import type { Feature, RouteOptions, Routes } from '../../../platform/http/call.ts'
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

const options: RouteOptions = { isOffered: ({ sharedAccess: isOffered }) => isOffered }

/** Shared access: members let other people see chosen accounts until a day (decision 0150). */
export const sharedAccessFeature: Feature = {
  routes: (routes) => {
    // Both people see and end an access even after the cooperative turns the feature off.
    routes.on(sharedAccess.list, async ({ deps, caller }) => listPeople(deps, caller))
    routes.on(sharedAccess.invite, async ({ deps, body, ...who }) => invite(deps, who, body), options)
    routes.on(
      sharedAccess.activity,
      async ({ deps, caller, params }) => listGuestActivity(deps, caller, params.id),
      options,
    )
    routes.on(
      sharedAccess.changeRights,
      async ({ deps, params, body, ...who }) => changeRights(deps, who, params.id, body.rights),
      options,
    )
    routes.on(sharedAccess.end, async ({ deps, params, ...who }) => endPerson(deps, who, params.id))
    routes.on(sharedAccess.invitation, async ({ deps, request, body }) => showInvitation(deps, request, body.token))
    routes.on(sharedAccess.sendCode, async ({ deps, request, body }) => sendInvitationCode(deps, request, body.token))
    routes.on(sharedAccess.register, async ({ deps, request, body }) => acceptWithNewLogin(deps, request, body), {
      needs: 'hashing',
    })
    routes.on(sharedAccess.accept, async ({ deps, body, ...who }) => acceptWithLogin(deps, who, body), options)
    routesOfGuests(routes)
  },
}

/** Registers the calls with which a login sees and pays accounts that others share. */
function routesOfGuests(routes: Routes): void {
  routes.on(sharedAccess.leave, async ({ deps, params, ...who }) => leaveShared(deps, who, params.id))
  routes.on(sharedAccess.withMe, async ({ deps, ...who }) => listSharedWithMe(deps, who))
  routes.on(sharedAccess.account, async ({ deps, params, ...who }) => loadSharedAccount(deps, who, params), options)
  routes.on(
    sharedAccess.bills,
    async ({ deps, params, query, ...who }) => listSharedBills(deps, who, params, query),
    options,
  )
  routes.on(
    sharedAccess.bill,
    async ({ deps, params, body, ...who }) => loadSharedBill(deps, who, params, body.billViewUrl),
    options,
  )
  routes.on(sharedAccess.usage, async ({ deps, params, ...who }) => listSharedUsage(deps, who, params), options)
  routes.on(sharedAccess.payable, async ({ deps, params, ...who }) => loadSharedPayment(deps, who, params), options)
  routes.on(
    sharedAccess.pay,
    async ({ deps, params, body, ...who }) => paySharedAccount(deps, who, params, body),
    options,
  )
  // The result of a payment is shown even after the cooperative turns the feature off.
  routes.on(sharedAccess.paymentStatus, async ({ deps, query, ...who }) =>
    loadSharedPaymentStatus(deps, who, query.encryptedPayload),
  )
}
