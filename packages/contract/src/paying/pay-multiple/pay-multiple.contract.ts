import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireMethodId } from '../payment-profile/payment-profile.contract.ts'
import { paymentOutcome, paymentResult } from '../payments/payments.contract.ts'
import {
  accountFigures,
  lastPayment,
  paymentRequest,
  paymentSettings,
  paymentsUnderWay,
  requisition,
} from '../payments/payment-request.ts'
import { wireAccountNumber, wireCents, wireFlag, wireMemberNumber, wireOpaque } from '../../wire.ts'

const params = z.strictObject({ memberNumber: wireMemberNumber })

/** An account that the member may pay, with what the payment rules need to know of it. */
const accountAmounts = z.strictObject({
  ...accountFigures.shape,
  accountType: z.string(),
  isPrimaryAccount: z.boolean(),
  /** The next payment of its arrangement; 0 without one. */
  arrangementAmount: wireCents,
  /** The next amount to pay where an arrangement made in the portal defers the rest of the balance; `null` otherwise. */
  amountDue: wireCents.nullable(),
  /** `null` without one. */
  lastPayment: lastPayment.nullable(),
  paymentsUnderWay,
})

/** A payment of an absent member that their bank declined because it wants the member to confirm. */
const paymentToConfirm = z.strictObject({
  transNo: z.string(),
  accounts: z.array(z.strictObject({ accountNumber: wireAccountNumber, paymentAmount: wireCents })),
})

export const payMultiple = {
  amounts: endpoint('payMultiple.amounts', 'GET /v3/members/{memberNumber}/payments/amounts', {
    auth: 'member',
    portalView: true,
    summary: 'Get what may be paid on each account of a member, primary account first',
    source: 'AP-18, REQ-D-054, REQ-D-056, REQ-D-414',
    params,
    answer: z.strictObject({
      results: z.array(accountAmounts),
      /** Newest first; absent when there is none. */
      toConfirm: z.array(paymentToConfirm).exactOptional(),
    }),
    errors: [401, 404],
  }),
  settings: endpoint('payMultiple.settings', 'GET /v3/members/{memberNumber}/payments/settings', {
    auth: 'member',
    portalView: true,
    summary: 'Get payment settings',
    source: 'AP-19, REQ-D-054',
    params,
    query: z.strictObject({ applicationId: z.literal('Web') }),
    answer: paymentSettings,
    errors: [401, 404],
  }),
  tax: endpoint('payMultiple.tax', 'GET /v3/members/{memberNumber}/payments/tax', {
    auth: 'member',
    portalView: true,
    summary: 'Get whether the amounts include tax',
    source: 'AP-20, PH-14, REQ-D-051',
    params,
    answer: z.strictObject({ taxIncluded: wireFlag }),
    errors: [401, 404],
  }),
  pay: endpoint('payMultiple.pay', 'POST /v3/members/{memberNumber}/payments', {
    auth: 'member',
    summary: 'Create one payment for one or more accounts of a member and return the hand-off form',
    source: 'HM-22, REQ-D-088',
    params,
    body: paymentRequest,
    answer: requisition,
    idempotent: true,
    errors: [401, 404, 409],
  }),
  payStored: endpoint('payMultiple.payStored', 'POST /v3/members/{memberNumber}/payments/stored', {
    auth: 'member',
    proof: 'sometimes',
    summary: 'Pay one or more accounts of a member with a stored method, without the page of the provider',
    source: 'HM-22, REQ-D-088, REQ-D-149',
    params,
    body: z.strictObject({
      methodId: wireMethodId,
      payment: paymentRequest,
      /** The fee that the member saw: no other page shows one. */
      convenienceFee: wireCents,
    }),
    /** `encodedParam` names the payment on the result page. */
    answer: z.strictObject({ transNo: z.string(), outcome: paymentOutcome, encodedParam: z.string() }),
    idempotent: true,
    errors: [401, 403, 404, 409],
  }),
  status: endpoint('payMultiple.status', 'GET /v3/members/{memberNumber}/payments/status', {
    auth: 'member',
    summary: 'Get the status of a payment',
    source: 'PS-15, AC-37',
    params,
    query: z.strictObject({ encryptedPayload: wireOpaque }),
    answer: paymentResult,
    errors: [401, 404],
  }),
}

export type PaymentToConfirm = z.output<typeof paymentToConfirm>
export type AccountAmounts = z.output<typeof accountAmounts>
