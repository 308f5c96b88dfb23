import { bills } from '@coopline/contract/accounts/bills/bills.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { documentHandle } from '../../../platform/documents/document-handle.ts'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { seedBill } from '../../../testing/seed-bill.ts'

/** Ada's account has a bill. */
export const fixtures: SliceFixtures = async ({ portal, own, ofAccount }) => {
  const bill = { bill_date: calendarDate('2026-10-13'), due_date: calendarDate('2026-11-04') }
  const { account_number: accountNumber, bill_date: billDate } = await seedBill(portal.db, bill)
  // Handles expire, so each call gets a new one.
  const billViewUrl = () =>
    documentHandle(portal.deps, { kind: 'bill', memberNumber: '10001', accountNumber, billDate })
  return [
    [bills.list, ofAccount],
    [bills.view, async () => ({ ...(await own()), body: { billViewUrl: billViewUrl() } })],
    [
      bills.pdf,
      async () => ({
        ...(await own()),
        body: { billViewUrl: billViewUrl(), timeTick: '638993664000000000', statementStartDate: null },
      }),
    ],
  ]
}
