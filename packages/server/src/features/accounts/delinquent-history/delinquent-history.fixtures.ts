import { delinquentHistory } from '@coopline/contract/accounts/delinquent-history/delinquent-history.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { documentHandle } from '../../../platform/documents/document-handle.ts'

/** Ada did not pay a bill in time. */
export const fixtures: SliceFixtures = async ({ portal, own, ofAccount }) => {
  const bill = await seedBill(portal.db, {
    bill_date: calendarDate('2026-08-13'),
    due_date: calendarDate('2026-09-04'),
  })
  const { account_number, bill_date, amount: past_due, due_date: processed_on } = bill
  await portal.db.insertInto('cis.delinquent').values({ account_number, bill_date, past_due, processed_on }).execute()
  const document = {
    memberNumber: '10001',
    accountNumber: account_number,
    kind: 'delinquent',
    billDate: bill_date,
  } as const
  return [
    [delinquentHistory.list, ofAccount],
    [
      delinquentHistory.pdf,
      async () => ({
        ...(await own()),
        body: {
          delinquentViewUrl: documentHandle(portal.deps, document),
          timeTick: '638993664000000000',
          delinquentProcessedDate: processed_on,
        },
      }),
    ],
  ]
}
