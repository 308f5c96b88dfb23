import { bills } from '@coopline/contract/accounts/bills/bills.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { listBills } from './list-bills.ts'
import { loadBill } from './load-bill.ts'
import { loadBillPdf } from './load-bill-pdf.ts'

/** Bills of an account: the list, and each as figures and as PDF. */
export const billsFeature: Feature = {
  routes: (routes) => {
    routes.on(bills.list, async (call) => listBills(call.deps, call, call.params.accountNumber, call.query))
    routes.on(bills.view, async (call) => loadBill(call.deps, call, call.body.billViewUrl))
    // The handle alone identifies the bill. The other fields of the request are ignored.
    routes.on(bills.pdf, async (call) => loadBillPdf(call.deps, call, call.body.billViewUrl), {
      needs: 'drawing',
    })
  },
}
