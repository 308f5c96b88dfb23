import { arrangements } from '@coopline/contract/paying/arrangements/arrangements.contract'
import type { Feature, RouteOptions } from '../../../platform/http/call.ts'
import { listChoices } from './list-choices.ts'
import { makeArrangement } from './make-arrangement.ts'

const options: RouteOptions = {
  isOffered: ({ Arrangements, OnlineArrangements }) => Arrangements && OnlineArrangements,
}

/** Payment arrangements that members make themselves. */
export const arrangementsFeature: Feature = {
  routes: (routes) => {
    routes.on(arrangements.choices, async (call) => listChoices(call.deps, call, call.params.accountNumber), options)
    routes.on(
      arrangements.make,
      async (call) => makeArrangement(call.deps, call, call.params.accountNumber, call.body),
      options,
    )
  },
}
