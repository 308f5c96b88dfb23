import { type Cents, cents } from '@coopline/rules/kernel/money'
import type { Posting } from '@coopline/rules/payment-state/payment-state'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../platform/db/open-database.ts'
import { clearingAccount, type LedgerLine } from './ledger-lines.ts'

/**
 * Books lines that sum to zero, once per payment and kind; the database refuses lines that do not.
 *
 * @returns false when that was booked before: then nothing was written.
 */
export async function insertBooking(
  tx: Tx,
  booking: {
    readonly transNo: string
    readonly kind: Posting
    readonly now: Date
    readonly lines: readonly LedgerLine[]
  },
): Promise<boolean> {
  const row = await tx
    .insertInto('pay.booking')
    .values({ trans_no: booking.transNo, kind: booking.kind, booked_at: booking.now })
    .onConflict((conflict) => conflict.columns(['trans_no', 'kind']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return false
  await tx
    .insertInto('pay.ledger_entry')
    .values(
      booking.lines.map((line, index) => ({
        booking_id: row.id,
        line: index + 1,
        ledger_account: line.ledgerAccount,
        amount: line.amount,
      })),
    )
    .execute()
  return true
}

/**
 * Tells the cooperative's system of a change to an account, and takes the credit off what is shown until that system says
 * that it has taken it in: both in the transaction that books it.
 */
export async function insertCredit(
  tx: Tx,
  credit: {
    readonly transNo: string
    readonly accountNumber: string
    /** Above zero for a payment, below for a refund. */
    readonly amount: Cents
    readonly kind: 'payment-confirmed' | 'payment-refunded'
    readonly body: object
    readonly now: Date
  },
): Promise<void> {
  const event = await tx
    .insertInto('outbox.event')
    .values({
      account_number: credit.accountNumber,
      kind: credit.kind,
      body: JSON.stringify(credit.body),
      created_at: credit.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('pay.unacknowledged_credit')
    .values({
      trans_no: credit.transNo,
      account_number: credit.accountNumber,
      amount: credit.amount,
      event_id: event.id,
    })
    .execute()
}

/** A payment that the ledger has booked, as reconciliation compares it. */
export interface BookedPayment {
  readonly transNo: string
  /** What came in from the provider, fee included. */
  readonly total: Cents
  readonly settledAt: Date
  readonly refunded: boolean
}

/** Payments booked whose settlement lies in a span of time; `to` is not part of it. */
export async function listBookedBetween(executor: Executor, from: Date, to: Date): Promise<readonly BookedPayment[]> {
  const rows = await bookedRows(executor)
    .where('payment.settled_at', '>=', from)
    .where('payment.settled_at', '<', to)
    .execute()
  return rows.map(toBooked)
}

/** Those of some payments that are booked. */
export async function listBooked(executor: Executor, transNos: readonly string[]): Promise<readonly BookedPayment[]> {
  const rows = await bookedRows(executor)
    .where(sql<boolean>`payment.trans_no = any(${[...transNos]}::text[])`)
    .execute()
  return rows.map(toBooked)
}

const bookedRows = (executor: Executor) =>
  executor
    .selectFrom('pay.payment as payment')
    .innerJoin('pay.booking as booking', (join) =>
      join.onRef('booking.trans_no', '=', 'payment.trans_no').on('booking.kind', '=', 'payment'),
    )
    .innerJoin('pay.ledger_entry as entry', (join) =>
      join.onRef('entry.booking_id', '=', 'booking.id').on('entry.ledger_account', '=', clearingAccount),
    )
    .select(['payment.trans_no', 'payment.settled_at', 'payment.state', 'entry.amount', 'booking.booked_at'])

type BookedRow = Awaited<ReturnType<ReturnType<typeof bookedRows>['executeTakeFirstOrThrow']>>

const toBooked = (row: BookedRow): BookedPayment => ({
  transNo: row.trans_no,
  total: cents(row.amount),
  settledAt: row.settled_at ?? row.booked_at,
  refunded: row.state === 'refunded',
})
