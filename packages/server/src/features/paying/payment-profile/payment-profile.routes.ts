import { paths } from '@coopline/contract/paths'
import { paymentProfile } from '@coopline/contract/paying/payment-profile/payment-profile.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { lookUpMethodRequest, requestMethod } from '../payments/public.ts'
import { removeMethod, updateMethod } from './change-method.ts'
import { listMethods } from './list-methods.ts'
import { notifyOfExpiringCardsJob } from './notify-of-expiring-cards.job.ts'

/** The cards and bank accounts that the payment provider stores for a member. */
export const paymentProfileFeature: Feature = {
  routes: (routes) => {
    routes.on(paymentProfile.list, async ({ deps, caller }) => listMethods(deps, caller.memberNumber))
    routes.on(paymentProfile.add, async ({ deps, caller, request }) => {
      return requestMethod(deps, {
        memberNumber: caller.memberNumber,
        language: request.language,
        kinds: ['cc', 'echeck'],
        returnPath: paths.paymentProfile(),
        cancelPath: paths.paymentProfile(),
      })
    })
    routes.on(paymentProfile.added, async ({ deps, caller, query }) =>
      lookUpMethodRequest(deps, caller.memberNumber, query.encryptedPayload),
    )
    routes.on(paymentProfile.update, async (call) => updateMethod(call.deps, call, call.params.methodId, call.body))
    routes.on(paymentProfile.remove, async (call) => removeMethod(call.deps, call, call.params.methodId))
  },
  jobs: [notifyOfExpiringCardsJob],
}
