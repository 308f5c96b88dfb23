import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { expect, it } from 'vitest'
import { openAutoPay } from '../../../testing/auto-pay-in-test.ts'
import { payAsMember } from '../../../testing/member-payer.ts'
import { pay, payingSettings, verified } from '../../../testing/quick-payer.ts'
import { openForm, usePortalWithSandbox } from '../../../testing/sandbox-in-test.ts'
import { giveToBen } from '../../../testing/seed-account.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { seedMethod } from '../../../testing/seed-method.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { runDueItems } from '../runs/run-due-items.job.ts'
import { announceCharges } from './announce-charges.job.ts'

const running = usePortalWithSandbox({
  settings: { ...payingSettings, Autopay: true, runHour: 8, Notifications: true, allowSubscribeForNotification: true },
})
const { portal } = running
const ada = useFresh(async () => openAutoPay(running))
const run = async () => runDueItems(portal.deps)

it('waits while an open payment covers the bill, and charges it the same day once that payment expires', async () => {
  await ada.announced()
  ada.onDay('2026-12-10')
  await ada.leavePageOpen(14_237)
  await run()
  expect(await ada.charges()).toMatchObject([{ state: 'waiting', outcome: '' }])
  expect(await ada.items()).toEqual([{ kind: 'autopay', state: 'pending', reason: '', amount: 14_237 }])
  await ada.expireOpen()
  await run()
  await run()
  expect(await ada.payments()).toEqual([{ state: 'confirmed', amount: 14_237 }])
  expect(await ada.items()).toEqual([{ kind: 'autopay', state: 'booked', reason: '', amount: 14_237 }])
})

it('charges nothing when the open payment is made', async () => {
  await ada.announced()
  ada.onDay('2026-12-10')
  await ada.leavePageOpen(14_237)
  await run()
  await portal.db.updateTable('pay.payment').set({ state: 'canceled' }).execute()
  await ada.owe(0)
  await run()
  expect([await ada.payments(), (await ada.charges())[0]?.outcome]).toEqual([[], 'nothing-due'])
  expect(await ada.items()).toMatchObject([{ state: 'skipped', reason: 'nothing-due' }])
})

it.each([
  ['all it announced when that fails', 'canceled', 14_237, 14_237],
  ['the rest when that is made', 'confirmed', 237, 237],
] as const)(
  'waits for a payment of a part, notifies the member once, and charges %s',
  async (_, state, owed, amount) => {
    await ada.announced()
    ada.onDay('2026-12-10')
    const transNo = await ada.leavePageOpen(14_000)
    const becomes = async (to: 'under-review' | 'canceled' | 'confirmed') =>
      portal.db.updateTable('pay.payment').set({ state: to }).where('trans_no', '=', transNo).execute()
    await becomes('under-review')
    const before = await ada.mails()
    await run()
    expect([await ada.payments(), await ada.mails()]).toEqual([[], before])
    ada.onDay('2026-12-11')
    await run()
    portal.clock.advance(300)
    await run()
    expect(await ada.payments()).toEqual([])
    expect((await ada.mails()).slice(before.length)).toEqual([
      'AutoPay is waiting for another payment: Another payment for your account ending in 0101 is in progress, so AutoPay has not yet paid the bill that is due on 12/10/2026. AutoPay will pay what is still due when that payment ends. If you do not know who started it, call us.',
    ])
    await becomes(state)
    await ada.owe(owed)
    await run()
    expect(await ada.payments()).toEqual([{ state: 'confirmed', amount }])
  },
)

it('ends a page that its payer never opened at the provider, and charges the whole bill the same hour [SEC-77]', async () => {
  await ada.announced()
  ada.onDay('2026-12-10')
  const transNo = await ada.leavePageOpen(14_000)
  portal.clock.advance(60)
  await run()
  expect(await ada.payments()).toEqual([{ state: 'confirmed', amount: 14_237 }])
  const left = portal.db.selectFrom('pay.payment').select('state').where('trans_no', '=', transNo)
  expect(await left.execute()).toEqual([{ state: 'expired' }])
})

it('does not wait a second day for pages that anybody may open in Quick Pay [REQ-D-348]', async () => {
  await ada.announced()
  const openPage = async () => openForm(await pay(portal, await verified(portal), 100))
  ada.onDay('2026-12-10')
  await openPage()
  portal.clock.advance(60)
  await run()
  expect(await ada.payments()).toEqual([])
  const before = await ada.mails()
  ada.onDay('2026-12-11')
  await openPage()
  portal.clock.advance(60)
  await run()
  expect(await ada.payments()).toEqual([{ state: 'confirmed', amount: 14_237 }])
  const pages = portal.db.selectFrom('pay.payment').select('state').where('origin', '=', 'quick-pay')
  expect(await pages.execute()).toEqual([{ state: 'expired' }, { state: 'expired' }])
  expect(await ada.mails()).toEqual(before)
})

it('ends no page of which the provider says nothing, because it may be paid [REQ-D-348]', async () => {
  await ada.announced()
  ada.onDay('2026-12-11')
  await openForm(await pay(portal, await verified(portal), 14_237))
  portal.clock.advance(60)
  await running.setMode('down')
  await run()
  expect(await ada.payments()).toEqual([])
  await running.setMode('ok')
  await run()
  expect(await ada.payments()).toEqual([{ state: 'confirmed', amount: 14_237 }])
})

it('ends the pages of Quick Pay, however many, and waits for the payment of the member beside them [REQ-D-348]', async () => {
  await ada.announced()
  ada.onDay('2026-12-11')
  const payer = await verified(portal)
  for (let page = 0; page < 7; page += 1) await openForm(await pay(portal, payer, 100 + page))
  await openForm(await payAsMember(portal, await ada.session(), [['100100101', 5_000]]))
  portal.clock.advance(60)
  await run()
  expect(await ada.payments()).toEqual([])
  await portal.db.updateTable('pay.payment').set({ state: 'canceled' }).where('origin', '=', 'member').execute()
  portal.clock.advance(60)
  await run()
  expect(await ada.payments()).toEqual([{ state: 'confirmed', amount: 14_237 }])
})

it.each([
  ['is switched off', async () => Promise.resolve(portal.set({ Autopay: false }))],
  ['has a lower limit', async (methodId: string) => void (await ada.save({ methodId, maxAmount: 14_236 }))],
])('ends no page that is open at the provider while AutoPay %s, and charges nothing [REQ-D-348]', async (_, change) => {
  const methodId = await ada.announced()
  ada.onDay('2026-12-10')
  await openForm(await pay(portal, await verified(portal), 100))
  portal.clock.advance(60)
  await run()
  await change(methodId)
  ada.onDay('2026-12-11')
  await openForm(await pay(portal, await verified(portal), 200))
  portal.clock.advance(60)
  await run()
  const page = portal.db.selectFrom('pay.payment').select('state').where('amount', '=', cents(200))
  expect([await page.execute(), await ada.payments()]).toEqual([[{ state: 'handed-off' }], []])
})

it('waits on for a page that a member with a login opened', async () => {
  await ada.announced()
  for (const day of ['2026-12-10', '2026-12-11']) {
    ada.onDay(day)
    await openForm(await payAsMember(portal, await ada.session(), [['100100101', 100]]))
    portal.clock.advance(60)
    await run()
    expect(await ada.payments()).toEqual([])
  }
})

it('gives up after five days under an open payment, and asks the member to pay, once', async () => {
  await ada.announced()
  ada.onDay('2026-12-10')
  await ada.leavePageOpen(14_237)
  await run()
  await portal.db.updateTable('pay.payment').set({ state: 'under-review' }).execute()
  ada.onDay('2026-12-15')
  await run()
  expect(await ada.charges()).toMatchObject([{ state: 'waiting' }])
  ada.onDay('2026-12-16')
  await run()
  await run()
  expect([await ada.payments(), await ada.charges()]).toMatchObject([[], [{ state: 'stopped', outcome: 'missed' }]])
  expect((await ada.mails()).at(-1)).toBe(
    'AutoPay could not pay your bill: AutoPay could not pay the bill for your account ending in 0101 that is due on 12/10/2026. Another payment was in progress, so AutoPay did not charge you. If that payment did not go through, pay this bill now.',
  )
})

it('notifies the member of a charge that the portal missed', async () => {
  await ada.announced()
  ada.onDay('2026-12-16')
  await run()
  expect(await ada.charges()).toMatchObject([{ state: 'stopped', outcome: 'missed' }])
  expect((await ada.mails()).at(-1)).toContain('AutoPay could not run in time, and you were not charged.')
})

it('says nothing about a missed charge of a bill that is paid', async () => {
  await ada.announced()
  const before = await ada.mails()
  ada.onDay('2026-12-16')
  await ada.owe(0)
  await run()
  expect([(await ada.charges())[0]?.outcome, await ada.mails()]).toEqual(['nothing-due', before])
})

it.each([
  ['nothing of the next bill once the announced one is paid', 0, []],
  ['what is past due of the announced bill', 10_000, [{ state: 'confirmed', amount: 10_000 }]],
])('charges late %s', async (_, pastDue, payments) => {
  await ada.announced()
  ada.onDay('2026-12-12')
  await portal.db
    .updateTable('cis.balance')
    .set({ due_date: calendarDate('2027-01-10'), past_due: cents(pastDue), balance: cents(20_000) })
    .execute()
  await run()
  expect(await ada.payments()).toEqual(payments)
})

it.each([
  ['nothing of the next bill once the announced one is paid', 9_000, []],
  ['what is left of the announced bill', 14_000, [{ state: 'confirmed', amount: 5_000 }]],
  ['the announced bill', 23_237, [{ state: 'confirmed', amount: 14_237 }]],
])('charges %s when the next bill is imported before the announced one is due', async (_, balance, payments) => {
  await ada.announced()
  ada.onDay('2026-12-10')
  await portal.db
    .updateTable('cis.balance')
    .set({ due_date: calendarDate('2027-01-10'), balance: cents(balance) })
    .execute()
  await seedBill(portal.db, { due_date: calendarDate('2026-12-10') })
  const next = { bill_date: calendarDate('2026-12-09'), due_date: calendarDate('2027-01-10'), amount: cents(9_000) }
  await seedBill(portal.db, next)
  await run()
  expect(await ada.payments()).toEqual(payments)
})

it('announces the bill of the next holder of the account, also with the due date of the former one', async () => {
  await ada.announced()
  await giveToBen(portal.db)
  const methodId = await seedMethod(portal, { memberNumber: '10002' })
  await portal.db
    .insertInto('portal.autopay')
    .values({
      account_number: '100100101',
      member_number: '10002',
      method_id: methodId,
      state: 'active',
      days_before: 0,
      event_id: 0,
      changed_at: portal.clock.now(),
    })
    .execute()
  await announceCharges(portal.deps)
  const rows = portal.db.selectFrom('portal.autopay_charge').select(['member_number', 'state', 'outcome', 'method_id'])
  const charge = { member_number: '10002', state: 'waiting', outcome: '', method_id: methodId }
  expect(await rows.execute()).toEqual([charge])
  await announceCharges(portal.deps)
  expect(await rows.execute()).toEqual([charge])
})

/** Runs the due items in a process that dies before it records a payment. */
const dyingRun = async () => {
  const reach = (name: string) => {
    if (name === 'autopay.before-charge') throw new Error('died')
  }
  await runDueItems({ ...portal.deps, failPoints: { reach } })
}

/** Lets the process die on the day of the charge, before the payment is recorded, so that the item stays pending. */
async function dieBeforeCharge(): Promise<void> {
  await ada.announced()
  ada.onDay('2026-12-10')
  await dyingRun()
  expect([await ada.items(), await ada.payments()]).toMatchObject([[{ state: 'pending' }], []])
}

it.each([
  ['nothing', 0, []],
  ['what is still owed', 5_000, [{ state: 'confirmed', amount: 5_000 }]],
  ['no more than it announced', 30_000, [{ state: 'confirmed', amount: 14_237 }]],
])('charges %s when the process died before the charge and the balance changed', async (_, balance, payments) => {
  await dieBeforeCharge()
  ada.onDay('2026-12-11')
  await ada.owe(balance)
  await run()
  expect(await ada.payments()).toEqual(payments)
})

it('charges all it announced when the process died before the charge and the open payment of a part failed', async () => {
  await ada.announced()
  ada.onDay('2026-12-10')
  await ada.leavePageOpen(5_000)
  await portal.db.updateTable('pay.payment').set({ state: 'under-review' }).execute()
  ada.onDay('2026-12-11')
  await dyingRun()
  await portal.db.updateTable('pay.payment').set({ state: 'canceled' }).execute()
  await run()
  expect(await ada.payments()).toEqual([{ state: 'confirmed', amount: 14_237 }])
})

it('charges nothing days after the process died before the charge, and asks the member to pay', async () => {
  await dieBeforeCharge()
  ada.onDay('2026-12-16')
  await run()
  expect([await ada.payments(), (await ada.charges())[0]?.outcome]).toEqual([[], 'missed'])
  expect((await ada.mails()).at(-1)).toContain('AutoPay could not run in time')
})

it('finishes a charge that was sent, also after the member pauses AutoPay and the balance changes', async () => {
  const methodId = await ada.announced()
  ada.onDay('2026-12-10')
  await running.setMode('lost-answer')
  const reach = (name: string) => {
    if (name === 'autopay.after-charge') throw new Error('died')
  }
  await runDueItems({ ...portal.deps, failPoints: { reach } })
  await running.setMode('ok')
  expect((await ada.save({ methodId, isPaused: true })).statusCode).toBe(200)
  await ada.owe(5_000)
  await run()
  expect(await ada.payments()).toEqual([{ state: 'confirmed', amount: 14_237 }])
  expect(await ada.items()).toEqual([{ kind: 'autopay', state: 'booked', reason: '', amount: 14_237 }])
})

it('can be paused while it waits', async () => {
  await ada.announced()
  ada.onDay('2026-12-10')
  await ada.leavePageOpen(14_237)
  await run()
  const { methodId } = await portal.db
    .selectFrom('portal.autopay')
    .select('method_id as methodId')
    .executeTakeFirstOrThrow()
  expect((await ada.save({ methodId: methodId ?? '', isPaused: true })).statusCode).toBe(200)
  await ada.expireOpen()
  await run()
  expect([await ada.payments(), (await ada.charges())[0]?.outcome]).toEqual([[], 'paused'])
})

it('announces the whole bill two days ahead while a payment is open', async () => {
  const methodId = await running.storeCard('10001')
  await ada.save({ methodId, maxAmount: 14_237 })
  ada.onDay('2026-12-08')
  await ada.leavePageOpen(5_000)
  await announceCharges(portal.deps)
  expect(await ada.charges()).toMatchObject([{ state: 'waiting', amount: 14_237, charge_on: '2026-12-10' }])
})
