import type { PaymentOrigin } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { addCents, type Cents, cents, minCents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import type { Posting } from '@coopline/rules/paying/payment-state/payment-state'
import { shareOfPart } from '@coopline/rules/paying/refund-parts/share-of-part'
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

/** The ledger accounts that the money of payments comes through. */
export const clearingAccounts: readonly string[] = [clearingAccount, bankClearingAccount]

export const feeAccount = 'convenience-fee'

/** Fees that members owe for returned payments. @internal */
export const returnFeeAccount = 'return-fee'

/** A booking to make, and the amount that it moves: whole cents above zero, fee included. */
export interface Movement {
  readonly kind: Posting
  readonly amount: Cents
}

/** A movement with the number of its kind. */
export interface NumberedMovement extends Movement {
  readonly booking: Exclude<BookingKind, 'return-fee'>
}

/** Numbers the next bookings of a payment after those that it has. */
export function nextKinds(booked: readonly BookingKind[], movements: readonly Movement[]): readonly NumberedMovement[] {
  const counts = new Map<Posting | 'return-fee', number>()
  const count = (kind: Posting | 'return-fee') => {
    const next = (counts.get(kind) ?? 0) + 1
    counts.set(kind, next)
    return next
  }
  for (const kind of booked) count(plainKind(kind))
  return movements.map((movement) => {
    const { kind } = movement
    const number = count(kind)
    return { ...movement, booking: number === 1 || kind === 'payment' ? kind : `${kind}#${number}` }
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

/**
 * Builds the lines of a reversal or a reinstatement of some or all of a payment (decision 0292). A reversal divides its amount over what is
 * left of each line, a reinstatement over what was taken. The whole payment mirrors its lines.
 *
 * @param lines the lines of the payment. The first one is that of the clearing account.
 * @param left the sum of each line over all bookings, in the order of `lines`.
 * @param amount at most what is left or was taken of the payment once: `settle` divides larger movements.
 */
export function movedLines(
  kind: Exclude<Posting, 'payment'>,
  {
    lines,
    left,
    amount,
  }: {
    readonly lines: readonly LedgerLine[]
    readonly left: readonly Cents[]
    readonly amount: Cents
  },
): readonly LedgerLine[] {
  const [clearing, ...credits] = lines
  const [net = zeroCents, ...sums] = left
  if (clearing === undefined) return []
  const isBack = kind !== 'reinstatement'
  // More may have gone back than was received: the payment once, twice and so on, below zero.
  const times = -Math.floor((isBack ? net - amount : net) / clearing.amount)
  const movable = credits.map((line, at) => {
    const whole = negated(line.amount)
    const rest = cents(negated(sums[at] ?? zeroCents) + times * whole)
    return { ...line, amount: isBack ? rest : subtractCents(whole, rest) }
  })
  const shares = shareOfPart(movable, amount)
  // A booking has a line of an account, and so its event, even when its cents are all of the fee.
  const hasAccount = shares.some(({ amount: share, ledgerAccount }) => share > 0 && ledgerAccount !== feeAccount)
  const moved = shares.filter(({ amount: share }, at) => share > 0 || (at === 0 && !hasAccount))
  return [
    { ...clearing, amount: isBack ? negated(amount) : amount },
    ...moved.map((line) => ({ ...line, amount: isBack ? line.amount : negated(line.amount) })),
  ]
}

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

/** Returns what ledger lines move of the fee of a payment, in whole cents above zero. */
export const feeOf = (lines: readonly LedgerLine[]): Cents =>
  cents(
    Math.abs(
      addCents(...lines.filter(({ ledgerAccount }) => ledgerAccount === feeAccount).map(({ amount }) => amount)),
    ),
  )

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
