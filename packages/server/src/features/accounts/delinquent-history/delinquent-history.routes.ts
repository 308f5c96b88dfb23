import { delinquentHistory } from '@coopline/contract/accounts/delinquent-history/delinquent-history.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { listDelinquents } from './list-delinquents.ts'
import { loadDelinquentPdf } from './load-delinquent-pdf.ts'

/** Bills that were not paid in time, with what the cooperative has sent about them. */
export const delinquentHistoryFeature: Feature = {
  routes: (routes) => {
    const { list, pdf } = delinquentHistory
    routes.onMember(list, async (call) => listDelinquents(call.deps, call, call.params.accountNumber))
    // The handle alone says which document is meant: the time and the day of the notice decide nothing.
    routes.onMember(pdf, async (call) => loadDelinquentPdf(call.deps, call, call.body.delinquentViewUrl), {
      needs: 'drawing',
    })
  },
}
