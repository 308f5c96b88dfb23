import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { expect, it } from 'vitest'
import { openAutoPay } from '../../../testing/auto-pay-in-test.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { usePortalWithSandbox } from '../../../testing/sandbox-in-test.ts'
import { seedArrangement, type SeededArrangement } from '../../../testing/seed-arrangement.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { listAccounts } from '../../accounts/accounts/public.ts'
import { listComingDrafts } from '../drafts/public.ts'
import { runDueItems } from '../runs/run-due-items.job.ts'
import { listComingCharges } from './list-coming-charges.ts'

const running = usePortalWithSandbox({
  settings: { ...payingSettings, Autopay: true, runHour: 8, Notifications: true, allowSubscribeForNotification: true },
})
const { portal } = running
const ada = useFresh(async () => openAutoPay(running))

/** Makes Ada's electric account owe $300.00, to be paid in parts. */
async function arrange(payments: SeededArrangement['payments']): Promise<void> {
  await ada.owe(30_000)
  await seedArrangement(portal.db, { payments, madeOn: '2026-11-20', createdAt: portal.clock.now() })
}

it('announces and charges the installment that is due, within a limit below the whole debt', async () => {
  await arrange([
    { dueOn: '2026-12-10', amount: 10_000 },
    { dueOn: '2026-12-20', amount: 10_000 },
    { dueOn: '2026-12-30', amount: 10_000 },
  ])
  await ada.announced({ maxAmount: 15_000 })
  expect(await ada.charges()).toMatchObject([{ state: 'waiting', amount: 10_000 }])
  expect((await ada.mails()).at(-1)).toContain('AutoPay will pay $102.95 on 12/10/2026')
  ada.onDay('2026-12-10')
  await runDueItems(portal.deps)
  expect(await ada.payments()).toEqual([{ state: 'confirmed', amount: 10_000 }])
})

it('charges what the cooperative’s row has due next once that row stands for the arrangement', async () => {
  await arrange([
    { dueOn: '2026-12-10', amount: 10_000 },
    { dueOn: '2026-12-20', amount: 20_000 },
  ])
  await portal.db
    .insertInto('cis.arrangement')
    .values({
      account_number: '100100101',
      balance: cents(30_000),
      next_amount: cents(12_000),
      next_due: calendarDate('2026-12-10'),
      changes_through_event: 99,
    })
    .execute()
  await ada.announced()
  expect(await ada.charges()).toMatchObject([{ state: 'waiting', amount: 12_000 }])
  ada.onDay('2026-12-10')
  await runDueItems(portal.deps)
  expect(await ada.payments()).toEqual([{ state: 'confirmed', amount: 12_000 }])
})

it('announces nothing while the arrangement defers everything past the day of the charge', async () => {
  await arrange([{ dueOn: '2026-12-11', amount: 30_000 }])
  await ada.announced()
  expect(await ada.charges()).toEqual([])
})

it('announces what is due on the day of the charge, not on that of the announcement', async () => {
  await arrange([
    { dueOn: '2026-12-09', amount: 10_000 },
    { dueOn: '2026-12-30', amount: 20_000 },
  ])
  await ada.announced()
  expect(await ada.charges()).toMatchObject([{ state: 'waiting', amount: 10_000 }])
})

it('shows in the calendar what the arrangement leaves due on the day of the charge, and of a draft', async () => {
  await arrange([
    { dueOn: '2026-12-10', amount: 10_000 },
    { dueOn: '2026-12-20', amount: 20_000 },
  ])
  const [today, timeZone] = [calendarDate('2026-11-20'), 'America/Chicago']
  await ada.save({ methodId: await running.storeCard('10001'), maxAmount: 15_000 })
  const charges = async () =>
    (await listComingCharges(portal.db, '10001', today, timeZone)).map(({ dueOn, amount }) => [dueOn, amount])
  expect(await charges()).toEqual([['2026-12-10', 10_000]])
  await portal.db.updateTable('portal.autopay').set({ days_before: 1 }).execute()
  expect(await charges()).toEqual([])

  const drafts = async (day: number) => {
    const draft = { account_number: '100100101', draft_type: 'DAY_OF_MONTH', draft_day: day } as const
    await portal.db
      .insertInto('cis.draft')
      .values(draft)
      .onConflict((conflict) => conflict.column('account_number').doUpdateSet(draft))
      .execute()
    const accounts = await listAccounts(portal.db, '10001')
    const coming = await listComingDrafts(portal.db, accounts, today, portal.deps.settings.current())
    return coming.map(({ dueOn, amount }) => [dueOn, amount])
  }
  expect(await drafts(10)).toEqual([['2026-12-10', 10_000]])
  expect(await drafts(9)).toEqual([])
})
