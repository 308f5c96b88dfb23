import type { accounts, ListedAccount } from '@coopline/contract/accounts/accounts/accounts.contract'
import type { Calls } from '@coopline/contract/calls'

export const accountsLine = 'GET /v3/members/{memberNumber}/accounts' satisfies (typeof accounts)['list']['call']

export type MemberAccounts = Calls[typeof accountsLine]['answer']
export type { ListedAccount }

/** The account that is shown and at most four others (SH-52). */
const shown = '5'

/**
 * Builds the input of the call for the few accounts under the header, `first` before all others: signing in, the account list and
 * every page about an account share one answer.
 */
export const accountsInput = (memberNumber: string, first: string | null = null) => ({
  params: { memberNumber },
  query: first === null ? { pageSize: shown } : { pageSize: shown, first },
})
