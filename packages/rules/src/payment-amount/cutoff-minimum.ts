import { addCents, type Cents } from '../kernel/money.ts'

/** What a member in cutoff owes before service resumes. Every amount is zero or more. */
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

/** The least that may be paid online while the account is in cutoff. */
export const cutoffMinimum = (charges: CutoffCharges): Cents =>
  addCents(charges.cutoffAmount, charges.reconnectFee, charges.additionalDeposit, charges.disconnectFee)

/**
 * Decides whether `amount` is enough for an account in cutoff (PA-14 to PA-17).
 *
 * The disconnect fee counts here but not in the over- and underpay sums of `balance-limits.ts`: PA-14 and PA-09 give
 * two different sums, so this file must not reuse that one.
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
