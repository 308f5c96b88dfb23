import { delinquentHistory } from '@coopline/contract/accounts/delinquent-history/delinquent-history.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { listDelinquents } from './list-delinquents.ts'
import { loadDelinquentPdf } from './load-delinquent-pdf.ts'

/** Bills that were not paid in time, with the documents that the cooperative has sent about them. */
export const delinquentHistoryFeature: Feature = {
  routes: (routes) => {
    const { list, pdf } = delinquentHistory
    routes.on(list, async (call) => listDelinquents(call.deps, call, call.params.accountNumber))
    // The handle alone identifies the document. The other fields of the request are ignored.
    routes.on(pdf, async (call) => loadDelinquentPdf(call.deps, call, call.body.delinquentViewUrl), {
      needs: 'drawing',
    })
  },
}
