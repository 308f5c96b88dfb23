import { aBill } from '@coopline/testing/builders/bill'
import type { Insertable } from 'kysely'
import type { Database } from '../platform/db/open-database.ts'
import type { Schema } from '../platform/db/schema.ts'

type NewBill = Insertable<Schema['cis.bill']>
type NewLine = Omit<Insertable<Schema['cis.bill_line']>, 'account_number' | 'bill_date'>

/** Writes a bill with its lines: Ada's of $142.37, unless the test says otherwise. */
export async function seedBill(
  db: Database,
  bill: Partial<NewBill> = {},
  lines: readonly NewLine[] = aBill().lines,
): Promise<NewBill> {
  const row = { account_number: '100100101', ...aBill().columns, ...bill }
  await db.insertInto('cis.bill').values(row).execute()
  const { account_number, bill_date } = row
  if (lines.length > 0)
    await db
      .insertInto('cis.bill_line')
      .values(lines.map((line) => ({ ...line, account_number, bill_date })))
      .execute()
  return row
}
