import { isAfter, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/open-database.ts'

/**
 * Amount that arrangements made in the portal defer past today, by account: the remaining balance minus an installment that is
 * due. Accounts without an arrangement are absent.
 */
export async function listDeferred(
  executor: Executor,
  accountNumbers: readonly string[],
  today: CalendarDate,
): Promise<ReadonlyMap<string, Cents>> {
  const rows = await executor
    .selectFrom('portal.current_arrangement')
    .select(['account_number', 'balance', 'next_amount', 'next_due'])
    // The view reads every payment of an account, so limit it to accounts with an arrangement.
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

/**
 * The same for accounts that are each asked about a day of their own. Takes one statement for each day on which an account with an
 * arrangement is due.
 */
export async function listDeferredOn(
  executor: Executor,
  accounts: readonly { readonly accountNumber: string; readonly dueOn: CalendarDate }[],
): Promise<ReadonlyMap<string, Cents>> {
  const [earliest] = accounts.map(({ dueOn }) => dueOn).toSorted()
  if (earliest === undefined) return new Map()
  const arranged = await listDeferred(
    executor,
    accounts.map(({ accountNumber }) => accountNumber),
    earliest,
  )
  const deferred = new Map<string, Cents>()
  const days = Map.groupBy(
    accounts.filter(({ accountNumber }) => arranged.has(accountNumber)),
    ({ dueOn }) => dueOn,
  )
  for (const [day, onDay] of days)
    for (const entry of await listDeferred(
      executor,
      onDay.map(({ accountNumber }) => accountNumber),
      day,
    ))
      deferred.set(...entry)
  return deferred
}
