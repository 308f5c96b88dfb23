import { addCents, maxCents, minCents, type Cents } from '../../kernel/money.ts'

/** The facts of one account that the payment rules use. Amounts are cents; each except `balance` is zero or more. */
export interface PayableAccount {
  readonly isPrepaid: boolean
  /** The amount owed, in cents; negative when the account is in credit. */
  readonly balance: Cents
  readonly pastDue: Cents
  readonly cutoffAmount: Cents
  readonly reconnectFee: Cents
  readonly additionalDeposit: Cents
  readonly disconnectFee: Cents
  /** The most that may be paid where overpaying is not allowed. */
  readonly overPayAmount: Cents
  readonly prepaidReconnectAmount: Cents
}

/** The cooperative's settings that the amount rules read. */
export interface AmountSettings {
  readonly allowOverPay: boolean
  readonly allowUnderPay: boolean
  /** payOnlineAllowCutoffPaymentOverride: on, and the cutoff minimum is not enforced. */
  readonly canOverrideCutoff: boolean
  readonly prepaidMinimumPaymentAmount: Cents
  /** Stands in for `prepaidMinimumPaymentAmount` when that is 0 (REQ-D-040). */
  readonly ccPrepaidAmountMinimum: Cents
  readonly defaultPaymentAmt: string
}

/** In cutoff: not prepaid and a cutoff amount above 0 (REQ-D-038). The derived status plays no part. */
export const isInCutoff = (account: Pick<PayableAccount, 'isPrepaid' | 'cutoffAmount'>): boolean =>
  !account.isPrepaid && account.cutoffAmount > 0

/** The amounts, in cents, that a member in cutoff owes before service resumes. Each is zero or more. */
export interface CutoffCharges {
  readonly cutoffAmount: Cents
  readonly reconnectFee: Cents
  readonly additionalDeposit: Cents
  readonly disconnectFee: Cents
}

/** A fee above 0 that is part of the minimum. */
export interface CutoffFee {
  readonly kind: 'reconnect-fee' | 'additional-deposit' | 'disconnect-fee'
  readonly amount: Cents
}

export interface BelowCutoffMinimum {
  readonly code: 'below-cutoff-minimum'
  readonly field: 'amount'
  readonly minimum: Cents
  /** In the order of the sentence: reconnect fee, additional deposit, disconnect fee. */
  readonly fees: readonly CutoffFee[]
}

export interface BelowPrepaidReconnect {
  readonly code: 'below-prepaid-reconnect'
  readonly field: 'amount'
  readonly minimum: Cents
}

export interface BelowPrepaidMinimum {
  readonly code: 'below-prepaid-minimum'
  readonly field: 'amount'
  readonly minimum: Cents
}

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

/** The least that may be paid online while the account is in cutoff. */
export const cutoffMinimum = (charges: CutoffCharges): Cents =>
  addCents(charges.cutoffAmount, charges.reconnectFee, charges.additionalDeposit, charges.disconnectFee)

/**
 * The sum that over- and underpay are measured by in cutoff. Unlike the minimum it has no disconnect fee (PA-09, PA-14).
 *
 * @internal
 */
export const cutoffBalance = (account: PayableAccount): Cents =>
  addCents(account.cutoffAmount, account.reconnectFee, account.additionalDeposit)

/**
 * Decides whether `amount` is enough for an account in cutoff (PA-14 to PA-17).
 *
 * @param amount what the member wants to pay, already known to be above zero.
 * @param canOverride the cooperative's payOnlineAllowCutoffPaymentOverride setting.
 * @returns `null` when acceptable, else the problem.
 */
export function checkCutoffMinimum(
  amount: Cents,
  charges: CutoffCharges,
  canOverride: boolean,
): BelowCutoffMinimum | null {
  const minimum = cutoffMinimum(charges)
  if (canOverride || amount >= minimum) return null
  return { code: 'below-cutoff-minimum', field: 'amount', minimum, fees: feesThatApply(charges) }
}

function feesThatApply(charges: CutoffCharges): readonly CutoffFee[] {
  const fees: readonly CutoffFee[] = [
    { kind: 'reconnect-fee', amount: charges.reconnectFee },
    { kind: 'additional-deposit', amount: charges.additionalDeposit },
    { kind: 'disconnect-fee', amount: charges.disconnectFee },
  ]
  return fees.filter((fee) => fee.amount > 0)
}

type PrepaidSettings = Pick<AmountSettings, 'prepaidMinimumPaymentAmount' | 'ccPrepaidAmountMinimum'>

/** prepaidMinimumPaymentAmount, or ccPrepaidAmountMinimum when that is absent or 0 (REQ-D-040). */
export const prepaidMinimum = (settings: PrepaidSettings): Cents =>
  settings.prepaidMinimumPaymentAmount > 0 ? settings.prepaidMinimumPaymentAmount : settings.ccPrepaidAmountMinimum

/** A prepaid account with a reconnect amount must pay at least that; any other, the prepaid minimum (REQ-D-041). */
export function checkPrepaidMinimum(
  amount: Cents,
  account: Pick<PayableAccount, 'prepaidReconnectAmount'>,
  settings: PrepaidSettings,
): BelowPrepaidReconnect | BelowPrepaidMinimum | null {
  const reconnect = account.prepaidReconnectAmount
  if (reconnect > 0) {
    return amount >= reconnect ? null : { code: 'below-prepaid-reconnect', field: 'amount', minimum: reconnect }
  }
  const minimum = prepaidMinimum(settings)
  return amount >= minimum ? null : { code: 'below-prepaid-minimum', field: 'amount', minimum }
}

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
  const most = mostPayable(account, settings)
  return most === null || amount <= most ? null : { code: 'overpay-not-allowed', field: 'amount', most }
}

/** The most that may be paid on a standard account; `null` where overpaying is allowed. */
export const mostPayable = (
  account: PayableAccount,
  { allowOverPay, canOverrideCutoff }: { readonly allowOverPay: boolean; readonly canOverrideCutoff: boolean },
): Cents | null => {
  if (allowOverPay) return null
  return isInCutoff(account) ? mostInCutoff(account, canOverrideCutoff) : account.overPayAmount
}

/**
 * The most that may be charged on a standard account while its payer is away: what is owed, also where the cooperative allows overpaying
 * (REQ-D-270), and never more than may be paid. In cutoff the sum that ends it is owed, with fees that the balance may not have.
 */
export const mostOwed = (
  account: PayableAccount,
  settings: { readonly allowOverPay: boolean; readonly canOverrideCutoff: boolean },
): Cents => {
  const owed = isInCutoff(account)
    ? maxCents(account.balance, mostInCutoff(account, settings.canOverrideCutoff))
    : account.balance
  return minCents(owed, mostPayable(account, settings) ?? owed)
}

const mostInCutoff = (account: PayableAccount, canOverrideCutoff: boolean): Cents =>
  canOverrideCutoff ? cutoffBalance(account) : maxCents(cutoffBalance(account), cutoffMinimum(account))

/**
 * Says whether this payment is enough to reconnect the meter: 'Y' when it covers what is owed
 * before service resumes (REQ-D-044). An account that owes no such sum has nothing to reconnect: 'N'.
 *
 * In cutoff that is the minimum while the minimum is enforced, else the sum that overpaying is measured by: with a
 * disconnect fee the minimum would be more than may be paid (REQ-D-019).
 */
export function reconnectMeter(
  account: PayableAccount,
  amount: Cents,
  { canOverrideCutoff }: Pick<AmountSettings, 'canOverrideCutoff'>,
): 'Y' | 'N' {
  if (account.isPrepaid) {
    return account.prepaidReconnectAmount > 0 && amount >= account.prepaidReconnectAmount ? 'Y' : 'N'
  }
  const sum = canOverrideCutoff ? cutoffBalance(account) : cutoffMinimum(account)
  return isInCutoff(account) && amount >= sum ? 'Y' : 'N'
}
