import type { Cents } from '../kernel/money.ts'
import type { AmountSettings, PayableAccount } from './payable-account.ts'

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
