import { accountOverview } from '@coopline/contract/account-overview/account-overview.contract'
import type { Feature } from '../../platform/http/call.ts'
import { listLinkedAccounts } from './list-linked-accounts.ts'
import { loadBill } from './load-bill.ts'
import { loadBillPdf } from './load-bill-pdf.ts'
import { loadCapitalCreditPdf } from './load-capital-credit-pdf.ts'
import { loadBills, loadPayments } from './load-history.ts'
import { loadMyMeterLink } from './load-my-meter-link.ts'
import { loadOverview } from './load-overview.ts'

/** What a member sees of an account: what is owed, its history, its bills. */
export const accountOverviewFeature: Feature = {
  routes: (routes) => {
    const { info, payments, bills, linked, bill, billPdf, capitalCreditPdf, myMeter } = accountOverview
    routes.onMember(info, async (call) => loadOverview(call.deps, call, call.params.accountNumber))
    routes.onMember(payments, async (call) => loadPayments(call.deps, call, call.params.accountNumber, call.query))
    routes.onMember(bills, async (call) => loadBills(call.deps, call, call.params.accountNumber, call.query))
    routes.onMember(linked, async (call) => listLinkedAccounts(call.deps, call, call.params.accountNumber))
    routes.onMember(bill, async (call) => loadBill(call.deps, call, call.body.billViewUrl))
    // The handle alone says which bill is meant: the time and the start of the statement decide nothing.
    routes.onMember(billPdf, async (call) => loadBillPdf(call.deps, call, call.body.billViewUrl), { needs: 'drawing' })
    routes.onMember(capitalCreditPdf, async (call) => loadCapitalCreditPdf(call.deps, call, call.body.viewccPdfUrl))
    routes.onMember(myMeter, async (call) => loadMyMeterLink(call.deps, call, call.params.accountNumber))
  },
}
