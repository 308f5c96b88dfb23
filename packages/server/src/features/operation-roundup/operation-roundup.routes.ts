import { operationRoundUp } from '@coopline/contract/operation-roundup/operation-roundup.contract'
import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import type { Feature, MemberRouteOptions } from '../../platform/http/call.ts'
import { listAccountChoices } from '../my-profile/public.ts'
import { updateRoundUp } from './update-roundup.ts'

const options: MemberRouteOptions = { isOffered: ({ RoundUp }) => RoundUp }

/** Operation RoundUp by account: bills rounded up for people in need. The `my-profile` slice owns the tables. */
export const operationRoundUpFeature: Feature = {
  routes: (routes) => {
    routes.onMember(
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
        today: calendarDateIn(deps.settings.current().timeZone, deps.clock.now()),
      }),
      options,
    )
    routes.onMember(operationRoundUp.update, async (call) => updateRoundUp(call.deps, call, call.body.items), options)
  },
}
