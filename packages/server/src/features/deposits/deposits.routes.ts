import { deposits } from '@coopline/contract/deposits/deposits.contract'
import type { Feature } from '../../platform/http/call.ts'
import { listDeposits } from './list-deposits.ts'

/** What a member has left with the cooperative as a security. */
export const depositsFeature: Feature = {
  routes: (routes) => {
    routes.onMember(deposits.list, async (call) => listDeposits(call.deps, call, call.params.accountNumber))
  },
}
