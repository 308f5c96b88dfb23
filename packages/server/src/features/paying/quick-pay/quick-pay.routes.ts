import { quickPay } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { authenticatePayer, authenticateResult } from './authenticate-payer.ts'
import { loadPaymentSettings } from './load-payment-settings.ts'
import { loadPaymentStatus } from './load-payment-status.ts'
import { startQuickPayment } from './start-quick-payment.ts'
import { verifyAccount } from './verify-account.ts'

/** Paying a bill without signing in. */
export const quickPayFeature: Feature = {
  routes: (routes) => {
    routes.on(quickPay.verify, async ({ deps, request, reply, body }) => verifyAccount(deps, request, reply, body))
    routes.on(quickPay.settings, async ({ deps, caller, params }) =>
      loadPaymentSettings(deps, caller, params.memberNumber),
    )
    routes.on(quickPay.pay, async ({ deps, request, caller, params, query, body }) =>
      startQuickPayment(deps, request, {
        caller,
        memberNumber: params.memberNumber,
        encryptedAccount: query.encryptedAccount,
        request: body,
      }),
    )
    routes.on(quickPay.status, async ({ deps, caller, query }) =>
      loadPaymentStatus(deps, caller, query.encryptedPayload),
    )
  },
  authenticators: { 'quick-pay': authenticatePayer, 'quick-pay-result': authenticateResult },
}
