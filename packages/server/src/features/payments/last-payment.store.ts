import { addDays, type CalendarDate, calendarDateIn, isAfter } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/open-database.ts'
import { memberLedgerAccount } from './ledger-lines.ts'

export interface LastPayment {
  readonly amount: Cents
  readonly day: CalendarDate
}

/** A payment counts as recent for this long. */
const recentDays = 60

/**
 * The most recent payment on an account, of those that the cooperative's system has imported and those made in the portal, with
 * the amount that the ledger booked for the account. A payment that was refunded or returned, or that the cooperative's system
 * books below zero, does not count, nor does one that a former holder made in the portal. `undefined` when there is none in the last 60 days.
 *
 * @param today the day in the cooperative's time zone, which also determines the day of a payment made in the portal.
 */
export async function findLastPayment(
  executor: Executor,
  { memberNumber, accountNumber }: { readonly memberNumber: string; readonly accountNumber: string },
  { today, timeZone }: { readonly today: CalendarDate; readonly timeZone: string },
): Promise<LastPayment | undefined> {
  const since = addDays(today, -recentDays)
  const { rows } = await sql<LastRow>`
    (select paid_on, null::timestamptz as settled_at, amount
     from cis.holder_payment as taken
     where account_number = ${accountNumber} and amount > 0 and paid_on >= ${since}::date and not exists (
       select 1 from pay.payment as made
       where made.trans_no = taken.reference
         and (made.state in ('refunded', 'returned') or made.member_number <> ${memberNumber}))
     order by paid_on desc, reference desc limit 1)
    union all
    (select null, payment.settled_at, -entry.amount
     from pay.ledger_entry as entry
     join pay.booking as booking on booking.id = entry.booking_id and booking.kind = 'payment'
     join pay.payment as payment on payment.trans_no = booking.trans_no
     where entry.ledger_account = ${memberLedgerAccount(accountNumber)} and payment.state = 'confirmed'
       and payment.member_number = ${memberNumber} and payment.settled_at is not null
     order by payment.settled_at desc limit 1)`.execute(executor)
  const payments = rows.flatMap((row) => {
    const day = row.paid_on ?? (row.settled_at && calendarDateIn(timeZone, row.settled_at))
    return day === null || isAfter(since, day) ? [] : [{ amount: cents(row.amount), day }]
  })
  // Of two payments on one day the one made in the portal counts as the later one.
  return payments.reduce<LastPayment | undefined>(
    (last, one) => (last !== undefined && isAfter(last.day, one.day) ? last : one),
    undefined,
  )
}

interface LastRow {
  readonly paid_on: CalendarDate | null
  readonly settled_at: Date | null
  readonly amount: number
}
