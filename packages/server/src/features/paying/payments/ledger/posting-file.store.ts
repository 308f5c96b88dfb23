import { type Cents, cents } from '@coopline/rules/kernel/money'
import type { Posting } from '@coopline/rules/paying/payment-state/payment-state'
import { sql } from 'kysely'
import type { Executor } from '../../../../platform/db/open-database.ts'
import { feeAccount, memberAccountPrefix } from './ledger-lines.ts'

/** The effect of one booking on one account. Amounts are whole cents, below zero for a reversal or a fee. */
export interface PostingRow {
  readonly bookingId: number
  readonly line: number
  readonly bookedAt: Date
  readonly kind: Posting | 'return-fee'
  readonly transNo: string
  readonly memberNumber: string
  readonly accountNumber: string
  readonly amount: Cents
  /** The fee of the payment, on the first of its accounts; zero on the others. */
  readonly fee: Cents
  readonly paymentType: string
  readonly confirmationNumber: string
  readonly reconnectMeter: string
  /** The event about this row; null once retention has deleted it. */
  readonly eventId: number | null
}

/** The place of a row in the file. */
export type PostingPlace = Pick<PostingRow, 'bookedAt' | 'bookingId'>

/** Counts the earlier bookings of the kind that have a share of the account. */
const earlierOfKind = sql`
  select count(*) from pay.booking as earlier join pay.ledger_entry as part on part.booking_id = earlier.id
  where earlier.trans_no = share.trans_no and earlier.id < share.id
    and split_part(earlier.kind, '#', 1) = split_part(share.kind, '#', 1)
    and part.ledger_account = ${memberAccountPrefix} || share.account_number`

/**
 * Lists the accounts' shares of up to `limit` bookings of a day in the cooperative's time zone, in the order of booking. Bookings never
 * change, so the rows of a past day never change either. The second booking of a kind on an account has the second event of that kind: a part
 * of a payment may leave an account out.
 */
export async function listPostingRows(
  executor: Executor,
  wanted: {
    readonly day: string
    readonly timeZone: string
    readonly after: PostingPlace | undefined
    readonly limit: number
  },
): Promise<readonly PostingRow[]> {
  const { day, timeZone, after, limit } = wanted
  const { rows } = await sql<{ [Key in keyof PostingRow]: PostingRow[Key] }>`
    with booking as materialized (
      select id, trans_no, kind, booked_at from pay.booking
      where booked_at >= (${day}::date)::timestamp at time zone ${timeZone}::text
        and booked_at < (${day}::date + 1)::timestamp at time zone ${timeZone}::text
        and (booked_at, id) > (${after?.bookedAt ?? new Date(0)}::timestamptz, ${after?.bookingId ?? 0}::bigint)
      order by booked_at, id
      limit ${limit}),
    share as (
      select booking.*, entry.line, substr(entry.ledger_account, ${memberAccountPrefix.length + 1}::integer) as account_number,
        -entry.amount as amount, entry.line = min(entry.line) over (partition by booking.id) as is_first
      from booking join pay.ledger_entry as entry on entry.booking_id = booking.id
      where starts_with(entry.ledger_account, ${memberAccountPrefix}))
    select share.id as "bookingId", share.line, share.booked_at as "bookedAt",
      split_part(share.kind, '#', 1) as kind, share.trans_no as "transNo",
      payment.member_number as "memberNumber", share.account_number as "accountNumber", share.amount,
      case when share.is_first then (
        select coalesce(-sum(fee.amount), 0)::bigint from pay.ledger_entry as fee
        where fee.booking_id = share.id and fee.ledger_account = ${feeAccount})
        else 0 end as fee,
      coalesce(event.body ->> 'paymentType', payment.payment_type) as "paymentType",
      coalesce(event.body ->> 'confirmationNumber', payment.confirmation_number, '') as "confirmationNumber",
      coalesce(event.body ->> 'reconnectMeter', '') as "reconnectMeter", event.id as "eventId"
    from share
    join pay.payment as payment on payment.trans_no = share.trans_no
    left join lateral (
      select event.id, event.body from outbox.event as event
      where event.body ->> 'transNo' = share.trans_no and event.account_number = share.account_number
        and event.kind in
          ('payment-confirmed', 'payment-refunded', 'payment-returned', 'payment-return-fee', 'payment-reinstated')
        and event.kind = case split_part(share.kind, '#', 1) when 'payment' then 'payment-confirmed'
          when 'refund' then 'payment-refunded' when 'return' then 'payment-returned'
          when 'reinstatement' then 'payment-reinstated' else 'payment-return-fee' end
      order by event.id
      offset case when position('#' in share.kind) = 0 then 0 else (${earlierOfKind}) end
      limit 1) as event on true
    order by share.booked_at, share.id, share.line`.execute(executor)
  return rows.map((row) => ({ ...row, amount: cents(row.amount), fee: cents(row.fee) }))
}
