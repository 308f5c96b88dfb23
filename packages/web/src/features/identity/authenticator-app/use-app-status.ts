import type { authenticatorApp } from '@coopline/contract/identity/authenticator-app/authenticator-app.contract'
import type { Calls } from '@coopline/contract/calls'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'

const line = 'GET /v3/members/{memberNumber}/mfa' satisfies (typeof authenticatorApp)['status']['call']

export type AppStatusData = Calls[typeof line]['answer']

/** Whether an app is active and how many recovery codes are left; `put` keeps what a call has just made of it. */
export function useAppStatus(memberNumber: string): {
  readonly query: UseQueryResult<AppStatusData>
  readonly put: (status: AppStatusData) => void
} {
  const queries = useQueryClient()
  const input = { params: { memberNumber } }
  const query = useMemberRead(line, input)
  return { query, put: (status) => queries.setQueryData([line, input], status) }
}
