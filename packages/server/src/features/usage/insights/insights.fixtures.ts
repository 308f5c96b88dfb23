import { insights } from '@coopline/contract/usage/insights/insights.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { notifyingSettings } from '../../messages/notifications/notifications.fixtures.ts'
import { seedBill } from '../../../testing/seed-bill.ts'

/** Ada's account has a meter and a bill on its own date. */
export const fixtures: SliceFixtures = async ({ portal, ofAccount }) => {
  const billDate = calendarDate('2026-09-13')
  await seedBill(portal.db, { bill_date: billDate, due_date: calendarDate('2026-10-04') })
  portal.set(notifyingSettings)
  await portal.db.insertInto('cis.meter').values({ account_number: '100100101', meter_number: 'I-1' }).execute()
  const alerts = {
    dailyKwh: 50,
    projectedBillCents: null,
    continuousWater: false,
    baseLoadDoubled: false,
    snoozedUntil: null,
  }
  return [
    [insights.show, ofAccount],
    [insights.alerts, ofAccount],
    [insights.saveAlerts, async () => ({ ...(await ofAccount()), body: alerts })],
    [
      insights.billChange,
      async () => {
        const call = await ofAccount()
        return { ...call, params: { ...call.params, billDate } }
      },
    ],
  ]
}
