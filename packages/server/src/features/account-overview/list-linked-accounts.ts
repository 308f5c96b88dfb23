import type { LinkedAccount } from '@coopline/contract/account-overview/account-overview.contract'
import type { Deps } from '../../platform/deps.ts'
import { findLinkedAccounts } from './linked-accounts.store.ts'
import { type Asked, refuseForeignAccount } from './refuse-foreign-account.ts'

/**
 * The accounts that are linked to one; none where the cooperative does not show linked accounts.
 *
 * @throws NotFound when the account does not exist or is another member's.
 */
export async function listLinkedAccounts(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  asked: Asked,
  accountNumber: string,
): Promise<{ readonly results: LinkedAccount[] }> {
  const linked = await findLinkedAccounts(deps.db, asked.memberNumber, accountNumber)
  if (linked === undefined) return refuseForeignAccount(deps, asked, accountNumber)
  return { results: deps.settings.current().LinkedAccountsEnabled ? [...linked] : [] }
}
