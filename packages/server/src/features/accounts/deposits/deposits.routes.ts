import { deposits } from '@coopline/contract/accounts/deposits/deposits.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { listDeposits } from './list-deposits.ts'

/** The deposits that a member has paid to the cooperative. */
export const depositsFeature: Feature = {
  routes: (routes) => {
    routes.on(deposits.list, async (call) => listDeposits(call.deps, call, call.params.accountNumber))
  },
}
