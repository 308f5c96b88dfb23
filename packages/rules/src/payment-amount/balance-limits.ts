import { addCents, maxCents, type Cents } from '../kernel/money.ts'
import { cutoffMinimum } from './cutoff-minimum.ts'
import { isInCutoff, type PayableAccount } from './payable-account.ts'

export interface UnderpayNotAllowed {
  readonly code: 'underpay-not-allowed'
  readonly field: 'amount'
  readonly least: Cents
}

export interface OverpayNotAllowed {
  readonly code: 'overpay-not-allowed'
  readonly field: 'amount'
  readonly most: Cents
}

/** The sum that over- and underpay are measured by in cutoff; it has no disconnect fee (PA-09, PA-12). */
export const cutoffBalance = (account: PayableAccount): Cents =>
  addCents(account.cutoffAmount, account.reconnectFee, account.additionalDeposit)

/** Refuses less than the balance, or than the cutoff sum when in cutoff, where underpaying is not allowed. */
export function checkUnderpay(
  amount: Cents,
  account: PayableAccount,
  allowUnderPay: boolean,
): UnderpayNotAllowed | null {
  const least = isInCutoff(account) ? cutoffBalance(account) : account.balance
  return allowUnderPay || amount >= least ? null : { code: 'underpay-not-allowed', field: 'amount', least }
}

/**
 * Refuses more than the overpay amount, or than the cutoff sum when in cutoff, where overpaying is not allowed.
 *
 * While the cutoff minimum is enforced the limit is at least that minimum: with a disconnect fee it is above the
 * cutoff sum, and without the raise no amount at all would be payable (REQ-D-021).
 */
export function checkOverpay(
  amount: Cents,
  account: PayableAccount,
  settings: { readonly allowOverPay: boolean; readonly canOverrideCutoff: boolean },
): OverpayNotAllowed | null {
  const most = isInCutoff(account) ? mostInCutoff(account, settings.canOverrideCutoff) : account.overPayAmount
  return settings.allowOverPay || amount <= most ? null : { code: 'overpay-not-allowed', field: 'amount', most }
}

const mostInCutoff = (account: PayableAccount, canOverrideCutoff: boolean): Cents =>
  canOverrideCutoff ? cutoffBalance(account) : maxCents(cutoffBalance(account), cutoffMinimum(account))
