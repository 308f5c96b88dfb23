import { accountOverview } from '@coopline/contract/account-overview/account-overview.contract'
import type { Endpoint } from '@coopline/contract/endpoint'
import type { Caller, Feature, RequestFacts } from '../../platform/http/call.ts'
import { memberCaller } from '../sign-in/public.ts'
import { listLinkedAccounts } from './list-linked-accounts.ts'
import { loadBill } from './load-bill.ts'
import { loadBillPdf } from './load-bill-pdf.ts'
import { loadCapitalCreditPdf } from './load-capital-credit-pdf.ts'
import { loadBills, loadPayments } from './load-history.ts'
import { loadMyMeterLink } from './load-my-meter-link.ts'
import { loadOverview } from './load-overview.ts'
import type { Asked } from './refuse-foreign-account.ts'

const askedOf = (endpoint: Endpoint, caller: Caller, request: RequestFacts): Asked => ({
  endpoint,
  request,
  memberNumber: memberCaller(caller).memberNumber,
})

/** What a member sees of an account: what is owed, its history, its bills. */
export const accountOverviewFeature: Feature = {
  routes: (routes) => {
    const { info, payments, bills, linked, bill, billPdf, capitalCreditPdf, myMeter } = accountOverview
    routes.on(info, async ({ deps, request, caller, params }) =>
      loadOverview(deps, askedOf(info, caller, request), params.accountNumber),
    )
    routes.on(payments, async ({ deps, request, caller, params, query }) =>
      loadPayments(deps, askedOf(payments, caller, request), params.accountNumber, query),
    )
    routes.on(bills, async ({ deps, request, caller, params, query }) =>
      loadBills(deps, askedOf(bills, caller, request), params.accountNumber, query),
    )
    routes.on(linked, async ({ deps, request, caller, params }) =>
      listLinkedAccounts(deps, askedOf(linked, caller, request), params.accountNumber),
    )
    routes.on(bill, async ({ deps, request, caller, body }) =>
      loadBill(deps, askedOf(bill, caller, request), body.billViewUrl),
    )
    // The handle alone says which bill is meant: the time and the start of the statement decide nothing.
    routes.on(
      billPdf,
      async ({ deps, request, caller, body }) => loadBillPdf(deps, askedOf(billPdf, caller, request), body.billViewUrl),
      'drawing',
    )
    routes.on(capitalCreditPdf, async ({ deps, request, caller, body }) =>
      loadCapitalCreditPdf(deps, askedOf(capitalCreditPdf, caller, request), body.viewccPdfUrl),
    )
    routes.on(myMeter, async ({ deps, request, caller, params }) =>
      loadMyMeterLink(deps, askedOf(myMeter, caller, request), params.accountNumber),
    )
  },
}
