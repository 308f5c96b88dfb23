import type { Cents } from '@coopline/rules/kernel/money'
import type { PaymentType } from '@coopline/rules/payment-method/payment-methods'

/** What the payer decided in the pay step. */
export interface PaymentChoice {
  readonly amount: Cents
  readonly method: PaymentType
}

/** One wish to pay. However often it is sent, its key is the same, so that the server does it once. */
export interface PaymentAttempt extends PaymentChoice {
  readonly key: string
}

/** The attempt to send: the former one again while it is the same wish, else a new one. */
export function paymentAttempt(former: PaymentAttempt | null, { amount, method }: PaymentChoice): PaymentAttempt {
  if (former !== null && former.amount === amount && former.method === method) return former
  return { amount, method, key: crypto.randomUUID() }
}
