import { addCents, type Cents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import type { Posting } from '@coopline/rules/payment-state/payment-state'
import type { PaymentItem } from './payment.ts'

/** One line of a booking: what an account of the ledger gains (above zero) or gives (below). */
export interface LedgerLine {
  readonly ledgerAccount: string
  readonly amount: Cents
}

/** What the provider has collected for us and not yet paid out. */
export const clearingAccount = 'provider-clearing'

/** The lines of money that came in for a payment, or of the same money going back. They sum to zero. */
export function ledgerLines(kind: Posting, items: readonly PaymentItem[], fee: Cents): readonly LedgerLine[] {
  const total = addCents(fee, ...items.map((item) => item.amount))
  const given = (amount: Cents): Cents => subtractCents(zeroCents, amount)
  const lines = [
    { ledgerAccount: clearingAccount, amount: total },
    ...items.map((item) => ({ ledgerAccount: `member-account/${item.accountNumber}`, amount: given(item.amount) })),
    ...(fee === 0 ? [] : [{ ledgerAccount: 'convenience-fee', amount: given(fee) }]),
  ]
  return kind === 'payment' ? lines : lines.map((line) => ({ ...line, amount: given(line.amount) }))
}
