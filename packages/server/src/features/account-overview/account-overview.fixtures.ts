import { accountOverview } from '@coopline/contract/account-overview/account-overview.contract'
import type { SliceFixtures } from '../../testing/endpoint-fixture.ts'
import { seedBill } from '../../testing/seed-bill.ts'
import { documentHandle } from './document-handle.ts'

const timeTick = '638993664000000000'

/** Ada's account has a bill, a document of capital credits and MyMeter. */
export const fixtures: SliceFixtures = async ({ portal, own, ofAccount }) => {
  portal.set({ myMeterUrl: 'https://mymeter.example.org/' })
  const { account_number: accountNumber, bill_date: billDate } = await seedBill(portal.db)
  await portal.db
    .insertInto('cis.account_detail')
    .values({ account_number: accountNumber, capital_credit_document: 'credits.pdf' })
    .execute()
  const named = { memberNumber: '10001', accountNumber }
  // Handles expire: each call gets a new one.
  const billViewUrl = () => documentHandle(portal.deps, { ...named, kind: 'bill', billDate })
  const viewccPdfUrl = () => documentHandle(portal.deps, { ...named, kind: 'capital-credit' })
  return [
    [accountOverview.info, ofAccount],
    [accountOverview.payments, ofAccount],
    [accountOverview.bills, ofAccount],
    [accountOverview.linked, ofAccount],
    [accountOverview.myMeter, ofAccount],
    [accountOverview.bill, async () => ({ ...(await own()), body: { billViewUrl: billViewUrl() } })],
    [
      accountOverview.billPdf,
      async () => ({ ...(await own()), body: { billViewUrl: billViewUrl(), timeTick, statementStartDate: null } }),
    ],
    [
      accountOverview.capitalCreditPdf,
      async () => ({ ...(await own()), body: { viewccPdfUrl: viewccPdfUrl(), timeTick } }),
    ],
  ]
}
