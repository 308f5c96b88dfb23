import { insights } from '@coopline/contract/insights/insights.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import type { SliceFixtures } from '../../testing/endpoint-fixture.ts'
import { seedBill } from '../../testing/seed-bill.ts'

/** Ada's account has a bill of its own day. */
export const fixtures: SliceFixtures = async ({ portal, ofAccount }) => {
  const billDate = calendarDate('2026-09-13')
  await seedBill(portal.db, { bill_date: billDate, due_date: calendarDate('2026-10-04') })
  return [
    [
      insights.billChange,
      async () => {
        const call = await ofAccount()
        return { ...call, params: { ...call.params, billDate } }
      },
    ],
  ]
}
