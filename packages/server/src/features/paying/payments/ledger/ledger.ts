import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { addCents, type Cents, zeroCents } from '@coopline/rules/kernel/money'
import type { Deps } from '../../../../platform/deps.ts'
import type { Executor, Tx } from '../../../../platform/db/open-database.ts'
import { type LedgerLine, creditsOf, type Movement, movedLines, paymentLines } from './ledger-lines.ts'
import { type Payment, type PaymentItem, hasLogin } from '../payment.ts'
import type { ProviderEvent } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { hasOtherReturnFee, listPaymentLines, lockReturnFees } from './ledger.store.ts'
import { isFeeCharged } from '@coopline/rules/paying/runs/return-codes'
export {
  allocate,
  bankClearingAccount,
  clearingAccounts,
  creditsOf,
  feeOf,
  memberAccountPrefix,
  memberLedgerAccount,
  type Movement,
  nextKinds,
  type NumberedMovement,
  returnFeeLines,
} from './ledger-lines.ts'
export {
  type BookedPayment,
  type Booking,
  bookingOf,
  findLedgerSum,
  insertBooking,
  type LedgerSum,
  listBooked,
  listBookedBetween,
  refundedOf,
} from './ledger.store.ts'

export {
  endRefundOrder,
  endReportedRefund,
  insertRefundOrder,
  listRefundOrders,
  type OrderedRefund,
  repeatRefundOrder,
} from './refund-orders.store.ts'

const monthMs = 30 * 86_400_000

/**
 * The reason why a return has no fee: the debit presented a returned one again, or its bank never collected it. One that was never
 * collected may be taken again on a day.
 */
export type FeeWaiver = 'presented-again' | 'never-collected' | { readonly takenAgainOn: CalendarDate }

/**
 * Returns the fee for a return, in whole cents; zero when none is due. Only a reported return of a bank payment has a fee. A late decline
 * may be a correction of the provider, and card companies charge no fee.
 */
export function statedReturnFee(
  { settings }: Pick<Deps, 'settings'>,
  { event, feeWaiver }: { readonly event: ProviderEvent; readonly feeWaiver?: FeeWaiver | undefined },
): Cents {
  const isChargeable = event.type === 'payment.returned' && event.paymentType === 'echeck' && feeWaiver === undefined
  return isChargeable && isFeeCharged(event.message ?? '') ? settings.current().returnedPaymentFee : zeroCents
}

/**
 * True when a payer without a login made the payment, and the account had a fee for another such payment within 30 days. Otherwise a
 * stranger who knows four digits could charge the member one fee for each bad check. Locks the decision about this account until the
 * transaction ends.
 */
export async function isReturnFeeWithheld(tx: Tx, payment: Payment, now: Date): Promise<boolean> {
  if (hasLogin(payment.origin)) return false
  await lockReturnFees(tx, payment.accountNumber)
  return hasOtherReturnFee(tx, payment, new Date(now.getTime() - monthMs))
}

/** The lines of a booking, with what it leaves of the payment. */
export interface BookedMovement {
  readonly lines: readonly LedgerLine[]
  /** The rest of the payment on each account after this booking; below zero when more went back than was credited. */
  readonly left: readonly PaymentItem[]
  /** The payment: what was received, fee included, and what of it was credited to accounts. */
  readonly whole: { readonly total: Cents; readonly credited: Cents }
}

/**
 * Builds the lines of a booking. A reversal mirrors lines of the payment, even if settings or the provider's figures have changed since,
 * and a reinstatement repeats them.
 */
export async function linesOf(
  tx: Tx,
  { kind, amount }: Movement,
  {
    payment,
    items,
    event,
  }: {
    readonly payment: Payment
    readonly items: readonly PaymentItem[]
    readonly event: Pick<ProviderEvent, 'convenienceFee'>
  },
): Promise<BookedMovement> {
  if (kind === 'payment') {
    const lines = paymentLines(payment.origin, items, event.convenienceFee)
    return { lines, left: creditsOf(lines), whole: wholeOf(lines) }
  }
  const booked = await listPaymentLines(tx, payment.transNo)
  const lines = movedLines(kind, { lines: booked, left: booked.map(({ left }) => left), amount })
  const moved = new Map(lines.map((line) => [line.ledgerAccount, line.amount]))
  const left = booked.map(({ ledgerAccount, left: before }) => ({
    ledgerAccount,
    amount: addCents(before, moved.get(ledgerAccount) ?? zeroCents),
  }))
  return { lines, left: creditsOf(left), whole: wholeOf(booked) }
}

const wholeOf = (lines: readonly LedgerLine[]): BookedMovement['whole'] => ({
  total: lines[0]?.amount ?? zeroCents,
  credited: addCents(...creditsOf(lines).map(({ amount }) => amount)),
})

/** A payment settled in the last minutes may be on one side only; the next run sees it. */
export const settlingMs = 15 * 60_000

/** Lists the amount that the booking of a payment credited to each account; none when it is not booked. */
export const listCredits = async (executor: Executor, transNo: string): Promise<readonly PaymentItem[]> =>
  creditsOf(await listPaymentLines(executor, transNo))
