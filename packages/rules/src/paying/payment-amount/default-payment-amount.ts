import { zeroCents, type Cents } from '../../kernel/money.ts'
import { cutoffMinimum, prepaidMinimum, isInCutoff, type AmountSettings, type PayableAccount } from './amount-limits.ts'

/**
 * The amount that the payment field starts with (PA-21 to PA-26).
 *
 * It may be refused: the past-due amount can be below the balance where underpaying is not allowed (REQ-D-022).
 *
 * @param amountDue what to pay next where an arrangement defers the rest; used where a part of the balance may be paid.
 */
export function defaultPaymentAmount(
  account: PayableAccount,
  settings: AmountSettings,
  amountDue: Cents | null = null,
): Cents {
  if (account.isPrepaid) {
    return account.prepaidReconnectAmount > 0 ? account.prepaidReconnectAmount : prepaidMinimum(settings)
  }
  if (isInCutoff(account)) return cutoffMinimum(account)
  if (amountDue !== null && settings.allowUnderPay) return amountDue
  if (account.pastDue > 0) return account.pastDue
  return paysBalance(settings) && account.balance > 0 ? account.balance : zeroCents
}

// Every other value of the setting means 0 (REQ-D-046).
const paysBalance = (settings: AmountSettings): boolean =>
  settings.defaultPaymentAmt.trim().toUpperCase() === 'ACCOUNT BALANCE'
