import type { AccountSort, AccountTotals } from '@coopline/contract/accounts/accounts/accounts.contract'
import { cents, type Cents } from '@coopline/rules/kernel/money'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'
import type { Account } from './account.ts'
import { accountRows, toAccount } from './accounts.store.ts'
import { unacknowledgedCredit } from './unacknowledged-credit.store.ts'

/** The page, the search words and the order of a list of a member's accounts. */
export interface WantedAccounts {
  readonly offset: number
  readonly limit: number
  /** The account that is listed before all others. */
  readonly first?: string | undefined
  /** Words that must all occur in the account's number, address, holder or type. */
  readonly words: readonly string[]
  readonly sort?: AccountSort | undefined
  readonly descending: boolean
}

/** Lists a page of a member's accounts, and the number on all pages. Without `sort`, the primary one is first, then by number. */
export async function listMemberAccounts(
  executor: Executor,
  memberNumber: string,
  { offset, limit, first, words, sort, descending }: WantedAccounts,
): Promise<{ readonly accounts: readonly Account[]; readonly total: number }> {
  const sought = sql.join([sql`true`, ...words.map((word) => sql`${searched} ilike ${patternOf(word)}`)], sql` and `)
  const query = accountRows(executor)
    .where('account.member_number', '=', memberNumber)
    .where(sql<boolean>`${sought}`)
    .orderBy((eb) => eb('account.account_number', '=', first ?? ''), 'desc')
  const ordered =
    sort === undefined
      ? query.orderBy('account.is_primary', 'desc')
      : query.orderBy(sortKeys[sort], (by) => (descending ? by.desc() : by.asc()).nullsLast())
  const rows = await ordered.orderBy('account.account_number').offset(offset).limit(limit).execute()
  const { total } = await executor
    .selectFrom('cis.account as account')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('member_number', '=', memberNumber)
    .where(sql<boolean>`${sought}`)
    .executeTakeFirstOrThrow()
  return { accounts: rows.map(toAccount), total }
}

/** The searchable text of an account: everything in the list. */
const searched = sql`concat_ws(' ', account.account_number, account.service_street, account.service_city,
  account.service_state, account.service_zip, account.holder_name, account.account_type)`

/** Builds the pattern that finds a word anywhere in a text. Wildcards in the word are escaped. */
const patternOf = (word: string): string => `%${word.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`

const credit = unacknowledgedCredit('account')

/** The balance and the past-due amount as `applyCredit` computes them, for sorting and sums in the database. */
const balance = sql<Cents>`(balance.balance - case when account.is_prepaid then -${credit} else ${credit} end)`
const pastDue = sql<Cents>`(
  case when ${credit} > 0 then greatest(balance.past_due - ${credit}, least(balance.past_due, 0)) else balance.past_due end)`

/** The sort keys. Texts are sorted case-insensitively. */
const sortKeys: Readonly<Record<AccountSort, RawBuilder<unknown>>> = {
  accountNumber: sql`account.account_number`,
  accountHolderName: sql`lower(account.holder_name)`,
  accountType: sql`lower(account.account_type)`,
  serviceAddress: sql`lower(account.service_street)`,
  derivedStatus: sql`lower(account.derived_status)`,
  accountBalance: balance,
  pastDueAmount: pastDue,
  dueDate: sql`balance.due_date`,
}

/** The debt of an account: a prepaid account owes the usage that exceeds its payments. */
const owed = sql`greatest(case when account.is_prepaid then -${balance} else ${balance} end, 0)`

/** Counts a member's accounts and sums up what is owed on them, in whole cents. A credit on one account settles nothing on another. */
export async function sumMemberAccounts(executor: Executor, memberNumber: string): Promise<AccountTotals> {
  const { rows } = await sql<{ total: number; owed: number; past_due: number }>`
    select count(*) as total, coalesce(sum(${owed}), 0)::bigint as owed,
      coalesce(sum(greatest(${pastDue}, 0)), 0)::bigint as past_due
    from cis.account as account
    join cis.balance as balance on balance.account_number = account.account_number
    where account.member_number = ${memberNumber}`.execute(executor)
  const [sums] = rows
  return {
    totalRecords: sums?.total ?? 0,
    totalOwed: cents(sums?.owed ?? 0),
    totalPastDue: cents(sums?.past_due ?? 0),
  }
}
