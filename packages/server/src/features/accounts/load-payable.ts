import type { Executor } from '../../platform/db/open-database.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Account } from './account.ts'
import { findAccount } from './accounts.store.ts'

/**
 * An account as it may be paid now, always asked for by member and account.
 *
 * @throws NotFound when it does not exist or is not that member's: the two are never told apart.
 */
export async function loadPayable(executor: Executor, memberNumber: string, accountNumber: string): Promise<Account> {
  const account = await findAccount(executor, memberNumber, accountNumber)
  if (account === undefined) throw new NotFound('No such account of that member')
  return account
}
