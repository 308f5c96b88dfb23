import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'
import type { MemberSearch } from './read-search.ts'

/** The numbers of members that fit a search, at most `limit`, in no particular order. */
export async function findMemberNumbers(
  executor: Executor,
  { number, phone, email, usernameKey, words }: MemberSearch,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly member_number: string }>`
    select distinct member_number from (
      (select member_number from cis.member where member_number = ${number}::text)
      union all (select member_number from cis.account where account_number = ${number}::text)
      union all (select member_number from portal.login where username_key = ${usernameKey}::text)
      union all (select member_number from cis.phone where digits = ${phone}::text limit ${limit})
      union all (select member_number from portal.contact where channel = 'text' and value = ${phone}::text limit ${limit})
      union all (select member_number from cis.email where lower(address) = ${email}::text limit ${limit})
      union all (select member_number from portal.contact where channel = 'email' and value = ${email}::text limit ${limit})
      union all (select member_number from portal.login where email = ${email}::text limit ${limit})
      union all (select member_number from cis.member
        where cis.search_words(name) @@ ${words}::tsquery limit ${limit})
      union all (select member_number from cis.account
        where cis.search_words(holder_name || ' ' || service_street || ' ' || service_city) @@ ${words}::tsquery
        limit ${limit})
    ) as found limit ${limit}`.execute(executor)
  return rows.map((row) => row.member_number)
}

/** A member as a list shows them. */
export interface ListedMember {
  readonly memberNumber: string
  readonly name: string
  /** `null` without an online account. */
  readonly username: string | null
  readonly lockedUntil: Date | null
  /** True when too many wrong passwords closed the online account. */
  readonly isDisabled: boolean
  readonly accounts: readonly ListedAccount[]
}

interface ListedAccount {
  readonly accountNumber: string
  readonly status: string
  readonly address: string
}

/** Members by name, with at most `mostAccounts` accounts each. */
export async function listMembers(
  executor: Executor,
  memberNumbers: readonly string[],
  mostAccounts: number,
): Promise<readonly ListedMember[]> {
  const { rows } = await sql<ListedMember>`
    select member.member_number as "memberNumber", member.name, login.username, login.locked_until as "lockedUntil",
      login.disabled_at is not null as "isDisabled",
      coalesce((select jsonb_agg(to_jsonb(account)) from (
        select account_number as "accountNumber", account_status as status,
          service_street || ', ' || service_city as address
        from cis.account where account.member_number = member.member_number
        order by is_primary desc, account_number limit ${mostAccounts}) as account), '[]'::jsonb) as accounts
    from cis.member as member left join portal.login as login on login.member_number = member.member_number
    where member.member_number = any(${[...memberNumbers]}::text[])
    order by member.name, member.member_number`.execute(executor)
  return rows
}
