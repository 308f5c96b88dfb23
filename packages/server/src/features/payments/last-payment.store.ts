import { type CalendarDate, calendarDateIn, isAfter } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/open-database.ts'

export interface LastPayment {
  readonly amount: Cents
  readonly day: CalendarDate
}

/**
 * The most recent payment on an account: the cooperative's system knows of those it has taken in, we know of those made
 * here. A payment that was refunded or returned does not count. `undefined` when there is none.
 *
 * @param timeZone where the day of a payment made here is told.
 */
export async function findLastPayment(
  executor: Executor,
  accountNumber: string,
  timeZone: string,
): Promise<LastPayment | undefined> {
  const { rows } = await sql<LastRow>`
    (select paid_on, null::timestamptz as settled_at, amount
     from cis.payment as taken
     where account_number = ${accountNumber} and not exists (
       select 1 from pay.payment as made
       where made.trans_no = taken.reference and made.state in ('refunded', 'returned'))
     order by paid_on desc, reference desc limit 1)
    union all
    (select null, payment.settled_at, item.amount
     from pay.payment_item as item join pay.payment as payment on payment.trans_no = item.trans_no
     where item.account_number = ${accountNumber} and payment.state = 'confirmed' and payment.settled_at is not null
     order by payment.settled_at desc limit 1)`.execute(executor)
  const payments = rows.flatMap((row) => {
    const day = row.paid_on ?? (row.settled_at && calendarDateIn(timeZone, row.settled_at))
    return day === null ? [] : [{ amount: cents(row.amount), day }]
  })
  const [known, here] = payments
  return known !== undefined && here !== undefined && !isAfter(known.day, here.day) ? here : known
}

interface LastRow {
  readonly paid_on: CalendarDate | null
  readonly settled_at: Date | null
  readonly amount: number
}
