import type { Cents } from '../kernel/money.ts'
import { cutoffMinimum } from './cutoff-minimum.ts'
import { isInCutoff, type PayableAccount } from './payable-account.ts'

/**
 * Tells the cooperative whether this payment is enough to switch the meter on again: 'Y' when it covers what is owed
 * before service resumes (decision B7). An account that owes no such sum has nothing to reconnect: 'N'.
 */
export function reconnectMeter(account: PayableAccount, amount: Cents): 'Y' | 'N' {
  if (account.isPrepaid) {
    return account.prepaidReconnectAmount > 0 && amount >= account.prepaidReconnectAmount ? 'Y' : 'N'
  }
  return isInCutoff(account) && amount >= cutoffMinimum(account) ? 'Y' : 'N'
}
