import { accountOverview } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { listLinkedAccounts } from './list-linked-accounts.ts'
import { loadCapitalCreditPdf } from './load-capital-credit-pdf.ts'
import { listPayments } from './list-payments.ts'
import { loadMyMeterLink } from './load-my-meter-link.ts'
import { loadOverview } from './load-overview.ts'

/** The overview of an account: the amount owed, the payments, and the accounts billed with it. */
export const accountOverviewFeature: Feature = {
  routes: (routes) => {
    const { info, payments, linked, capitalCreditPdf, myMeter } = accountOverview
    routes.on(info, async (call) => loadOverview(call.deps, call, call.params.accountNumber))
    routes.on(payments, async (call) => listPayments(call.deps, call, call.params.accountNumber, call.query))
    routes.on(linked, async (call) => listLinkedAccounts(call.deps, call, call.params.accountNumber))
    routes.on(capitalCreditPdf, async (call) => loadCapitalCreditPdf(call.deps, call, call.body.viewccPdfUrl))
    routes.on(myMeter, async (call) => loadMyMeterLink(call.deps, call, call.params.accountNumber))
  },
}
