import { autoPay } from '@coopline/contract/paying/auto-pay/auto-pay.contract'
import type { Feature, RouteOptions } from '../../../platform/http/call.ts'
import { announceChargesJob } from './announce-charges.job.ts'
import { cancelAutopay, saveAutopay } from './change-autopay.ts'
import { listAutopay } from './list-autopay.ts'
import { checkStop, stopCharge } from './stop-charge.ts'

const whereOffered: RouteOptions = { isOffered: (settings) => settings.Autopay }

/** AutoPay: bills are charged to a stored method on their due date, or some days before. */
export const autoPayFeature: Feature = {
  routes: (routes) => {
    routes.on(autoPay.list, async ({ deps, caller }) => listAutopay(deps, caller.memberNumber), whereOffered)
    routes.on(
      autoPay.save,
      async (call) => saveAutopay(call.deps, call, call.params.accountNumber, call.body),
      whereOffered,
    )
    routes.on(autoPay.cancel, async (call) => cancelAutopay(call.deps, call, call.params.accountNumber), whereOffered)
    routes.on(autoPay.checkStop, async ({ deps, body }) => checkStop(deps, body.token))
    routes.on(autoPay.stop, async ({ deps, request, body }) => stopCharge(deps, request, body.token))
  },
  jobs: [announceChargesJob],
}
