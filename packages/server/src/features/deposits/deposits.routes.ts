import { deposits } from '@coopline/contract/deposits/deposits.contract'
import type { Feature } from '../../platform/http/call.ts'
import { memberCaller } from '../sign-in/public.ts'
import { listDeposits } from './list-deposits.ts'

/** What a member has left with the cooperative as a security. */
export const depositsFeature: Feature = {
  routes: (routes) => {
    routes.on(deposits.list, async ({ deps, request, caller, params }) => {
      const { memberNumber } = memberCaller(caller)
      return listDeposits(deps, { endpoint: deposits.list, request, memberNumber }, params.accountNumber)
    })
  },
}
