import { readDecimalText } from '../../kernel/decimal-text.ts'
import { addCents, cents, parseMoney, type Cents } from '../../kernel/money.ts'
import {
  type BelowCutoffMinimum,
  type BelowPrepaidMinimum,
  type BelowPrepaidReconnect,
  checkCutoffMinimum,
  checkOverpay,
  checkPrepaidMinimum,
  checkUnderpay,
  type OverpayNotAllowed,
  type UnderpayNotAllowed,
  isInCutoff,
  type AmountSettings,
  type PayableAccount,
} from './amount-limits.ts'

interface AmountNotValid {
  readonly code: 'amount-not-valid'
  readonly field: 'amount'
}

interface AmountNotPositive {
  readonly code: 'amount-not-positive'
  readonly field: 'amount'
}

interface AmountTooLarge {
  readonly code: 'amount-too-large'
  readonly field: 'amount'
  /** The first amount that is too large. */
  readonly lessThan: Cents
}

export type PaymentAmountProblem =
  | AmountNotValid
  | AmountNotPositive
  | AmountTooLarge
  | BelowPrepaidReconnect
  | BelowPrepaidMinimum
  | BelowCutoffMinimum
  | UnderpayNotAllowed
  | OverpayNotAllowed

interface NoAccountChosen {
  readonly code: 'no-account-chosen'
  readonly field: 'accountsToPay'
}

interface TooManyAccounts {
  readonly code: 'too-many-accounts'
  readonly field: 'accountsToPay'
  readonly most: number
}

export type AccountsTogetherProblem = NoAccountChosen | TooManyAccounts | AmountTooLarge

/** The most accounts that one payment may pay. */
export const mostAccountsPerPayment = 100

/** $9,999,999,999.99, itself allowed (PA-07). */
export const maxPaymentAmount: Cents = cents(999_999_999_999)

/** The reason that an amount above the bound is refused. */
const tooLarge: AmountTooLarge = {
  code: 'amount-too-large',
  field: 'amount',
  lessThan: addCents(maxPaymentAmount, cents(1)),
}

/**
 * Checks what a member typed. A `null` promises that `parseMoney(typed)` is an amount, so that an amount with more than
 * two decimals is not valid here; the field rounds it when it is left (`typed-amount.ts`).
 */
export function checkPaymentAmount(
  typed: string,
  account: PayableAccount,
  settings: AmountSettings,
): PaymentAmountProblem | null {
  const amount = parseMoney(typed)
  if (amount !== null) return checkPaymentCents(amount, account, settings)
  // Thirteen digits fit the field but not the bounds of `Cents`: a number, and too large.
  const parts = readDecimalText(typed)
  if (!parts || parts.fraction.length > 2) return { code: 'amount-not-valid', field: 'amount' }
  return parts.negative ? { code: 'amount-not-positive', field: 'amount' } : tooLarge
}

/**
 * Checks an amount by the payment rules and answers the first that fails (PA-03 to PA-20; order of REQ-D-041): above 0,
 * upper bound; then for a prepaid account its minimum; for a standard account cutoff minimum, underpay, overpay.
 */
export function checkPaymentCents(
  amount: Cents,
  account: PayableAccount,
  settings: AmountSettings,
): PaymentAmountProblem | null {
  if (amount <= 0) return { code: 'amount-not-positive', field: 'amount' }
  if (amount > maxPaymentAmount) return tooLarge
  if (account.isPrepaid) return checkPrepaidMinimum(amount, account, settings)
  return (
    (isInCutoff(account) ? checkCutoffMinimum(amount, account, settings.canOverrideCutoff) : null) ??
    checkUnderpay(amount, account, settings.allowUnderPay) ??
    checkOverpay(amount, account, settings)
  )
}

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
