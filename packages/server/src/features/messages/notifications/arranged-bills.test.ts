import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { beforeEach, describe, expect, it } from 'vitest'
import { notifiedAda, outbox } from '../../../testing/notified.ts'
import { seedArrangement } from '../../../testing/seed-arrangement.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { notifyOfBillsJob } from './notify-of-bills.job.ts'

const portal = useTestPortal()
useFresh(async () => notifiedAda(portal))

const firstLines = async () => {
  await portal.jobs.run(notifyOfBillsJob, {})
  return (await outbox(portal)).map(({ text }) => text.split('\n', 1)[0])
}
const setBalance = async (balance: number, pastDue: number, dueDate: string) =>
  portal.db
    .updateTable('cis.balance')
    .set({ balance: cents(balance), past_due: cents(pastDue), due_date: calendarDate(dueDate) })
    .execute()

/** On November 10 Ada arranged to pay $300.00 that was past due in three parts. A bill of $80.00 followed. */
beforeEach(async () => {
  const payments = [
    { dueOn: '2026-11-22', amount: 10_000 },
    { dueOn: '2026-12-10', amount: 10_000 },
    { dueOn: '2026-12-30', amount: 10_000 },
  ]
  await seedArrangement(portal.db, { payments, madeOn: '2026-11-10', createdAt: new Date('2026-11-10T18:00:00Z') })
  const bill = { amount: cents(8_000), due_date: calendarDate('2026-11-23') }
  await seedBill(portal.db, { bill_date: calendarDate('2026-11-02'), ...bill })
})

describe('beside an arrangement', () => {
  it('reminds of the bill and the installments that are due by then, and of no debt that is due later', async () => {
    await setBalance(38_000, 0, '2026-11-23')
    expect(await firstLines()).toEqual(['Reminder: $180.00 for account ending in 0101 is due 11/23/2026.'])
  })

  it('calls nothing past due that the arrangement defers, and reminds of the bill in its place', async () => {
    await setBalance(38_000, 30_000, '2026-11-23')
    expect(await firstLines()).toEqual(['Reminder: $180.00 for account ending in 0101 is due 11/23/2026.'])
  })

  it('calls an installment past due that was not paid', async () => {
    portal.clock.set('2026-11-23T18:00:00Z')
    await setBalance(38_000, 30_000, '2026-11-24')
    await portal.db
      .updateTable('cis.bill')
      .set({ due_date: calendarDate('2026-11-24') })
      .execute()
    expect(await firstLines()).toEqual([
      '$100.00 is past due on account ending in 0101. Pay online, or call us if you need more time to pay.',
    ])
  })

  it('calls a later bill past due that nobody paid, and not the installments after it', async () => {
    portal.clock.set('2026-11-24T18:00:00Z')
    await setBalance(38_000, 38_000, '2026-11-23')
    expect(await firstLines()).toEqual([
      '$180.00 is past due on account ending in 0101. Pay online, or call us if you need more time to pay.',
    ])
  })
})
