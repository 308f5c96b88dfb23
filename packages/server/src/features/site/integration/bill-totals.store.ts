import { sql } from 'kysely'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Executor } from '../../../platform/db/open-database.ts'
import { rowsAsTable } from '../../../platform/db/rows-as-table.ts'

export interface UnequalBill {
  readonly accountNumber: string
  readonly billDate: CalendarDate
  readonly amount: Cents
  readonly lines: Cents
}

/**
 * Lists those of the given bills whose lines do not add up to their amounts.
 *
 * @param keys account number and day of each bill.
 */
export async function listUnequalBills(
  db: Executor,
  keys: readonly (readonly [string, string])[],
): Promise<readonly UnequalBill[]> {
  const { rows } = await sql<UnequalBill>`
    select bill.account_number as "accountNumber", bill.bill_date as "billDate", bill.amount, lines.sum as lines
    from ${rowsAsTable([{ type: 'text' }, { type: 'date' }], keys)} as asked (account_number, bill_date)
    join cis.bill bill on bill.account_number = asked.account_number and bill.bill_date = asked.bill_date
    cross join lateral (
      select sum(line.amount)::bigint as sum from cis.bill_line line
      where line.account_number = asked.account_number and line.bill_date = asked.bill_date
    ) as lines
    where lines.sum <> bill.amount
    order by bill.account_number, bill.bill_date`.execute(db)
  return rows
}
