import { addCents, type Cents, cents, maxCents, minCents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'

/** The amounts of an account that a payment changes, in whole cents. */
export interface Amounts {
  /** The amount owed; for a prepaid account, the remaining balance. */
  readonly balance: Cents
  readonly pastDue: Cents
  readonly cutoffAmount: Cents
  readonly reconnectFee: Cents
  readonly additionalDeposit: Cents
  readonly disconnectFee: Cents
  readonly overPayAmount: Cents
  readonly prepaidReconnect: Cents
  readonly minimumPaymentDue: Cents
}

/** Returns the debt of an account, in whole cents. The balance of a prepaid account is its remaining credit. */
export const owedOn = ({ isPrepaid, balance }: { readonly isPrepaid: boolean; readonly balance: Cents }): Cents =>
  isPrepaid ? subtractCents(zeroCents, balance) : balance

/**
 * Returns the amounts that an account will have once the cooperative's system has imported the payments made in the portal.
 *
 * The balance may fall below zero, and rises on a prepaid account. No other amount falls below zero. In cutoff the payment covers the
 * fees before the cutoff amount, so that an account leaves cutoff only when all of it is paid (REQ-D-020). Outside cutoff the fees
 * are only displayed, and stay unchanged.
 *
 * @param credit the sum of those payments, in whole cents; below zero when a payment that the cooperative's system has imported was
 *   refunded later. Then only the balance and the highest payable amount rise, because the cooperative decides what is past due.
 */
export function applyCredit(amounts: Amounts, credit: Cents, isPrepaid = false): Amounts {
  if (credit === 0) return amounts
  const balance = isPrepaid ? addCents(amounts.balance, credit) : subtractCents(amounts.balance, credit)
  const less = (amount: Cents): Cents => maxCents(subtractCents(amount, credit), minCents(amount, zeroCents))
  if (credit < 0) return { ...amounts, balance, overPayAmount: less(amounts.overPayAmount) }
  return {
    balance,
    pastDue: less(amounts.pastDue),
    overPayAmount: less(amounts.overPayAmount),
    prepaidReconnect: less(amounts.prepaidReconnect),
    minimumPaymentDue: less(amounts.minimumPaymentDue),
    ...cutoffLess(amounts, credit),
  }
}

type CutoffAmounts = Pick<Amounts, 'cutoffAmount' | 'reconnectFee' | 'additionalDeposit' | 'disconnectFee'>

function cutoffLess(amounts: CutoffAmounts, credit: Cents): CutoffAmounts {
  const { cutoffAmount, reconnectFee, additionalDeposit, disconnectFee } = amounts
  if (cutoffAmount <= 0) return { cutoffAmount, reconnectFee, additionalDeposit, disconnectFee }
  let left: number = credit
  const pay = (charge: Cents): Cents => {
    const paid = Math.min(left, charge)
    left -= paid
    return cents(charge - paid)
  }
  // The amounts in the order in which a payment covers them.
  return {
    additionalDeposit: pay(additionalDeposit),
    reconnectFee: pay(reconnectFee),
    disconnectFee: pay(disconnectFee),
    cutoffAmount: pay(cutoffAmount),
  }
}
