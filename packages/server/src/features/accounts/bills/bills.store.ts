import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import { type History, type HistoryAnswer, historyOf, type HistoryPage } from '../../../platform/db/history-page.ts'
import type { Executor } from '../../../platform/db/open-database.ts'

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

/** Finds the bills of an account of a member, in one statement; `undefined` when it does not exist or is another member's. */
export async function findBills(
  executor: Executor,
  { memberNumber, accountNumber }: { readonly memberNumber: string; readonly accountNumber: string },
  { from, to, offset, limit }: HistoryPage,
): Promise<History<PastBill> | undefined> {
  const { rows } = await sql<HistoryAnswer<PastBill>>`
    with mine as (
      select 1 from cis.account where account_number = ${accountNumber} and member_number = ${memberNumber}),
    wanted as (
      select bill_date, due_date, amount, ending_balance, statement_start, bill_type, usage_kwh, can_be_viewed,
        prepaid_daily_total, prepaid_usage_dollars, prepaid_charges, prepaid_taxes
      from cis.holder_bill
      where account_number = ${accountNumber}
        and (${from}::date is null or bill_date >= ${from}::date) and (${to}::date is null or bill_date <= ${to}::date)),
    page as (select * from wanted order by bill_date desc offset ${offset} limit ${limit})
    select exists (select 1 from mine) as is_own, (select count(*) from wanted) as total,
      (select coalesce(json_agg(page order by bill_date desc), '[]') from page) as page`.execute(executor)
  return historyOf(rows[0], (row) => row)
}
