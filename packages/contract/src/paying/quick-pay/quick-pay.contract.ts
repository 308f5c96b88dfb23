import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { paymentResult } from '../payments/payments.contract.ts'
import {
  accountFigures,
  lastPayment,
  paymentRequest,
  paymentSettings,
  paymentsUnderWay,
  requisition,
} from '../payments/payment-request.ts'
import { wireMemberNumber, wireOpaque } from '../../wire.ts'

const verifyAnswer = z.strictObject({
  quickPayToken: wireOpaque,
  memberNumber: wireMemberNumber,
  encryptedAccount: wireOpaque,
  account: accountFigures,
})

/** Payment settings for the verified account, and what was paid on it. */
const quickPaySettings = z.strictObject({
  ...paymentSettings.shape,
  paymentSettings: z.strictObject({
    ...paymentSettings.shape.paymentSettings.shape,
    lastPayment: lastPayment.nullable(),
  }),
  paymentsUnderWay,
})

export const quickPay = {
  verify: endpoint('quickPay.verify', 'POST /v3/quick-pay/verify/account/phone', {
    auth: 'public',
    summary: 'Verify an account by its number and the last four digits of a phone on file',
    source: 'AP-01 to AP-04',
    body: z.strictObject({ accountNumber: z.string().max(64), phoneLastFourDigits: z.string().max(64) }),
    answer: verifyAnswer,
    errors: [401],
  }),
  settings: endpoint('quickPay.settings', 'GET /v3/quick-pay/member/{memberNumber}/payments/settings', {
    auth: 'quick-pay',
    summary: 'Get payment settings for the verified account',
    source: 'AP-09 to AP-11',
    params: z.strictObject({ memberNumber: wireMemberNumber }),
    query: z.strictObject({ applicationId: z.literal('Web') }),
    answer: quickPaySettings,
    errors: [401, 404],
  }),
  pay: endpoint('quickPay.pay', 'POST /v3/quick-pay/member/{memberNumber}/pay', {
    auth: 'quick-pay',
    summary: 'Create a payment and return the hand-off form',
    source: 'AP-05 to AP-08',
    params: z.strictObject({ memberNumber: wireMemberNumber }),
    query: z.strictObject({ encryptedAccount: wireOpaque }),
    body: paymentRequest,
    answer: requisition,
    idempotent: true,
    errors: [401, 403, 404, 409],
  }),
  status: endpoint('quickPay.status', 'GET /v3/quick-pay/payments/status', {
    auth: 'quick-pay-result',
    summary: 'Get the status of a payment',
    source: 'AP-12, AP-13, AC-37',
    query: z.strictObject({ encryptedPayload: wireOpaque }),
    answer: paymentResult,
    errors: [401, 404],
  }),
}

export type QuickPayVerification = z.output<typeof verifyAnswer>
export type QuickPaySettingsAnswer = z.output<typeof quickPaySettings>
