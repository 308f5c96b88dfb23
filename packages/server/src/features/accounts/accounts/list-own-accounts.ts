import type { AccountSort, AccountTotals, ListedAccount } from '@coopline/contract/accounts/accounts/accounts.contract'
import { yesNo } from '@coopline/rules/kernel/flag'
import type { Deps } from '../../../platform/deps.ts'
import { listMemberAccounts, sumMemberAccounts } from './member-accounts.store.ts'

/** The requested page of accounts, counted from 1, and the account that is listed first. */
interface AccountsQuery {
  readonly page?: number
  readonly pageSize?: number
  readonly first?: string | undefined
  readonly search?: string | undefined
  readonly sort?: AccountSort | undefined
  readonly order?: 'asc' | 'desc' | undefined
}

/** Lists a page of the member's accounts, and their number. The primary one is first, then by number, unless the query sorts. */
export async function listOwnAccounts(
  deps: Pick<Deps, 'db'>,
  memberNumber: string,
  { page = 1, pageSize = 100, first, search = '', sort, order }: AccountsQuery,
): Promise<{ readonly results: ListedAccount[]; readonly totalRecords: number }> {
  const { accounts, total } = await listMemberAccounts(deps.db, memberNumber, {
    offset: (page - 1) * pageSize,
    limit: pageSize,
    first,
    words: search.split(/[\s,]+/u).filter((word) => word !== ''),
    sort,
    descending: order === 'desc',
  })
  return {
    totalRecords: total,
    results: accounts.map((account) => ({
      accountNumber: account.accountNumber,
      accountHolderName: account.holderName,
      accountType: account.accountType,
      serviceAddress: `${account.serviceAddress.street}, ${account.serviceAddress.city}, ${account.serviceAddress.state} ${account.serviceAddress.zip}`,
      accountStatus: account.accountStatus,
      derivedStatus: account.derivedStatus,
      isPrimaryAccount: account.isPrimary,
      isPrepaidAccount: yesNo(account.isPrepaid),
      prepaidLabel: account.prepaidLabel,
      accountBalance: account.balance,
      pastDueAmount: account.pastDue,
      dueDate: account.dueDate,
    })),
  }
}

/** Sums up the amounts owed on all accounts of the member, in whole cents, less payments made here. */
export const loadOwnTotals = async (deps: Pick<Deps, 'db'>, memberNumber: string): Promise<AccountTotals> =>
  sumMemberAccounts(deps.db, memberNumber)
