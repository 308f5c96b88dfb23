import { addCents, type Cents, maxCents, zeroCents } from '../../kernel/money.ts'
import { checkPaymentCents } from '../payment-amount/check-payment-amount.ts'
import { cutoffMinimum, type AmountSettings, isInCutoff, type PayableAccount } from '../payment-amount/amount-limits.ts'

/** The kinds of amount that a pay link offers. */
export const billChoiceKinds = ['due-now', 'past-due', 'balance'] as const

export interface BillChoice {
  /** `due-now`: what an arrangement or a cutoff asks for next. */
  readonly kind: (typeof billChoiceKinds)[number]
  readonly amount: Cents
}

export interface BillFigures {
  /** The next amount to pay, in cents, where an arrangement defers the rest; `null` without an arrangement. */
  readonly amountDue: Cents | null
  /** The sum of payments under way. */
  readonly underWay: Cents
}

/**
 * Lists the amounts that a pay link offers, the most urgent one first. A link pays what is due and no other amount, so each choice
 * already satisfies the payment rules. Payments under way count as paid, also where overpaying is allowed: no one pays a bill twice by a
 * link.
 */
export function billChoices(
  account: PayableAccount,
  settings: AmountSettings,
  { amountDue, underWay }: BillFigures,
): readonly BillChoice[] {
  if (account.isPrepaid) return []
  const dueNow = isInCutoff(account) ? cutoffMinimum(account) : amountDue
  // An amount of zero is not payable, so it is dropped below.
  const wanted: readonly BillChoice[] = [
    { kind: 'due-now', amount: dueNow ?? zeroCents },
    // An arrangement or a cutoff already covers what is past due.
    { kind: 'past-due', amount: dueNow === null ? account.pastDue : zeroCents },
    { kind: 'balance', amount: account.balance },
  ]
  const isPayable = ({ amount }: BillChoice): boolean =>
    checkPaymentCents(amount, account, settings) === null &&
    (underWay <= 0 || (underWay < amount && addCents(amount, underWay) <= billTotal(account)))
  return wanted.filter(
    (one, index) => isPayable(one) && wanted.findIndex(({ amount }) => amount === one.amount) === index,
  )
}

/** The debt that the link pays: the balance, or the amount that ends a cutoff if that is more. */
export const billTotal = (account: PayableAccount): Cents =>
  isInCutoff(account) ? maxCents(account.balance, cutoffMinimum(account)) : account.balance
