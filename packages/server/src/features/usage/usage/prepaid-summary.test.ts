import { usage } from '@coopline/contract/usage/usage/usage.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { expect, it } from 'vitest'
import { sendPostback, tell } from '../../../testing/provider-double.ts'
import { pay, payingSettings, verified } from '../../../testing/quick-payer.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { seedMeter } from '../../../testing/seed-usage.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'

const portal = useTestPortal({ settings: payingSettings })
const ada = useFresh(async () => adaSignedIn(portal))

const accountNumber = '100100101'
const imported = async (reference: string, paidOn: string, amount: number) =>
  portal.db
    .insertInto('cis.payment')
    .values({
      account_number: accountNumber,
      reference,
      paid_on: calendarDate(paidOn),
      amount: cents(amount),
      method: 'Card',
    })
    .execute()
const lastPayment = async () => {
  const params = { memberNumber: '10001', accountNumber }
  const answer = await portal.call(usage.prepaidSummary, { ...ada, params })
  expect(answer.statusCode, answer.body).toBe(200)
  const { lastPaymentAmount, lastPaymentDate } = answer.json<{ lastPaymentAmount: number; lastPaymentDate: string }>()
  return [lastPaymentAmount, lastPaymentDate]
}

it.each(['payment.refunded', 'payment.returned'] as const)(
  'shows a payment until its %s, then the one before, also where the cooperative lists it [DU-05]',
  async (reversed) => {
    await seedMeter(portal.db)
    await portal.db.updateTable('cis.account').set({ is_prepaid: true }).execute()
    await imported('P-1', '2026-11-02', 5_000)
    const form = await pay(portal, await verified(portal), 2_500)
    await sendPostback(portal, tell(form, 'payment.succeeded'))
    expect(await lastPayment()).toEqual([2_500, '2026-11-20'])
    await imported(form.paymentRequisitionSettings.transNo, '2026-11-20', 2_500)
    expect(await lastPayment()).toEqual([2_500, '2026-11-20'])
    await sendPostback(portal, tell(form, reversed))
    expect(await lastPayment()).toEqual([5_000, '2026-11-02'])
  },
)
