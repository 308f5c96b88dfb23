import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { expect, it } from 'vitest'
import { electric } from '../../../testing/drafts-in-test.ts'
import { payAsMember } from '../../../testing/member-payer.ts'
import { tell, useProviderDouble } from '../../../testing/provider-double.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { openRuns } from '../../../testing/runs-in-test.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { seedSession } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { settleOpenPaymentsNow } from '../payments/provider-events/sweep-open-payments.job.ts'
import { processRun } from './process-run.ts'
import { settleItem } from './runs.store.ts'

const provider = useProviderDouble()
const portal = useTestPortal(() => ({ env: { PROVIDER_URL: provider.url } }))
const ada = useFresh(async () => openRuns(portal))

/** Hands off a payment of Ada, by default of the whole bill, before the run of the 15th. The provider then becomes unavailable. */
async function handedOff(amount = 14_237) {
  portal.set(payingSettings)
  portal.clock.set('2026-12-15T12:25:00Z')
  const { bearer, cookie, memberNumber } = { ...ada.own, ...(await seedSession(portal, ada.own.loginId)) }
  const form = await payAsMember(portal, { bearer, cookie, memberNumber }, [[electric, amount]])
  provider.mode = 'fails'
  return form
}
const settle = async () => {
  provider.mode = 'answers'
  await settleOpenPaymentsNow(portal.deps)
}
const outcomes = async () => (await ada.items()).map(({ kind, state, reason }) => [kind, state, reason])

it('draws no draft while a payment past its lifetime is open, because its money may have been taken', async () => {
  const form = await handedOff()
  await ada.runOn('2026-12-15')
  expect(await outcomes()).toEqual([['draft', 'skipped', 'payment-open']])
  provider.events.set(form.paymentRequisitionSettings.transNo, [tell(form, 'payment.succeeded')])
  await settle()
  await ada.runOn('2026-12-16')
  expect(await outcomes()).toEqual([['draft', 'skipped', 'nothing-due']])
  expect(await ada.payments()).toMatchObject([{ origin: 'member', state: 'confirmed', amount: 14_237 }])
})

it('draws the draft on the next banking day when the provider knows nothing of the payment', async () => {
  await handedOff()
  await ada.runOn('2026-12-15')
  await settle()
  portal.clock.set('2026-12-16T20:00:00Z')
  await Promise.all([1, 2].map(async () => processRun(portal.deps, calendarDate('2026-12-16'))))
  expect(await outcomes()).toEqual([['draft', 'booked', '']])
  expect((await ada.payments()).map(({ origin, state }) => [origin, state])).toEqual([
    ['member', 'expired'],
    ['bank', 'confirmed'],
  ])
})

it('takes nothing while a payment of a part is open, and all that is due once that payment ends', async () => {
  await handedOff(14_000)
  await ada.runOn('2026-12-15')
  expect(await outcomes()).toEqual([['draft', 'skipped', 'payment-open']])
  await settle()
  await ada.runOn('2026-12-16')
  expect((await ada.items()).map(({ state, amount }) => [state, amount])).toEqual([['booked', 14_237]])
})

it('draws no draft that waited while the cooperative offers neither kind', async () => {
  await handedOff()
  await ada.runOn('2026-12-15')
  await settle()
  portal.set({ allowBankDraft: false, allowCreditDraft: false })
  await ada.runOn('2026-12-16')
  expect(await outcomes()).toEqual([['draft', 'skipped', 'payment-open']])
  portal.set({ allowBankDraft: true })
  await ada.runOn('2026-12-17')
  expect(await outcomes()).toEqual([['draft', 'booked', '']])
})

it('leaves an item booked that another process decided to skip before', async () => {
  await ada.runOn('2026-12-15')
  expect(await outcomes()).toEqual([['draft', 'booked', '']])
  const { id } = await portal.db.selectFrom('pay.run_item').select('id').executeTakeFirstOrThrow()
  await settleItem(portal.db, id, { state: 'skipped', reason: 'nothing-due' })
  expect(await outcomes()).toEqual([['draft', 'booked', '']])
})

/** Imports the next bill a day after the draft was due. */
async function nextBill(owed: number) {
  const dates = { bill_date: calendarDate('2026-12-16'), due_date: calendarDate('2027-01-05') }
  await seedBill(portal.db, { ...dates, amount: cents(15_000) })
  await portal.db
    .updateTable('cis.balance')
    .set({ balance: cents(owed) })
    .execute()
}

it('takes nothing of the next bill when a run is late', async () => {
  await ada.runOn('2026-12-14')
  await nextBill(29_237)
  await ada.runOn('2026-12-17')
  await ada.runOn('2027-01-15')
  expect((await ada.items()).map(({ due_date, amount }) => [due_date, amount])).toEqual([
    ['2026-12-15', 14_237],
    ['2027-01-15', 15_000],
  ])
})

it('takes nothing of the next bill once the payment that it waited for is made', async () => {
  const form = await handedOff()
  await ada.runOn('2026-12-15')
  provider.events.set(form.paymentRequisitionSettings.transNo, [tell(form, 'payment.succeeded')])
  await settle()
  await nextBill(29_237)
  await ada.runOn('2026-12-16')
  expect(await outcomes()).toEqual([['draft', 'skipped', 'nothing-due']])
})
