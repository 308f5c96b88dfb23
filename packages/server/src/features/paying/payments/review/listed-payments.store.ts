import { sql } from 'kysely'
import type { Executor } from '../../../../platform/db/open-database.ts'

/** A payment for staff: its state and what the ledger booked, in whole cents. */
export interface ListedPayment {
  readonly transNo: string
  /** The account that the payment was requested for. */
  readonly accountNumber: string
  /** Every account of the payment, and the amount that was requested for it. */
  readonly accounts: readonly { readonly accountNumber: string; readonly amountCents: number }[]
  readonly state: string
  readonly amountCents: number
  readonly feeCents: number | null
  readonly confirmationNumber: string | null
  readonly requestedAt: string
  readonly bookings: readonly {
    readonly kind: string
    readonly entries: readonly { readonly ledgerAccount: string; readonly amountCents: number }[]
  }[]
}

/** Lists payments, newest first: all, or those of an account or a transaction number. */
export async function listPayments(
  executor: Executor,
  wanted: { readonly accountNumber?: string; readonly transNo?: string; readonly limit: number },
): Promise<readonly ListedPayment[]> {
  let query = executor
    .selectFrom('pay.payment as payment')
    .select(['trans_no', 'account_number', 'state', 'amount', 'convenience_fee', 'confirmation_number', 'requested_at'])
    .select(
      sql<ListedPayment['accounts']>`(
        select json_agg(json_build_object('accountNumber', item.account_number, 'amountCents', item.amount)
          order by item.account_number)
        from pay.payment_item as item where item.trans_no = payment.trans_no)`.as('accounts'),
    )
    .orderBy('requested_at', 'desc')
    .limit(wanted.limit)
  if (wanted.accountNumber !== undefined)
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('pay.payment_item as item')
          .select('item.trans_no')
          .whereRef('item.trans_no', '=', 'payment.trans_no')
          .where('item.account_number', '=', wanted.accountNumber ?? ''),
      ),
    )
  if (wanted.transNo !== undefined) query = query.where('trans_no', '=', wanted.transNo)
  const payments = await query.execute()
  const booked = await listBookings(
    executor,
    payments.map((payment) => payment.trans_no),
  )
  return payments.map((payment) => ({
    transNo: payment.trans_no,
    accountNumber: payment.account_number,
    accounts: payment.accounts,
    state: payment.state,
    amountCents: payment.amount,
    feeCents: payment.convenience_fee,
    confirmationNumber: payment.confirmation_number,
    requestedAt: payment.requested_at.toISOString(),
    bookings: booked.get(payment.trans_no) ?? [],
  }))
}

async function listBookings(executor: Executor, transNos: readonly string[]) {
  const byPayment = new Map<string, { kind: string; entries: { ledgerAccount: string; amountCents: number }[] }[]>()
  if (transNos.length === 0) return byPayment
  const rows = await executor
    .selectFrom('pay.booking as booking')
    .innerJoin('pay.ledger_entry as entry', 'entry.booking_id', 'booking.id')
    .select(['booking.trans_no', 'booking.kind', 'entry.ledger_account', 'entry.amount'])
    .where('booking.trans_no', 'in', transNos)
    .orderBy('booking.id')
    .orderBy('entry.line')
    .execute()
  for (const row of rows) {
    const bookings = byPayment.get(row.trans_no) ?? []
    byPayment.set(row.trans_no, bookings)
    let booking = bookings.find((one) => one.kind === row.kind)
    if (booking === undefined) bookings.push((booking = { kind: row.kind, entries: [] }))
    booking.entries.push({ ledgerAccount: row.ledger_account, amountCents: row.amount })
  }
  return byPayment
}
