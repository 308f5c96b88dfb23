import { cents } from '@coopline/rules/kernel/money'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { scheduledPayments } from '@coopline/contract/paying/scheduled-payments/scheduled-payments.contract'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { sealToken } from '../payments/stored-methods/method-token.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

/** Ada schedules a payment with a stored card, and deletes it. */
export const fixtures: SliceFixtures = async ({ portal, own }) => {
  portal.set({ ...payingSettings, allowFutureDatedPayments: true })
  const methodId = 'scheduled-card'
  const stored = {
    method_id: methodId,
    member_number: '10001',
    token: sealToken(portal.deps, 'tok', methodId),
    payment_type: 'cc',
    card_type: 'VI',
    last_four: '1111',
    expiry: '2030-12',
    added_at: portal.clock.now(),
  } as const
  await portal.db.insertInto('pay.stored_method').values(stored).execute()
  const items = [{ accountNumber: '100100101', accountType: 'Electric', amount: 100 }]
  return [
    [scheduledPayments.list, own],
    [scheduledPayments.options, own],
    [
      scheduledPayments.create,
      async () => {
        await portal.db.deleteFrom('portal.scheduled_payment').execute()
        const accountDetails = [{ accountNumber: '100100101', amount: 100 }]
        return { ...(await own()), body: { paymentDate: '2026-12-01', methodId, accountDetails } }
      },
    ],
    [
      scheduledPayments.remove,
      async () => {
        await portal.db.deleteFrom('portal.scheduled_payment').execute()
        await portal.db
          .insertInto('portal.scheduled_payment')
          .values({
            trans_no: 'T2',
            member_number: '10001',
            method_id: methodId,
            payment_date: calendarDate('2026-12-02'),
            items: JSON.stringify(items),
            amount: cents(100),
            language: 'en',
            created_at: portal.clock.now(),
          })
          .execute()
        const call = await own()
        return { ...call, params: { ...call.params, transNo: 'T2' } }
      },
    ],
  ]
}

export const storeCalls: StoreCalls = {
  'scheduled-payments': {
    findScheduled: ['T'],
    findRestOfArrangement: ['T'],
    endScheduled: [{ transNo: 'T', memberNumber: given.member }, given.now],
    listDueScheduled: [given.day, { after: '', limit: 10 }],
  },
}
