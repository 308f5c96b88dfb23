import type { PaymentOrigin } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { addCents, type Cents, minCents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import type { Posting } from '@coopline/rules/paying/payment-state/payment-state'
import { type PaymentItem, type RequestedItem, type BookingKind, plainKind } from '../payment.ts'

/** One line of a booking. The amount, in whole cents, is above zero when the ledger account gains and below zero when it gives. */
export interface LedgerLine {
  readonly ledgerAccount: string
  readonly amount: Cents
}

/** Money that the provider has collected for us and not yet paid out. */
export const clearingAccount = 'provider-clearing'

/** The ledger account of money that the cooperative's own bank collects by file. Reconciliation with the provider ignores it. */
export const bankClearingAccount = 'bank-clearing'

export const feeAccount = 'convenience-fee'

/** Fees that members owe for returned payments. @internal */
export const returnFeeAccount = 'return-fee'

/** Returns the kinds of the next bookings of a payment, numbered after those that it has. */
export function nextKinds(booked: readonly BookingKind[], postings: readonly Posting[]): readonly BookingKind[] {
  const counts = new Map<Posting | 'return-fee', number>()
  const count = (kind: Posting | 'return-fee') => {
    const next = (counts.get(kind) ?? 0) + 1
    counts.set(kind, next)
    return next
  }
  for (const kind of booked) count(plainKind(kind))
  return postings.map((posting) => {
    const number = count(posting)
    return number === 1 || posting === 'payment' ? posting : (`${posting}#${number}` as const)
  })
}

/** Returns the ledger account of a member's account. */
export const memberLedgerAccount = (accountNumber: string): string => memberAccountPrefix + accountNumber

/** Prefix of the ledger accounts of members' accounts. */
export const memberAccountPrefix = 'member-account/'

const negated = (amount: Cents): Cents => subtractCents(zeroCents, amount)

/** Builds the lines of the money received for a payment. They sum to zero. */
export function paymentLines(origin: PaymentOrigin, items: readonly PaymentItem[], fee: Cents): readonly LedgerLine[] {
  const total = addCents(fee, ...items.map((item) => item.amount))
  return [
    { ledgerAccount: origin === 'bank' ? bankClearingAccount : clearingAccount, amount: total },
    ...items.map((item) => ({ ledgerAccount: memberLedgerAccount(item.accountNumber), amount: negated(item.amount) })),
    ...(fee === 0 ? [] : [{ ledgerAccount: feeAccount, amount: negated(fee) }]),
  ]
}

/** Builds the lines that reverse all bookings of the payment. */
export const reversalLines = (lines: readonly LedgerLine[]): readonly LedgerLine[] =>
  lines.map((line) => ({ ...line, amount: negated(line.amount) }))

/** Builds the lines of the fee that an account owes for a returned payment. */
export const returnFeeLines = (accountNumber: string, fee: Cents): readonly LedgerLine[] => [
  { ledgerAccount: memberLedgerAccount(accountNumber), amount: fee },
  { ledgerAccount: returnFeeAccount, amount: negated(fee) },
]

/** Lists what ledger lines credit to members' accounts, in whole cents: above zero for a payment, below for a reversal. */
export const creditsOf = (lines: readonly LedgerLine[]): readonly PaymentItem[] =>
  lines
    .filter((line) => line.ledgerAccount.startsWith(memberAccountPrefix))
    .map((line) => ({
      accountNumber: line.ledgerAccount.slice(memberAccountPrefix.length),
      amount: negated(line.amount),
    }))

/**
 * Divides a received amount that differs from the requested one among the accounts of a payment. The account that the payment was
 * requested for is covered first, then the others in their order until the money is used up. A surplus is credited to the first. A
 * meter is reconnected only when its account gets the whole requested amount.
 */
export function allocate(
  items: readonly RequestedItem[],
  received: Cents,
  mainAccount: string,
): readonly RequestedItem[] {
  let rest = received
  const isMain = (item: RequestedItem) => item.accountNumber === mainAccount
  const ordered = [...items.filter(isMain), ...items.filter((item) => !isMain(item))]
  const covered = ordered.map((item) => {
    const amount = minCents(item.amount, rest)
    rest = subtractCents(rest, amount)
    return { ...item, amount, reconnectMeter: item.reconnectMeter && amount === item.amount }
  })
  return covered
    .map((item, index) => (index === 0 ? { ...item, amount: addCents(item.amount, rest) } : item))
    .filter((item) => item.amount > 0)
}
