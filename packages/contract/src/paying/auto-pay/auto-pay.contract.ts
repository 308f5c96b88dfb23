import { z } from 'zod'
import { mostDaysBefore } from '@coopline/rules/paying/auto-pay/auto-pay'
import { endpoint } from '../../endpoint.ts'
import { wireMethodId } from '../payment-profile/payment-profile.contract.ts'
import { wireAccountNumber, wireCents, wireDate, wireMemberNumber, wireOpaque } from '../../wire.ts'

const ofAccount = z.strictObject({ memberNumber: wireMemberNumber, accountNumber: wireAccountNumber })
const daysBefore = z.int().min(0).max(mostDaysBefore)

const autopayAccount = z.strictObject({
  accountNumber: wireAccountNumber,
  accountType: z.string(),
  serviceAddress: z.string(),
  amountDue: wireCents,
  dueDate: wireDate.nullable(),
  /** The reason that it cannot be enrolled; null when it can. */
  obstacle: z.enum(['draft', 'elsewhere', 'prepaid', 'closed', 'restricted']).nullable(),
  enrollment: z
    .strictObject({
      state: z.enum(['active', 'paused']),
      methodId: wireMethodId,
      daysBefore: z.int(),
      maxAmount: wireCents.nullable(),
    })
    .nullable(),
  /** The announced charge; null without one. */
  next: z
    .strictObject({ chargeOn: wireDate, amount: wireCents, state: z.enum(['waiting', 'above-limit', 'stopped']) })
    .nullable(),
})

const stopping = z.strictObject({
  /** The last four digits of the account. */
  accountEnding: z.string(),
  amount: wireCents,
  chargeOn: wireDate,
  isStopped: z.boolean(),
})

export const autoPay = {
  list: endpoint('autoPay.list', 'GET /v3/members/{memberNumber}/autopay', {
    auth: 'member',
    portalView: true,
    summary: 'List accounts with their AutoPay and its next charge',
    source: 'RT-27, SH-18',
    params: z.strictObject({ memberNumber: wireMemberNumber }),
    answer: z.strictObject({ results: z.array(autopayAccount) }),
    errors: [401, 403, 404],
  }),
  save: endpoint('autoPay.save', 'PUT /v3/members/{memberNumber}/accounts/{accountNumber}/autopay', {
    auth: 'member',
    proof: 'sometimes',
    summary: 'Enroll an account in AutoPay, change or pause it',
    source: 'RT-27, CG-15',
    params: ofAccount,
    body: z.strictObject({
      methodId: wireMethodId,
      daysBefore,
      maxAmount: wireCents.nullable(),
      isPaused: z.boolean(),
    }),
    answer: z.strictObject({ message: z.string() }),
    errors: [401, 403, 404, 409],
  }),
  cancel: endpoint('autoPay.cancel', 'DELETE /v3/members/{memberNumber}/accounts/{accountNumber}/autopay', {
    auth: 'member',
    summary: 'Cancel AutoPay of an account',
    source: 'RT-27, CG-15',
    params: ofAccount,
    answer: z.strictObject({ message: z.string() }),
    errors: [401, 403, 404, 409],
  }),
  checkStop: endpoint('autoPay.checkStop', 'POST /v3/autopay/stop/check', {
    auth: 'public',
    summary: 'Preview the link that stops one AutoPay payment without changing anything',
    source: 'addition: decision 0056',
    body: z.strictObject({ token: wireOpaque }),
    answer: stopping,
  }),
  stop: endpoint('autoPay.stop', 'POST /v3/autopay/stop', {
    auth: 'public',
    summary: 'Stop one AutoPay payment by the link in its notice, without signing in',
    source: 'addition: decision 0056',
    body: z.strictObject({ token: wireOpaque }),
    answer: stopping,
    errors: [409],
  }),
}

export type AutopayAccount = z.output<typeof autopayAccount>
