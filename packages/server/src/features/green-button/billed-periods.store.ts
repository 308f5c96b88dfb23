import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/open-database.ts'

/** What a bill charged for the usage of its days, both included. */
export interface BilledPeriod {
  readonly billDate: CalendarDate
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly amount: Cents
  /** `null` when the bill names no usage in kWh. */
  readonly wattHours: number | null
}

/** Bills of one file. Monthly bills of more than thirty years. */
const mostBills = 400

/** The bills of an account whose period ends within these days, by date. Bills that may not be viewed are left out. */
export async function listBilledPeriods(
  executor: Executor,
  {
    accountNumber,
    from,
    to,
  }: { readonly accountNumber: string; readonly from: CalendarDate; readonly to: CalendarDate },
): Promise<readonly BilledPeriod[]> {
  const { rows } = await sql<BilledPeriod>`
    select bill_date as "billDate", statement_start as start, statement_end as end, amount,
      round(usage_kwh * 1000)::bigint as "wattHours"
    from cis.bill
    where account_number = ${accountNumber} and can_be_viewed and statement_start <= statement_end
      and statement_end between ${from} and ${to}
    order by bill_date limit ${mostBills}`.execute(executor)
  return rows
}
