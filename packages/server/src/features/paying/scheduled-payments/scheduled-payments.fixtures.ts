import { cents } from '@coopline/rules/kernel/money'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { scheduledPayments } from '@coopline/contract/paying/scheduled-payments/scheduled-payments.contract'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { sealToken } from '../payments/stored-methods/method-token.ts'
import { shownCardFee } from '../../../testing/member-payer.ts'
import type { TestPortal } from '../../../testing/test-portal.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

export interface ScheduleBody {
  readonly paymentDate?: string
  readonly methodId: string
  readonly accountDetails?: readonly { readonly accountNumber: string; readonly amount: number }[]
  readonly convenienceFee?: number | undefined
}

const fifty = [{ accountNumber: '100100101', amount: 5_000 }]

/**
 * Builds the request to schedule a payment with a stored card: of $50.00 of Ada's account on December 5, with the fee that the page shows,
 * unless it says otherwise.
 */
export const scheduleBody = (portal: TestPortal, { accountDetails = fifty, ...named }: ScheduleBody) => ({
  paymentDate: '2026-12-05',
  accountDetails,
  convenienceFee: shownCardFee(
    portal,
    accountDetails.reduce((total, { amount }) => total + amount, 0),
  ),
  ...named,
})

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
        return { ...(await own()), body: scheduleBody(portal, { paymentDate: '2026-12-01', methodId, accountDetails }) }
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
