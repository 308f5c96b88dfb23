import { mostAccountsPerPayment } from '@coopline/rules/paying/payment-amount/check-payment-amount'
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireFeeOption } from '../payments/payment-request.ts'
import { requestDate, wireAccountNumber, wireCents, wireDate, wireMemberNumber } from '../../wire.ts'

const ofMember = z.strictObject({ memberNumber: wireMemberNumber })
const transNo = z.string().regex(/^[A-Za-z0-9]{1,40}(?![\s\S])/u)
const methodId = z.string().regex(/^[A-Za-z0-9_-]{1,40}(?![\s\S])/u)

/** DE-35 and DE-36. */
const scheduledPayment = z.strictObject({
  createdDate: wireDate,
  paymentType: z.enum(['cc', 'echeck']),
  amount: wireCents,
  /** The fee that is added to the amount (addition): the one that the member was shown, or a lower one of now. */
  convenienceFee: wireCents,
  /** The name of the payment method, in the language of the request. */
  paymentMethod: z.string(),
  paymentDate: wireDate,
  transNo,
  accountDetails: z.array(
    z.strictObject({ accountNumber: wireAccountNumber, accountType: z.string(), amount: wireCents }),
  ),
})

export const scheduledPayments = {
  list: endpoint('scheduledPayments.list', 'GET /v3/members/{memberNumber}/scheduled-payments', {
    auth: 'member',
    portalView: true,
    summary: 'List scheduled payments, the next one first',
    source: 'AC-35, DE-35, DE-37',
    params: ofMember,
    answer: z.strictObject({ scheduledPaymentsList: z.array(scheduledPayment) }),
    errors: [401, 403, 404],
  }),
  options: endpoint('scheduledPayments.options', 'GET /v3/members/{memberNumber}/scheduled-payments/options', {
    auth: 'member',
    portalView: true,
    summary: 'Get the days and the stored methods with which a payment can be scheduled',
    source: 'SP-01, ST-30',
    params: ofMember,
    answer: z.strictObject({
      today: wireDate,
      methods: z.array(
        z.strictObject({
          methodId,
          paymentMethod: z.string(),
          isDefault: z.boolean(),
          /** The fee of a payment with the method. */
          convenienceFee: wireFeeOption,
        }),
      ),
    }),
    errors: [401, 403, 404],
  }),
  create: endpoint('scheduledPayments.create', 'POST /v3/members/{memberNumber}/scheduled-payments', {
    auth: 'member',
    proof: 'always',
    summary: 'Schedule a payment of one or more accounts with a stored method',
    source: 'SP-10, ST-30',
    params: ofMember,
    body: z.strictObject({
      paymentDate: requestDate,
      methodId,
      accountDetails: z
        .array(z.strictObject({ accountNumber: wireAccountNumber, amount: wireCents }))
        .min(1)
        .max(mostAccountsPerPayment),
      /** The fee that the member was shown (addition). */
      convenienceFee: wireCents,
    }),
    answer: z.strictObject({ transNo, paymentDate: wireDate, message: z.string() }),
    errors: [401, 403, 404, 409],
  }),
  remove: endpoint('scheduledPayments.remove', 'DELETE /v3/members/{memberNumber}/scheduled-payments/{transNo}', {
    auth: 'member',
    summary: 'Delete a scheduled payment',
    source: 'AC-36, SP-17',
    params: z.strictObject({ memberNumber: wireMemberNumber, transNo }),
    answer: z.strictObject({ message: z.string() }),
    errors: [401, 403, 404],
  }),
}

export type ScheduledPayment = z.output<typeof scheduledPayment>
export type ScheduleRequest = z.output<(typeof scheduledPayments)['create']['body']>
