import { isAfter, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import type { Executor } from '../../platform/db/open-database.ts'

/** What the account's arrangement defers past today: all that is left of it, but for a payment that is due. */
export async function findDeferred(executor: Executor, accountNumber: string, today: CalendarDate): Promise<Cents> {
  const row = await executor
    .selectFrom('portal.current_arrangement')
    .select(['balance', 'next_amount', 'next_due'])
    .where('account_number', '=', accountNumber)
    .where('is_made_here', '=', true)
    .executeTakeFirst()
  if (row === undefined || row.balance === null || row.next_due === null) return zeroCents
  return isAfter(row.next_due, today) ? row.balance : subtractCents(row.balance, row.next_amount ?? zeroCents)
}
