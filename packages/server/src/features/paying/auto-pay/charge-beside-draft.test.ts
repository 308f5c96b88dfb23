import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { expect, it } from 'vitest'
import { openAutoPay } from '../../../testing/auto-pay-in-test.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { usePortalWithSandbox } from '../../../testing/sandbox-in-test.ts'
import { seedMethod } from '../../../testing/seed-method.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { runDueItems } from '../runs/run-due-items.job.ts'
import { listComingCharges } from './list-coming-charges.ts'

const running = usePortalWithSandbox({
  settings: { ...payingSettings, Autopay: true, runHour: 8, Notifications: true, allowSubscribeForNotification: true },
})
const { portal } = running
const ada = useFresh(async () => openAutoPay(running))

/** Imports a draft that the cooperative set up in its own system. */
const fileDraft = async () =>
  portal.db
    .insertInto('cis.draft')
    .values({ account_number: '100100101', draft_type: 'DAY_OF_MONTH', draft_day: 10 })
    .execute()
const notice =
  'AutoPay will not pay your bill: A draft is set up for your account ending in 0101. To avoid charging you twice, AutoPay will not pay the bill that is due on 12/10/2026. If your draft does not pay this bill, pay it yourself.'

it('charges nothing beside a draft that the cooperative set up after the announcement, and notifies the member once', async () => {
  await ada.announced()
  await fileDraft()
  ada.onDay('2026-12-10')
  await runDueItems(portal.deps)
  await runDueItems(portal.deps)
  expect([await ada.payments(), await ada.charges()]).toMatchObject([[], [{ state: 'stopped', outcome: 'draft' }]])
  expect((await ada.mails()).slice(-1)).toEqual([notice])
  expect((await ada.mails()).filter((mail) => mail === notice)).toHaveLength(1)
})

it('announces no charge beside a draft, and shows none in the calendar', async () => {
  await fileDraft()
  const methodId = await running.storeCard('10001')
  await portal.db
    .insertInto('portal.autopay')
    .values({
      account_number: '100100101',
      member_number: '10001',
      method_id: methodId,
      state: 'active',
      days_before: 0,
      event_id: 0,
      changed_at: portal.clock.now(),
    })
    .execute()
  const today = calendarDate('2026-12-08')
  expect(await listComingCharges(portal.db, '10001', today, 'America/Chicago')).toEqual([])
  await ada.announceOn('2026-12-08')
  await ada.announceOn('2026-12-08')
  expect(await ada.charges()).toMatchObject([{ state: 'stopped', outcome: 'draft' }])
  expect(
    (await ada.mails()).filter(
      (mail) => mail.startsWith('AutoPay will not pay') || mail.startsWith('AutoPay will pay'),
    ),
  ).toEqual([notice])
})

it('charges nothing on an account that became prepaid, and asks the member to pay what is owed', async () => {
  await ada.announced()
  await portal.db.updateTable('cis.account').set({ is_prepaid: true }).execute()
  await ada.owe(-14_237)
  ada.onDay('2026-12-10')
  await runDueItems(portal.deps)
  expect([await ada.payments(), (await ada.charges())[0]?.outcome]).toEqual([[], 'prepaid'])
  expect((await ada.mails()).at(-1)).toContain('Your account is now prepaid')
})

it('announces no charge to a bank account that the bank refuses, and asks the member to pay two days ahead', async () => {
  const methodId = await seedMethod(portal, { paymentType: 'echeck' })
  expect((await ada.save({ methodId })).statusCode).toBe(200)
  await portal.db.updateTable('pay.stored_method').set({ refused_code: 'R07' }).execute()
  await ada.announceOn('2026-12-08')
  await ada.announceOn('2026-12-08')
  expect(await ada.charges()).toMatchObject([{ state: 'stopped', outcome: 'method-refused' }])
  expect((await ada.mails()).slice(1)).toEqual([
    'AutoPay could not pay your bill: AutoPay could not pay the bill for your account ending in 0101 that is due on 12/10/2026. The bank does not allow payments from this bank account. Choose another payment method.',
  ])
})
