import type { Executor } from '../../../platform/db/open-database.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { Account } from './account.ts'
import { findAccount } from './accounts.store.ts'

/**
 * Loads an account with the amounts that may be paid on it now.
 *
 * @throws NotFound when it does not exist or is another member's; the answer is the same.
 */
export async function loadPayable(executor: Executor, memberNumber: string, accountNumber: string): Promise<Account> {
  const account = await findAccount(executor, memberNumber, accountNumber)
  if (account === undefined) throw new NotFound('No such account of that member')
  return account
}
