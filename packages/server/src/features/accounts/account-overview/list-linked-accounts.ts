import type { LinkedAccount } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { findLinkedAccounts } from './linked-accounts.store.ts'

/**
 * Lists the accounts that are linked to an account; none when the cooperative does not show linked accounts.
 *
 * @throws NotOwned when the account is not the member's.
 */
export async function listLinkedAccounts(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { caller }: MemberRequest,
  accountNumber: string,
): Promise<{ readonly results: LinkedAccount[] }> {
  const linked = requireOwnAccount(await findLinkedAccounts(deps.db, caller.memberNumber, accountNumber), accountNumber)
  return { results: deps.settings.current().LinkedAccountsEnabled ? [...linked] : [] }
}
