import { operationRoundUp } from '@coopline/contract/accounts/operation-roundup/operation-roundup.contract'
import type { Feature, RouteOptions } from '../../../platform/http/call.ts'
import { todayOf } from '../../../platform/today.ts'
import { listAccountChoices } from '../my-profile/public.ts'
import { updateRoundUp } from './update-roundup.ts'

const options: RouteOptions = { isOffered: ({ RoundUp }) => RoundUp }

/** Operation RoundUp, by account: bills are rounded up for people in need. The `my-profile` slice owns the tables. */
export const operationRoundUpFeature: Feature = {
  routes: (routes) => {
    routes.on(
      operationRoundUp.list,
      async ({ deps, caller }) => ({
        results: (await listAccountChoices(deps.db, caller.memberNumber)).map(
          ({ accountNumber, accountType, address, roundUp }) => ({
            accountNumber,
            accountType,
            address,
            operationRoundup: roundUp.isEnrolled,
            operationRoundupAmount: roundUp.amount,
            operationRoundupExpiration: roundUp.expiration,
          }),
        ),
        today: todayOf(deps),
      }),
      options,
    )
    routes.on(operationRoundUp.update, async (call) => updateRoundUp(call.deps, call, call.body.items), options)
  },
}
