import { isAfter, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/open-database.ts'

/**
 * What arrangements made here defer past today, by account: all that is left of them, but for a payment that is due. An account without
 * one is not in it.
 */
export async function listDeferred(
  executor: Executor,
  accountNumbers: readonly string[],
  today: CalendarDate,
): Promise<ReadonlyMap<string, Cents>> {
  const rows = await executor
    .selectFrom('portal.current_arrangement')
    .select(['account_number', 'balance', 'next_amount', 'next_due'])
    // The view looks at every payment of an account: only where there is an arrangement.
    .where(
      sql<boolean>`account_number = any(array(select distinct account_number from portal.arrangement
        where account_number = any(${[...accountNumbers]}::text[])))`,
    )
    .where('is_made_here', '=', true)
    .execute()
  return new Map(
    rows.flatMap(({ account_number: account, balance, next_amount: next, next_due: dueOn }) => {
      if (balance === null || dueOn === null) return []
      return [[account, isAfter(dueOn, today) ? balance : subtractCents(balance, next ?? zeroCents)] as const]
    }),
  )
}
