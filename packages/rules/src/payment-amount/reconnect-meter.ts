import type { Cents } from '../kernel/money.ts'
import { cutoffBalance } from './balance-limits.ts'
import { cutoffMinimum } from './cutoff-minimum.ts'
import { type AmountSettings, isInCutoff, type PayableAccount } from './payable-account.ts'

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
