import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'

export interface DepositRow {
  readonly reference: string
  readonly received_on: CalendarDate
  readonly kind: string
  readonly amount: Cents
  readonly interest: Cents
  readonly refunded_on: CalendarDate | null
}

/** Finds the deposits of an account of a member, in one statement; `undefined` when it does not exist or is another member's. */
export async function findDeposits(
  executor: Executor,
  memberNumber: string,
  accountNumber: string,
): Promise<readonly DepositRow[] | undefined> {
  const { rows } = await sql<{ readonly is_own: boolean; readonly deposits: readonly DepositRow[] }>`
    with deposits as (
      select reference, received_on, kind, amount, interest, refunded_on
      from cis.holder_deposit where account_number = ${accountNumber})
    select exists (
        select 1 from cis.account where account_number = ${accountNumber} and member_number = ${memberNumber}) as is_own,
      (select coalesce(json_agg(deposits order by received_on desc, reference), '[]') from deposits) as deposits`.execute(
    executor,
  )
  const [answer] = rows
  if (answer === undefined || !answer.is_own) return undefined
  return answer.deposits.map((row) => ({ ...row, amount: cents(row.amount), interest: cents(row.interest) }))
}
