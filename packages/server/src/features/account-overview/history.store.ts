import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents, type Cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/open-database.ts'

/** Which entries are wanted: those of these days, both included, and a page of them. */
export interface HistoryPage {
  readonly from: CalendarDate | null
  readonly to: CalendarDate | null
  readonly offset: number
  readonly limit: number
}

/** A page, newest first, and how many entries there are on all pages. */
export interface History<Entry> {
  readonly entries: readonly Entry[]
  readonly total: number
}

export interface PastPayment {
  readonly day: CalendarDate
  /** Below zero when it was given back. */
  readonly amount: Cents
  readonly reference: string
  /** How it was paid, in the cooperative's words; `null` for a payment that was made here. */
  readonly method: string | null
  /** How it was paid here. */
  readonly payment_type: 'cc' | 'echeck' | null
  /** The payer's bank or card company took it back. */
  readonly is_returned: boolean
}

interface Answer<Row> {
  readonly is_own: boolean
  readonly total: number
  readonly page: readonly Row[]
}

/**
 * Payments to an account of a member: those that the cooperative's system has imported, and those made in the portal that it
 * has not acknowledged yet. One statement; `undefined` when the account does not exist or is another member's.
 *
 * @param timeZone for the day of a payment made in the portal.
 */
export async function findPayments(
  executor: Executor,
  { memberNumber, accountNumber }: { readonly memberNumber: string; readonly accountNumber: string },
  timeZone: string,
  { from, to, offset, limit }: HistoryPage,
): Promise<History<PastPayment> | undefined> {
  const { rows } = await sql<Answer<PastPayment>>`
    with mine as (
      select 1 from cis.account where account_number = ${accountNumber} and member_number = ${memberNumber}),
    known as (
      select paid_on as day, amount, reference, method, null::text as payment_type, false as is_returned,
        0::bigint as event_id
      from cis.payment where account_number = ${accountNumber}
      union all
      select (event.created_at at time zone ${timeZone}::text)::date, credit.amount, credit.trans_no, null,
        payment.payment_type, event.kind = 'payment-returned', credit.event_id
      from pay.unacknowledged_credit as credit
      join pay.payment as payment on payment.trans_no = credit.trans_no
      join outbox.event as event on event.id = credit.event_id
      where credit.account_number = ${accountNumber} and not exists (
        select 1 from cis.payment as taken
        where taken.account_number = ${accountNumber} and taken.reference = credit.trans_no and credit.amount > 0)),
    wanted as (
      select * from known
      where (${from}::date is null or day >= ${from}::date) and (${to}::date is null or day <= ${to}::date)),
    page as (
      select * from wanted order by day desc, event_id desc, reference desc offset ${offset} limit ${limit})
    select exists (select 1 from mine) as is_own, (select count(*) from wanted) as total,
      (select coalesce(json_agg(page order by day desc, event_id desc, reference desc), '[]') from page) as page`.execute(
    executor,
  )
  return historyOf(rows[0], (row) => ({ ...row, amount: cents(row.amount) }))
}

export interface PastBill {
  readonly bill_date: CalendarDate
  readonly due_date: CalendarDate
  readonly amount: Cents
  readonly ending_balance: Cents | null
  readonly statement_start: CalendarDate | null
  readonly bill_type: string
  readonly usage_kwh: number | null
  readonly can_be_viewed: boolean
  readonly prepaid_daily_total: Cents | null
  readonly prepaid_usage_dollars: Cents | null
  readonly prepaid_charges: Cents | null
  readonly prepaid_taxes: Cents | null
}

/** Bills of an account of a member, in one statement; `undefined` when it does not exist or is another member's. */
export async function findBills(
  executor: Executor,
  { memberNumber, accountNumber }: { readonly memberNumber: string; readonly accountNumber: string },
  { from, to, offset, limit }: HistoryPage,
): Promise<History<PastBill> | undefined> {
  const { rows } = await sql<Answer<PastBill>>`
    with mine as (
      select 1 from cis.account where account_number = ${accountNumber} and member_number = ${memberNumber}),
    wanted as (
      select bill_date, due_date, amount, ending_balance, statement_start, bill_type, usage_kwh, can_be_viewed,
        prepaid_daily_total, prepaid_usage_dollars, prepaid_charges, prepaid_taxes
      from cis.bill
      where account_number = ${accountNumber}
        and (${from}::date is null or bill_date >= ${from}::date) and (${to}::date is null or bill_date <= ${to}::date)),
    page as (select * from wanted order by bill_date desc offset ${offset} limit ${limit})
    select exists (select 1 from mine) as is_own, (select count(*) from wanted) as total,
      (select coalesce(json_agg(page order by bill_date desc), '[]') from page) as page`.execute(executor)
  return historyOf(rows[0], (row) => row)
}

function historyOf<Row>(answer: Answer<Row> | undefined, read: (row: Row) => Row): History<Row> | undefined {
  if (answer === undefined || !answer.is_own) return undefined
  return { total: answer.total, entries: answer.page.map(read) }
}
