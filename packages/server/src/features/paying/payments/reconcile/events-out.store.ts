import { type Cents, cents } from '@coopline/rules/kernel/money'
import type { Posting } from '@coopline/rules/paying/payment-state/payment-state'
import { sql } from 'kysely'
import type { Executor } from '../../../../platform/db/open-database.ts'
import { memberAccountPrefix } from '../ledger/ledger-lines.ts'

/** An account's share of a booking, and the amount in the events for the cooperative. Amounts are whole cents, above zero. */
export interface ShareAndEvents {
  readonly transNo: string
  readonly kind: Posting | 'return-fee'
  readonly accountNumber: string
  readonly booked: Cents
  readonly sent: Cents
}

/**
 * Lists the bookings of some payments beside the events about them, account by account. Several bookings or events of a kind are summed
 * up. An account without a booking or an event has zero on that side.
 */
export async function listSharesAndEvents(
  executor: Executor,
  transNos: readonly string[],
): Promise<readonly ShareAndEvents[]> {
  const some = [...transNos]
  // `offset 0` keeps the ledger a look-up for each booking: the planner expects many bookings and would read all of it.
  const { rows } = await sql<{
    trans_no: string
    kind: Posting | 'return-fee'
    account_number: string
    booked: Cents
    sent: Cents
  }>`
    select trans_no, kind, account_number, sum(booked)::bigint as booked, sum(sent)::bigint as sent
    from (
      select booking.trans_no, split_part(booking.kind, '#', 1) as kind, share.account_number, share.amount as booked, 0 as sent
      from pay.booking as booking cross join lateral (
        select substr(ledger_account, ${memberAccountPrefix.length + 1}::integer) as account_number, abs(amount) as amount
        from pay.ledger_entry where booking_id = booking.id and starts_with(ledger_account, ${memberAccountPrefix})
        offset 0) as share
      where booking.trans_no = any(${some}::text[])
      union all
      select event.body ->> 'transNo',
        case event.kind when 'payment-confirmed' then 'payment' when 'payment-refunded' then 'refund'
          when 'payment-returned' then 'return' when 'payment-reinstated' then 'reinstatement' else 'return-fee' end,
        event.account_number, 0, (event.body ->> 'amount')::bigint
      from outbox.event as event
      where event.body ->> 'transNo' = any(${some}::text[])
        and event.kind in ('payment-confirmed', 'payment-refunded', 'payment-returned', 'payment-return-fee', 'payment-reinstated')) as side
    group by trans_no, kind, account_number
    order by trans_no, kind, account_number`.execute(executor)
  return rows.map((row) => ({
    transNo: row.trans_no,
    kind: row.kind,
    accountNumber: row.account_number,
    booked: cents(row.booked),
    sent: cents(row.sent),
  }))
}
