import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireAccountNumber, wireCents, wirePositiveCents } from '../../wire.ts'

/** Hidden fields of the form that lets a member store a card or a bank account without a charge. */
export const methodFieldNames = [
  'clientReference',
  'coopNumber',
  'utilityName',
  'applicationId',
  'enableCard',
  'enableEcheck',
  'acceptedCardTypes',
  'returnUrl',
  'cancelUrl',
  'language',
  'authorizationToken',
] as const

/** The fields of the form for a draft. It also names the account and the purpose of the stored method (DE-47). */
export const draftFieldNames = [
  ...methodFieldNames.slice(0, -1),
  'accountNumber',
  'accountDisplay',
  'postbackRequired',
  'customData',
  'authorizationToken',
] as const

/** The outcomes of a payment, as members see them. */
export const paymentOutcome = z.enum([
  'processing',
  'confirmed',
  'declined',
  'canceled',
  'expired',
  'refunded',
  'returned',
  'under-review',
  'rejected',
])

/**
 * Payment result (DE-38, REQ-D-184). `paymentAmount` is the total charged, fee included; amounts are whole cents.
 * `outcome`, `paymentType` and `transNo` are additions: the page is a view of the payment's state.
 */
export const paymentResult = z.strictObject({
  transNo: z.string(),
  outcome: paymentOutcome,
  postbackMessage: z.string().nullable(),
  accountNumber: z.string(),
  accountBalance: wireCents.nullable(),
  paymentAmount: wireCents,
  convenienceFee: wireCents,
  /** The amount that was refunded, fee included (addition); absent while nothing was. */
  refundedAmount: wireCents.exactOptional(),
  paymentType: z.enum(['cc', 'echeck']).nullable(),
  cardOrBankAccountNumberLastFourDigits: z.string().nullable(),
  confirmationNumber: z.string().nullable(),
  /**
   * The amount paid, or to be paid, on each account, without the fee (addition). Of one account, its balance is `accountBalance`; of
   * several, that is `null`.
   */
  accounts: z.array(
    z.strictObject({
      accountNumber: wireAccountNumber,
      accountBalance: wireCents.nullable(),
      paymentAmount: wireCents,
    }),
  ),
})

/** An event from the provider, signed over the raw body as Standard Webhooks describes. */
export const postbackBody = z.strictObject({
  type: z.enum([
    'payment.succeeded',
    'payment.declined',
    'payment.canceled',
    'payment.refunded',
    'payment.returned',
    'payment.reinstated',
  ]),
  transNo: z.string().min(1).max(64),
  accountNumber: z.string().min(1).max(20),
  currency: z.string().length(3),
  amount: wireCents,
  convenienceFee: wireCents,
  totalAmount: wireCents,
  paymentType: z.enum(['cc', 'echeck']),
  cardType: z.enum(['VI', 'MC', 'AX', 'DI']).nullable(),
  lastFour: z
    .string()
    .regex(/^[0-9]{4}(?![\s\S])/u)
    .nullable(),
  confirmationNumber: z.string().max(40).nullable(),
  message: z.string().max(500).nullable(),
  /** The sum of the payment at the provider after the event, fee included. Negative when more went back than was charged. */
  netAmount: wireCents.exactOptional(),
  /** The amount that this refund, return or reinstatement alone moved, fee included. Absent: the whole payment. */
  movedAmount: wirePositiveCents.exactOptional(),
  occurredAt: z.iso.datetime(),
})

/** The provider stored a card or a bank account. `token` charges it. */
export const methodPostbackBody = z.strictObject({
  type: z.literal('method.stored'),
  reference: z.string().min(1).max(64),
  token: z.string().min(1).max(200),
  paymentType: z.enum(['cc', 'echeck']),
  cardType: z.enum(['VI', 'MC', 'AX', 'DI']).nullable(),
  lastFour: z.string().regex(/^[0-9]{4}(?![\s\S])/u),
  /** The last month in which a card can be charged; null for a bank account. */
  expiry: z
    .string()
    .regex(/^20[0-9]{2}-(?:0[1-9]|1[0-2])(?![\s\S])/u)
    .nullable(),
  /** Identifies a bank account: equal each time that it is stored, and never its number. Absent where the provider has none. */
  fingerprint: z.string().min(1).max(200).optional(),
  occurredAt: z.iso.datetime(),
})

/** The longest legitimate news is that of Stripe with all 50 metadata of a payment, 27,000 characters. */
const mostPostbackBytes = 65_536

export const payments = {
  postbackOf: endpoint('payments.postbackOf', 'POST /v3/payments/postback/{provider}', {
    auth: 'provider',
    summary: 'Receive a call in which a provider says, in its own form and signature, that something changed',
    source: 'REQ-D-411',
    params: z.strictObject({ provider: z.string().max(40) }),
    answer: z.strictObject({ taken: z.literal(true) }),
    rawBody: true,
    maxBodyBytes: mostPostbackBytes,
    foreignClients: true,
    errors: [401, 404, 413, 415],
  }),
  postback: endpoint('payments.postback', 'POST /v3/payments/postback', {
    auth: 'provider',
    summary:
      'Receive an event from the provider of the hosted form about a payment or a stored method; idempotent by event ID and reference',
    source: 'PH-09, REQ-D-009',
    body: z.discriminatedUnion('type', [postbackBody, methodPostbackBody]),
    answer: z.strictObject({ taken: z.literal(true) }),
    rawBody: true,
    maxBodyBytes: mostPostbackBytes,
    foreignClients: true,
    errors: [401, 413, 415],
  }),
}

export type PaymentResult = z.output<typeof paymentResult>
export type PaymentOutcome = z.output<typeof paymentOutcome>
export type PostbackBody = z.output<typeof postbackBody>
