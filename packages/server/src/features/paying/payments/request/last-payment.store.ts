import { addDays, type CalendarDate, calendarDateIn, isAfter } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import { underWayStates } from '@coopline/rules/paying/payment-state/payment-state'
import { sql } from 'kysely'
import { arrayLiteral } from '../../../../platform/db/array-literal.ts'
import type { Executor } from '../../../../platform/db/open-database.ts'
import { memberLedgerAccount } from '../ledger/ledger.ts'

export interface LastPayment {
  readonly amount: Cents
  readonly day: CalendarDate
  /** Its outcome is not known yet (`isUnderWay`). */
  readonly isUnderWay: boolean
}

/** The days in which a payment counts as recent. */
export interface RecentDays {
  /** The day in the cooperative's time zone, which also determines the day of a payment made in the portal. */
  readonly today: CalendarDate
  readonly timeZone: string
  /** Days before `today`; with 0, no payment is recent. */
  readonly days: number
  /** Payments under way do not count: for a figure that must stay true. */
  readonly settledOnly?: true
}

/** Finds the most recent payment on an account: see `listLastPayments`. */
export async function findLastPayment(
  executor: Executor,
  { memberNumber, accountNumber }: { readonly memberNumber: string; readonly accountNumber: string },
  recent: RecentDays,
): Promise<LastPayment | undefined> {
  return (await listLastPayments(executor, { memberNumber, accountNumbers: [accountNumber] }, recent)).get(
    accountNumber,
  )
}

/**
 * Lists the most recent payment on each of a member's accounts, imported or made in the portal, with the amount that was booked for the
 * account. A payment under way counts from its request, with the requested amount, because its money may be taken. Payments that were
 * refunded, returned or booked below zero do not count, nor do those that a former holder made in the portal. Accounts without a recent
 * payment are absent.
 */
export async function listLastPayments(
  executor: Executor,
  { memberNumber, accountNumbers }: { readonly memberNumber: string; readonly accountNumbers: readonly string[] },
  { today, timeZone, days, settledOnly }: RecentDays,
): Promise<ReadonlyMap<string, LastPayment>> {
  if (days === 0 || accountNumbers.length === 0) return new Map()
  const since = addDays(today, -days)
  const { rows } = await sql<LastRow>`
    select named.account_number as "accountNumber", last.paid_on, last.at, last.amount, last.is_under_way
    from unnest(${arrayLiteral(accountNumbers)}::text::text[],
      ${arrayLiteral(accountNumbers.map(memberLedgerAccount))}::text::text[]) as named (account_number, ledger_account)
    cross join lateral (
    (select paid_on, null::timestamptz as at, amount, false as is_under_way
     from cis.holder_payment as taken
     where account_number = named.account_number and amount > 0 and paid_on >= ${since}::date and not exists (
       select 1 from pay.payment as made
       where made.trans_no = taken.reference
         and (made.state in ('refunded', 'returned') or made.member_number <> ${memberNumber}))
     order by paid_on desc, reference desc limit 1)
    union all
    (select null, payment.settled_at, -entry.amount, false
     from pay.ledger_entry as entry
     join pay.booking as booking on booking.id = entry.booking_id and booking.kind = 'payment'
     join pay.payment as payment on payment.trans_no = booking.trans_no
     where entry.ledger_account = named.ledger_account and payment.state = 'confirmed'
       and payment.member_number = ${memberNumber} and payment.settled_at is not null
     order by payment.settled_at desc limit 1)
    union all
    (select null, payment.requested_at, item.amount, true
     from pay.payment as payment
     join pay.payment_item as item on item.trans_no = payment.trans_no and item.account_number = named.account_number
     where not ${settledOnly === true}::boolean and payment.member_number = ${memberNumber}
       and payment.state in (${sql.join(underWayStates)})
       and payment.requested_at >= (${since}::date)::timestamp at time zone ${timeZone}::text
     order by payment.requested_at desc limit 1)) as last`.execute(executor)
  const newest = new Map<string, LastPayment>()
  for (const row of rows) {
    const day = row.paid_on ?? (row.at && calendarDateIn(timeZone, row.at))
    if (day === null || isAfter(since, day)) continue
    const last = newest.get(row.accountNumber)
    // Of the payments on one day, a payment under way is the latest, then one made in the portal, then an imported one.
    if (last === undefined || !isAfter(last.day, day))
      newest.set(row.accountNumber, { amount: cents(row.amount), day, isUnderWay: row.is_under_way })
  }
  return newest
}

interface LastRow {
  readonly accountNumber: string
  readonly paid_on: CalendarDate | null
  readonly at: Date | null
  readonly amount: number
  readonly is_under_way: boolean
}
