import type { Cents } from '../kernel/money.ts'
import { type AmountTooLarge, maxPaymentAmount, tooLarge } from './check-payment-amount.ts'

/** The most accounts that one payment may pay. */
export const mostAccountsPerPayment = 100

export interface NoAccountChosen {
  readonly code: 'no-account-chosen'
  readonly field: 'accountsToPay'
}

export interface TooManyAccounts {
  readonly code: 'too-many-accounts'
  readonly field: 'accountsToPay'
  readonly most: number
}

export type AccountsTogetherProblem = NoAccountChosen | TooManyAccounts | AmountTooLarge

/**
 * Checks how many accounts a payment pays, and that their amounts together are an amount that the provider takes: the bound
 * of one amount (PA-07) holds for the sum too. Each amount is checked by itself before.
 */
export function checkAccountsTogether(amounts: readonly Cents[]): AccountsTogetherProblem | null {
  if (amounts.length === 0) return { code: 'no-account-chosen', field: 'accountsToPay' }
  if (amounts.length > mostAccountsPerPayment)
    return { code: 'too-many-accounts', field: 'accountsToPay', most: mostAccountsPerPayment }
  // A plain number: the sum may be beyond what money can be.
  const sum = amounts.reduce<number>((total, amount) => total + amount, 0)
  return sum > maxPaymentAmount ? tooLarge : null
}
