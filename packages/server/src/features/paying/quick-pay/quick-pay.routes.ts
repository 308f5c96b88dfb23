import { quickPay } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { authenticatePayer } from './authenticate-payer.ts'
import { loadPaymentSettings } from './load-payment-settings.ts'
import { loadPaymentStatus } from './load-payment-status.ts'
import { quickPayCaller, resultCaller } from './quick-pay-caller.ts'
import { startQuickPayment } from './start-quick-payment.ts'
import { verifyAccount } from './verify-account.ts'

/** Paying a bill without signing in. */
export const quickPayFeature: Feature = {
  routes: (routes) => {
    routes.on(quickPay.verify, async ({ deps, request, reply, body }) => verifyAccount(deps, request, reply, body))
    routes.on(quickPay.settings, async ({ deps, caller, params }) =>
      loadPaymentSettings(deps, quickPayCaller(caller), params.memberNumber),
    )
    routes.on(quickPay.pay, async ({ deps, request, caller, params, query, body }) =>
      startQuickPayment(deps, request, {
        caller: quickPayCaller(caller),
        memberNumber: params.memberNumber,
        encryptedAccount: query.encryptedAccount,
        request: body,
      }),
    )
    routes.on(quickPay.status, async ({ deps, caller, query }) =>
      loadPaymentStatus(deps, resultCaller(caller), query.encryptedPayload),
    )
  },
  authenticators: { 'quick-pay': authenticatePayer },
}
