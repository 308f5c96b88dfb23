import { z } from 'zod'
import { type Cents, cents } from '@coopline/rules/kernel/money'

/** The parts of Stripe's objects that the portal reads. Stripe's own types are not checked at run time; these are. */

const idText = z.string().min(1).max(255)
const wholeCents = z.int().transform((value): Cents => cents(value))
/** Seconds since 1970. */
const time = z.int().min(0)
const code = z.string().max(100).nullish()

/** A reference to another object: its id, or the object itself where the call asked for it. Reads the id. */
const reference = z
  .union([idText, z.object({ id: idText })])
  .nullish()
  .transform((value) => (typeof value === 'object' && value !== null ? value.id : (value ?? null)))

const metadata = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {})

const card = z.object({
  brand: z.string().max(40).nullish(),
  last4: z.string().nullish(),
  exp_month: z.int().nullish(),
  exp_year: z.int().nullish(),
  fingerprint: z.string().max(100).nullish(),
})
const bankAccount = z.object({ last4: z.string().nullish(), fingerprint: z.string().max(100).nullish() })

export const charge = z.object({
  id: idText,
  object: z.literal('charge'),
  amount: wholeCents,
  amount_captured: wholeCents,
  amount_refunded: wholeCents,
  created: time,
  currency: z.string().length(3),
  disputed: z.boolean(),
  failure_balance_transaction: z.union([idText, z.object({ created: time })]).nullish(),
  failure_code: code,
  metadata,
  outcome: z.object({ network_decline_code: code, reason: code, type: z.string().max(40).nullish() }).nullish(),
  payment_intent: reference,
  payment_method_details: z
    .object({ type: z.string().max(40), card: card.nullish(), us_bank_account: bankAccount.nullish() })
    .nullish(),
  status: z.enum(['failed', 'pending', 'succeeded']),
})

export const intent = z.object({
  id: idText,
  object: z.literal('payment_intent'),
  amount: wholeCents,
  canceled_at: time.nullish(),
  created: time,
  currency: z.string().length(3),
  last_payment_error: z.object({ code, decline_code: code }).nullish(),
  latest_charge: z.union([charge, idText]).nullish(),
  metadata,
  status: z.string().max(40),
})

/** @internal */
export const setupIntent = z.object({
  id: idText,
  metadata,
  payment_method: z.unknown(),
  status: z.string().max(40),
})

export const session = z.object({
  id: idText,
  object: z.literal('checkout.session'),
  client_reference_id: z.string().max(200).nullable(),
  metadata,
  mode: z.string().max(40),
  payment_intent: z.union([intent, idText]).nullish(),
  payment_status: z.string().max(40),
  setup_intent: z.union([setupIntent, idText]).nullish(),
  status: z.enum(['complete', 'expired', 'open']).nullable(),
  url: z.string().max(2000).nullable(),
})

export const refund = z.object({
  id: idText,
  object: z.literal('refund'),
  amount: wholeCents,
  charge: reference,
  created: time,
  metadata,
  payment_intent: reference,
  status: z.string().max(40).nullable(),
})

export const dispute = z.object({
  id: idText,
  object: z.literal('dispute'),
  amount: wholeCents,
  balance_transactions: z.array(z.object({ amount: wholeCents, created: time })),
  charge: reference,
  created: time,
  evidence_details: z.object({ due_by: time.nullish() }).nullish(),
  payment_intent: reference,
  reason: z.string().max(100),
  status: z.string().max(40),
})

export const paymentMethod = z.object({
  id: idText,
  object: z.literal('payment_method'),
  card: card.nullish(),
  customer: reference,
  type: z.string().max(40),
  us_bank_account: bankAccount.nullish(),
})

/** The permission of its owner to debit a bank account. */
export const mandate = z.object({
  id: idText,
  object: z.literal('mandate'),
  payment_method: idText,
  status: z.string().max(40),
})

export const balanceTransaction = z.object({
  id: idText,
  object: z.literal('balance_transaction'),
  amount: wholeCents,
  fee: wholeCents,
  net: wholeCents,
  source: z.unknown(),
  type: z.string().max(60),
})

export type Charge = z.output<typeof charge>
export type Intent = z.output<typeof intent>
export type Session = z.output<typeof session>
export type Refund = z.output<typeof refund>
export type Dispute = z.output<typeof dispute>
export type PaymentMethod = z.output<typeof paymentMethod>
