import { payMultiple } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import { yesNo } from '@coopline/rules/kernel/flag'
import type { Feature } from '../../../platform/http/call.ts'
import { loadAmounts } from './load-amounts.ts'
import { loadMemberPaymentSettings } from './load-member-payment-settings.ts'
import { loadMemberPaymentStatus } from './load-member-payment-status.ts'
import { payWithOwnMethod } from './pay-with-own-method.ts'
import { startMemberPayment } from './start-member-payment.ts'

/** Paying one or more accounts while signed in. */
export const payMultipleFeature: Feature = {
  routes: (routes) => {
    routes.on(payMultiple.amounts, async ({ deps, caller }) => loadAmounts(deps, caller.memberNumber))
    routes.on(payMultiple.settings, async ({ deps, caller }) => loadMemberPaymentSettings(deps, caller.memberNumber))
    routes.on(payMultiple.tax, async ({ deps }) => ({
      taxIncluded: yesNo(deps.settings.current().paymentTaxIncluded),
    }))
    routes.on(payMultiple.pay, async (call) => startMemberPayment(call.deps, call, call.body))
    routes.on(payMultiple.payStored, async (call) => payWithOwnMethod(call.deps, call, call.body))
    routes.on(payMultiple.status, async ({ deps, caller, query }) =>
      loadMemberPaymentStatus(deps, caller.memberNumber, query.encryptedPayload),
    )
  },
}
