import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import type { Insertable } from 'kysely'
import type { Database } from '../platform/db/open-database.ts'
import type { Schema } from '../platform/db/schema.ts'

type NewBill = Insertable<Schema['cis.bill']>
type NewLine = Omit<Insertable<Schema['cis.bill_line']>, 'account_number' | 'bill_date'>

const ordinaryBill = {
  account_number: '100100101',
  bill_date: calendarDate('2026-11-13'),
  due_date: calendarDate('2026-12-04'),
  amount: cents(14_237),
  usage_kwh: '896.6',
  statement_start: calendarDate('2026-10-12'),
  statement_end: calendarDate('2026-11-11'),
  previous_balance: cents(13_102),
  payments_received: cents(13_102),
  ending_balance: cents(14_237),
} as const

const ordinaryLines: readonly NewLine[] = [
  { line: 1, description: 'Service charge', quantity: null, amount: cents(2_800) },
  { line: 2, description: 'Energy', quantity: '896.6', unit: 'kWh', amount: cents(11_437) },
]

/** Writes a bill with its lines: Ada's of $142.37, unless the test says otherwise. */
export async function seedBill(
  db: Database,
  bill: Partial<NewBill> = {},
  lines: readonly NewLine[] = ordinaryLines,
): Promise<NewBill> {
  const row = { ...ordinaryBill, ...bill }
  await db.insertInto('cis.bill').values(row).execute()
  const { account_number, bill_date } = row
  if (lines.length > 0)
    await db
      .insertInto('cis.bill_line')
      .values(lines.map((line) => ({ ...line, account_number, bill_date })))
      .execute()
  return row
}
