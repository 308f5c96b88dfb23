import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor } from '../../../../platform/db/open-database.ts'

/**
 * Lists the amounts that arrangements made in the portal defer past `today`, in whole cents by account: the sum of the payments that are
 * due later, and no more than the balance. Once the cooperative's system has imported the arrangement, the amount is the balance of its
 * row, without the next payment if that is due. Accounts without an arrangement, or with a paid one, are absent.
 */
export async function listDeferred(
  executor: Executor,
  accountNumbers: readonly string[],
  today: CalendarDate,
): Promise<ReadonlyMap<string, Cents>> {
  const rows = await executor
    .selectFrom('portal.current_arrangement as arrangement')
    .select([
      'account_number',
      sql<Cents>`case
        when is_made_here then least(balance, (
          select coalesce(sum(part.amount), 0)
          from jsonb_to_recordset(payments) as part ("dueOn" date, amount bigint)
          where part."dueOn" > ${today}::date))
        when next_due > ${today}::date then balance
        else greatest(balance - next_amount, 0) end::bigint`.as('deferred'),
    ])
    // The view reads every payment of an account, so limit it to accounts with an arrangement.
    .where(
      sql<boolean>`account_number = any(array(select distinct account_number from portal.arrangement
        where account_number = any(${[...accountNumbers]}::text[])))`,
    )
    .where(sql<boolean>`balance > 0`)
    .execute()
  return new Map(rows.map((row) => [row.account_number, cents(row.deferred)]))
}

/**
 * Lists the amounts that arrangements defer past a day, in whole cents by account, where each account has a day of its own. Takes one
 * statement for each day on which an account with an arrangement is due.
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
