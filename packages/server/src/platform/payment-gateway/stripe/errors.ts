import { Stripe } from 'stripe'
import type { Log } from '../../log.ts'

/**
 * A call that Stripe refuses, for a reason in the call or at a bank. It has Stripe's codes only: an error of the SDK also holds headers,
 * the whole answer and texts about people and cards, and never leaves this file.
 */
export class StripeRefusal extends Error {
  readonly code: string
  readonly declineCode: string | null
  /** The parameter that Stripe does not take. */
  readonly param: string | null
  readonly status: number

  constructor(facts: Pick<StripeRefusal, 'code' | 'declineCode' | 'param' | 'status'>) {
    super(`Stripe refuses a call: ${facts.status} ${facts.code}`)
    this.name = 'StripeRefusal'
    this.code = facts.code
    this.declineCode = facts.declineCode
    this.param = facts.param
    this.status = facts.status
  }
}

/** Codes about a stored method that no repeat of the call gets past. */
const methodCodes: ReadonlySet<string> = new Set([
  'payment_intent_incompatible_payment_method',
  'payment_intent_mandate_invalid',
  'payment_intent_payment_attempt_failed',
  'payment_method_bank_account_blocked',
  'payment_method_customer_decline',
  'payment_method_provider_decline',
  'payment_method_unexpected_state',
  'resource_missing',
])

/** True for the refusal of a method, by a bank or because it is gone. Any other refusal says nothing about the method. */
export const isAboutMethod = ({ code, param, status }: StripeRefusal): boolean =>
  status === 402 || methodCodes.has(code) || param === 'payment_method' || param === 'customer'

const word = (text: unknown): string | null =>
  typeof text === 'string' && /^[A-Za-z0-9_.[\]-]{1,100}(?![\s\S])/u.test(text) ? text : null

/**
 * Reads what the SDK throws.
 *
 * @returns the refusal; `null`, with a line in the log, for everything after which the call must be made again: no answer, a busy or broken
 *   server, a key that is not accepted.
 */
export function readError(error: unknown, log: Log): StripeRefusal | null {
  const isRefusal =
    error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError
  if (isRefusal && (error.statusCode ?? 500) < 500)
    return new StripeRefusal({
      code: word(error.code) ?? word(error.type) ?? 'unknown',
      declineCode: word(error.decline_code),
      param: word(error.param) ?? (error.message.includes('expires_at') ? 'expires_at' : null),
      status: error.statusCode ?? 400,
    })
  const facts =
    error instanceof Stripe.errors.StripeError
      ? { type: word(error.type), code: word(error.code), requestId: word(error.requestId), status: error.statusCode }
      : { type: error instanceof Error ? word(error.name) : null }
  log.warn(facts, 'Stripe did not answer a call')
  return null
}
