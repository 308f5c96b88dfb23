import { accountOverview } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { documentHandle } from '../../../platform/documents/document-handle.ts'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { seedBill } from '../../../testing/seed-bill.ts'

/** Ada's account has a bill, a document of capital credits and MyMeter. */
export const fixtures: SliceFixtures = async ({ portal, own, ofAccount }) => {
  portal.set({ myMeterUrl: 'https://mymeter.example.org/' })
  const { account_number: accountNumber } = await seedBill(portal.db)
  await portal.db
    .insertInto('cis.account_detail')
    .values({ account_number: accountNumber, capital_credit_document: 'credits.pdf' })
    .execute()
  // Handles expire, so each call gets a new one.
  const viewccPdfUrl = () =>
    documentHandle(portal.deps, { kind: 'capital-credit', memberNumber: '10001', accountNumber })
  return [
    [accountOverview.info, ofAccount],
    [accountOverview.payments, ofAccount],
    [accountOverview.linked, ofAccount],
    [accountOverview.myMeter, ofAccount],
    [
      accountOverview.capitalCreditPdf,
      async () => ({ ...(await own()), body: { viewccPdfUrl: viewccPdfUrl(), timeTick: '638993664000000000' } }),
    ],
  ]
}
