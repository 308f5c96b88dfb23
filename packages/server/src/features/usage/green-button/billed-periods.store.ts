import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'

/** The charge and usage of an account in one billing period, both days included. */
export interface BilledPeriod {
  readonly billDate: CalendarDate
  readonly start: CalendarDate
  readonly end: CalendarDate
  /** `null` when the reader may not see charges. */
  readonly amount: Cents | null
  /** `null` when the bill does not show usage in kWh. */
  readonly wattHours: number | null
}

/** Maximum bills per file; more than thirty years of monthly bills. */
const mostBills = 400

/** An account's bills whose period ends within these days, by date. Leaves out bills that the member may not see. */
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
    from cis.holder_bill
    where account_number = ${accountNumber} and can_be_viewed and statement_start <= statement_end
      and statement_end between ${from} and ${to}
    order by bill_date limit ${mostBills}`.execute(executor)
  return rows
}
