import { arrangements } from '@coopline/contract/paying/arrangements/arrangements.contract'
import {
  type ScheduledPayment,
  scheduledPayments,
} from '@coopline/contract/paying/scheduled-payments/scheduled-payments.contract'
import { feeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { beforeEach, expect, it } from 'vitest'
import { outbox } from '../../../testing/notified.ts'
import { errorsOf, payingSettings } from '../../../testing/quick-payer.ts'
import { usePortalWithSandbox } from '../../../testing/sandbox-in-test.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { notifyingSettings } from '../../messages/notifications/notifications.fixtures.ts'
import { chargeStoredMethod } from '../payments/public.ts'
import { processRun } from '../runs/process-run.ts'
import { arrangementBody, arrangingSettings } from './arrangements.fixtures.ts'

const accountNumber = '100100101'
const running = usePortalWithSandbox({
  settings: { ...payingSettings, ...arrangingSettings, allowUnderPay: true, allowFutureDatedPayments: true },
})
const { portal } = running
const ada = useFresh(async () => adaSignedIn(portal))
let methodId: string
beforeEach(async () => {
  methodId = await running.storeCard('10001')
  await owe(14_237)
})

const owe = async (balance: number) =>
  portal.db
    .updateTable('cis.balance')
    .set({ balance: cents(balance), past_due: cents(balance === 0 ? 0 : 5_700) })
    .execute()
const call = () => ({ params: { memberNumber: '10001', accountNumber }, bearer: ada.bearer, cookie: ada.cookie })
const make = async (changes: object = {}) =>
  portal.call(arrangements.make, {
    ...call(),
    body: {
      ...arrangementBody(portal, { kind: 'installments', count: 3, owed: 14_237, today: '2026-11-20', methodId }),
      ...changes,
    },
  })
/** Pays an amount, in cents, besides the parts of the arrangement. */
const pay = async (amount: number) =>
  chargeStoredMethod(portal.deps, {
    memberNumber: '10001',
    methodId,
    items: [{ accountNumber, amountCents: cents(amount) }],
    idempotencyKey: `paid ${amount}`,
    reason: 'autopay',
    language: 'en',
    agreedFees: null,
  })
const runOn = async (date: string) => {
  portal.clock.set(`${date}T20:00:00Z`)
  return processRun(portal.deps, calendarDate(date))
}
const list = async () =>
  (await portal.call(scheduledPayments.list, { ...call(), params: { memberNumber: '10001' } })).json<{
    scheduledPaymentsList: ScheduledPayment[]
  }>().scheduledPaymentsList
const items = async () =>
  portal.db.selectFrom('pay.run_item').select(['state', 'reason', 'amount']).orderBy('id').execute()
const fees = async () =>
  (await portal.db.selectFrom('pay.payment').select('convenience_fee').where('origin', '=', 'scheduled').execute()).map(
    (one) => one.convenience_fee,
  )

it.each([true, false])(
  'end with their arrangement: new bills are not paid by them, and the member hears of it once, with overpaying allowed: %s',
  async (allowOverPay) => {
    portal.set({ allowOverPay })
    expect((await make()).json()).toMatchObject({ scheduled: 3 })
    expect(await list()).toHaveLength(3)
    await pay(14_237)
    expect(await list()).toEqual([])
    await owe(14_237 + 20_000)
    for (const date of ['2026-12-20', '2027-01-19', '2027-02-18']) await runOn(date)
    const ended = { state: 'skipped', reason: 'arrangement-ended', amount: 0 }
    expect(await items()).toEqual([ended, ended, ended])
    const notMade = (await outbox(portal)).filter(({ subject }) => subject === 'Your scheduled payment was not made')
    expect(notMade).toHaveLength(1)
    expect(notMade[0]?.text).toContain(
      'Your payment arrangement has ended, and the payments that were scheduled for it are canceled.',
    )
  },
)

it('take no more than what is left of their arrangement when its member paid ahead [REL-33]', async () => {
  await make()
  await pay(14_237 - 1_000)
  await owe(14_237 + 20_000)
  for (const date of ['2026-12-20', '2027-01-19']) await runOn(date)
  expect(await items()).toMatchObject([
    { state: 'booked', amount: 1_000 },
    { state: 'skipped', reason: 'arrangement-ended' },
  ])
})

it('have the fee that their member was shown, in the answer, in the notice and on their day', async () => {
  portal.set(notifyingSettings)
  const said = await make({ convenienceFee: 315 })
  expect(said.json()).toMatchObject({ scheduled: 3, convenienceFee: 315 })
  const notice = (await outbox(portal)).find(({ subject }) => subject === 'Your payment arrangement')
  expect(notice?.text).toContain('Their convenience fees are $3.15 in total.')
  portal.set({ cardConvenienceFee: feeOption('percent', '9.00') })
  expect((await list()).map(({ convenienceFee }) => convenienceFee)).toEqual([105, 105, 105])
  await runOn('2026-12-20')
  expect(await fees()).toEqual([105])
})

it('are not scheduled without fees, or with others than their member was shown, and no arrangement is made', async () => {
  for (const missing of ['convenienceFee', 'payments'])
    expect((await make({ [missing]: undefined })).statusCode, missing).toBe(400)
  const refused = await make({ convenienceFee: 314 })
  expect([refused.statusCode, errorsOf(refused)[0]?.code]).toEqual([409, 'figures-changed'])
  expect(await portal.db.selectFrom('portal.arrangement').selectAll().execute()).toEqual([])
  expect(await list()).toEqual([])
})
