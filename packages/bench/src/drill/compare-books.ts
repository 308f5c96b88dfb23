import { queryOnce } from '../support/postgresql-server.ts'
import type { Payment } from './mixed-load.ts'

export interface Books {
  /** Payments that the portal acknowledged or confirmed, but does not have in that state. */
  readonly lost: readonly string[]
  /** Payments that are booked, or reported to the cooperative, more than once; and payments that no payer has begun. */
  readonly doubled: readonly string[]
  /** Payments with another amount in the ledger or in an event, and bookings that do not sum to zero. */
  readonly differences: readonly string[]
}

interface Row {
  readonly trans_no: string
  readonly state: string
  readonly bookings: number
  readonly credited: number
  readonly unbalanced: number
  readonly events: number
}

/** Compares what the payers saw with the database. */
export async function compareBooks(url: string, payments: readonly Payment[]): Promise<Books> {
  const rows = (await queryOnce(
    url,
    // Each table is read once: no index finds the events of a payment.
    `with event as (select body ->> 'transNo' as trans_no, count(*)::int as events from outbox.event group by 1),
       booking as (
         select b.trans_no, coalesce(sum(e.amount), 0) as total,
           coalesce(-sum(e.amount) filter (where e.ledger_account like 'member-account/%'), 0) as credited
         from pay.booking b left join pay.ledger_entry e on e.booking_id = b.id group by b.id),
       booked as (
         select trans_no, count(*)::int as bookings, sum(credited)::int as credited,
           (count(*) filter (where total <> 0))::int as unbalanced
         from booking group by trans_no)
     select trans_no, p.state, coalesce(bookings, 0) as bookings, coalesce(credited, 0) as credited,
       coalesce(unbalanced, 0) as unbalanced, coalesce(events, 0) as events
     from pay.payment p left join booked using (trans_no) left join event using (trans_no)
     where p.requested_at > now() - interval '1 day'`,
  )) as unknown as readonly Row[]
  const stored = new Map(rows.map((row) => [row.trans_no, row]))
  const begun = new Map(payments.map((payment) => [payment.transNo, payment]))
  return {
    lost: payments
      .filter(({ transNo, confirmed }) => {
        const row = stored.get(transNo)
        return row === undefined || (confirmed && row.state !== 'confirmed')
      })
      .map(({ transNo }) => transNo),
    doubled: rows
      .filter(({ trans_no: transNo, bookings, events }) => bookings > 1 || events > 1 || !begun.has(transNo))
      .map(({ trans_no: transNo }) => transNo),
    differences: rows
      .filter((row) => {
        const expected = row.state === 'confirmed' ? (begun.get(row.trans_no)?.amount ?? 0) : 0
        const announced = row.state === 'confirmed' ? 1 : 0
        return row.unbalanced > 0 || row.credited !== expected || row.events !== announced
      })
      .map((row) => row.trans_no),
  }
}
