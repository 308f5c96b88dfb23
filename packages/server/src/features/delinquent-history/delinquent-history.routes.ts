import { delinquentHistory } from '@coopline/contract/delinquent-history/delinquent-history.contract'
import type { Endpoint } from '@coopline/contract/endpoint'
import type { Caller, Feature, RequestFacts } from '../../platform/http/call.ts'
import type { Asked } from '../account-overview/public.ts'
import { memberCaller } from '../sign-in/public.ts'
import { listDelinquents } from './list-delinquents.ts'
import { loadDelinquentPdf } from './load-delinquent-pdf.ts'

const askedOf = (endpoint: Endpoint, caller: Caller, request: RequestFacts): Asked => ({
  endpoint,
  request,
  memberNumber: memberCaller(caller).memberNumber,
})

/** Bills that were not paid in time, with what the cooperative has sent about them. */
export const delinquentHistoryFeature: Feature = {
  routes: (routes) => {
    const { list, pdf } = delinquentHistory
    routes.on(list, async ({ deps, request, caller, params }) =>
      listDelinquents(deps, askedOf(list, caller, request), params.accountNumber),
    )
    // The handle alone says which document is meant: the time and the day of the notice decide nothing.
    routes.on(
      pdf,
      async ({ deps, request, caller, body }) =>
        loadDelinquentPdf(deps, askedOf(pdf, caller, request), body.delinquentViewUrl),
      'drawing',
    )
  },
}
