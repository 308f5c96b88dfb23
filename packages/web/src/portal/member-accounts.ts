import type { accounts } from '@coopline/contract/accounts/accounts.contract'
import type { Calls } from '@coopline/contract/calls'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemberRead } from './use-member-read.ts'

export const accountsLine = 'GET /v3/members/{memberNumber}/accounts' satisfies (typeof accounts)['list']['call']

export type MemberAccounts = Calls[typeof accountsLine]['answer']

/** What loads a member's accounts: signing in, the overview and whatever lists them share one answer. */
export const accountsInput = (memberNumber: string) => ({ params: { memberNumber }, query: { pageSize: '100' } })

/** The accounts of the member who is signed in. */
export const useMemberAccounts = (memberNumber: string): UseQueryResult<MemberAccounts> =>
  useMemberRead(accountsLine, accountsInput(memberNumber))
