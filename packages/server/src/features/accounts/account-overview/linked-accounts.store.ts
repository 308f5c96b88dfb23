import { cents } from '@coopline/rules/kernel/money'
import type { LinkedAccount } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'
import { unacknowledgedCredit } from '../accounts/public.ts'

interface LinkedRow {
  readonly account_number: string
  readonly account_type: string
  readonly billed_balance: number
}

/**
 * Finds the accounts of the same member whose bills are settled together with this one, by number. Their balances exclude payments made
 * here that are not acknowledged. It is one statement; `undefined` when the account does not exist or is another member's.
 */
export async function findLinkedAccounts(
  executor: Executor,
  memberNumber: string,
  accountNumber: string,
): Promise<readonly LinkedAccount[] | undefined> {
  const { rows } = await sql<{ readonly is_own: boolean; readonly linked: readonly LinkedRow[] }>`
    with linked as (
      select other.account_number, other.account_type, balance.balance - ${unacknowledgedCredit('other')} as billed_balance
      from cis.linked_account as link
      join cis.account as other on other.account_number = link.linked_account_number
      join cis.balance as balance on balance.account_number = other.account_number
      where link.account_number = ${accountNumber} and link.linked_account_number <> link.account_number
        and other.member_number = ${memberNumber})
    select exists (
        select 1 from cis.account where account_number = ${accountNumber} and member_number = ${memberNumber}) as is_own,
      (select coalesce(json_agg(linked order by account_number), '[]') from linked) as linked`.execute(executor)
  const [answer] = rows
  if (answer === undefined || !answer.is_own) return undefined
  return answer.linked.map((row) => ({
    accountNumber: row.account_number,
    accountType: row.account_type,
    billedBalance: cents(row.billed_balance),
  }))
}
