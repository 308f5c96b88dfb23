import type { QuickPayVerification } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { isRecord } from '../../../portal/call/is-record.ts'
import type { PaymentChoice } from '../../../portal/paying/pay-account.form.tsx'
import { handOffKey, readQuickPayToken } from '../../../portal/session/quick-pay-token.ts'
import { readSessionItem, writeSessionItem } from '../../../portal/session/session-storage.ts'

/** One wish to pay. However often it is sent, its key is the same, so that the server does it once. */
export interface PaymentAttempt extends PaymentChoice {
  readonly key: string
}

/** The attempt to send: the former one again while it is the same wish, else a new one. */
export function paymentAttempt(former: PaymentAttempt | null, { amount, method }: PaymentChoice): PaymentAttempt {
  if (former !== null && former.amount === amount && former.method === method) return former
  return { amount, method, key: crypto.randomUUID() }
}

/** The stored data that restores the pay step when the payer returns from the provider's page with Back. */
export interface StoredHandOff {
  readonly verification: QuickPayVerification
  readonly attempt: PaymentAttempt
}

export const keepHandOff = (handOff: StoredHandOff): void => writeSessionItem(handOffKey, handOff)

/** Whether this tab has handed a payer off since it last verified an account. */
export const hasHandOff = (): boolean => isStored(readSessionItem(handOffKey))

/**
 * The hand-off that a history entry speaks of by its attempt, while the stored token is still the one it was made
 * with. Any other visit of the page finds nothing.
 */
export function findHandOff(attemptKey: unknown): StoredHandOff | null {
  const kept = readSessionItem(handOffKey)
  if (!isStored(kept) || kept.attempt.key !== attemptKey) return null
  return kept.verification.quickPayToken === readQuickPayToken() ? kept : null
}

// Nothing but `keepHandOff` writes this value, so its outline is looked at and no more.
const isStored = (value: unknown): value is StoredHandOff =>
  isRecord(value) && isRecord(value['verification']) && isRecord(value['attempt'])
