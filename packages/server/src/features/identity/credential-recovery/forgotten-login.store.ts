import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'

/** Finds the number of the member who holds an account, has a login, and has that email address on file or at the login. */
export async function findMemberByAccountAndEmail(
  executor: Executor,
  accountNumber: string,
  email: string,
): Promise<string | undefined> {
  const row = await executor
    .selectFrom('cis.account as account')
    .innerJoin('portal.login as login', 'login.member_number', 'account.member_number')
    .select('login.member_number')
    .where('account.account_number', '=', accountNumber)
    .where((eb) =>
      eb.or([
        eb(sql<string>`lower(login.email)`, '=', email),
        eb.exists(
          eb
            .selectFrom('cis.email as filed')
            .select('filed.address')
            .whereRef('filed.member_number', '=', 'account.member_number')
            .where(sql<string>`lower(filed.address)`, '=', email),
        ),
      ]),
    )
    .executeTakeFirst()
  return row?.member_number
}
