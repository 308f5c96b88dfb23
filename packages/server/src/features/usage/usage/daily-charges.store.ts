import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import { arrayLiteral } from '../../../platform/db/array-literal.ts'
import type { Executor } from '../../../platform/db/open-database.ts'

/** The charges of some days of a prepaid account. */
export interface DailyCharges {
  readonly total: Cents
  /** Days with a charge. */
  readonly days: number
}

/**
 * Sums the daily charges of accounts between two days, both included, of each present holder's days only. Accounts without a charge
 * are absent. Two statements, and one more for each day on which an account changed hands.
 */
export async function sumDailyCharges(
  executor: Executor,
  accountNumbers: readonly string[],
  { from, to }: { readonly from: CalendarDate; readonly to: CalendarDate },
): Promise<ReadonlyMap<string, DailyCharges>> {
  const held = await sql<{ readonly accountNumber: string; readonly since: CalendarDate }>`
    select account_number as "accountNumber", held_since as since from cis.account
    where account_number = any(${arrayLiteral(accountNumbers)}::text::text[]) and held_since > ${from}::date`.execute(
    executor,
  )
  const since = new Map(held.rows.map((row) => [row.accountNumber, row.since]))
  const charges = new Map<string, DailyCharges>()
  for (const [first, accounts] of Map.groupBy(accountNumbers, (one) => since.get(one) ?? from)) {
    const { rows } = await sql<{ readonly accountNumber: string; readonly total: number; readonly days: number }>`
      select account_number as "accountNumber", sum(charge)::bigint as total, count(distinct day)::integer as days
      from meter.daily_reading
      where account_number = any(${arrayLiteral(accounts)}::text::text[]) and day between ${first} and ${to}
        and charge is not null
      group by account_number`.execute(executor)
    for (const { accountNumber, total, days } of rows) charges.set(accountNumber, { total: cents(total), days })
  }
  return charges
}
