import { scheduledPayments } from '@coopline/contract/scheduled-payments/scheduled-payments.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { describe, expect, it } from 'vitest'
import { electric } from '../../testing/drafts-in-test.ts'
import { payAsMember } from '../../testing/member-payer.ts'
import { pay, payingSettings, verified } from '../../testing/quick-payer.ts'
import { answered, collectEntry, importLines } from '../../testing/returns-in-test.ts'
import { openRuns } from '../../testing/runs-in-test.ts'
import { openForm, usePortalWithSandbox } from '../../testing/sandbox-in-test.ts'
import { adaSignedIn, seedSession } from '../../testing/seed-login.ts'
import { processRun } from './process-run.ts'

const running = usePortalWithSandbox({
  settings: { ...payingSettings, allowCreditDraft: true, allowFutureDatedPayments: true, portalRunsDrafts: true },
})
const { portal } = running

/** What the last item of the runs became. */
const lastItem = async () =>
  portal.db
    .selectFrom('pay.run_item')
    .select(['kind', 'run_date', 'state', 'reason', 'amount'])
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** Runs what is due on a day, five minutes after a stranger opened a page of Quick Pay that nobody pays. */
async function runBesidePage(date: string, amount = 100): Promise<void> {
  portal.clock.set(`${date}T19:55:00Z`)
  await openForm(await pay(portal, await verified(portal), amount))
  portal.clock.set(`${date}T20:00:00Z`)
  await processRun(portal.deps, calendarDate(date))
}

describe('a page of Quick Pay that anybody may open', () => {
  it('holds up a bank draft on its day only [REQ-D-348]', async () => {
    await openRuns(portal)
    await runBesidePage('2026-12-15')
    expect(await lastItem()).toMatchObject({ kind: 'draft', state: 'skipped', reason: 'payment-open' })
    for (const date of ['2026-12-16', '2026-12-17']) {
      await runBesidePage(date)
      expect(await lastItem()).toMatchObject({ run_date: '2026-12-16', state: 'booked', amount: 14_237 })
    }
  })

  it('holds up a debit that is presented again on its day only [REQ-D-348]', async () => {
    const ada = await openRuns(portal)
    await importLines(portal.deps, answered(await collectEntry(ada), 'R01'))
    await runBesidePage('2026-12-18')
    expect(await lastItem()).toMatchObject({ kind: 'retry', state: 'skipped', reason: 'payment-open' })
    await runBesidePage('2026-12-21')
    expect(await lastItem()).toMatchObject({ kind: 'retry', state: 'booked', amount: 14_237 })
  })

  it('holds up a draft on a card on its day only [REQ-D-348]', async () => {
    await adaSignedIn(portal)
    await portal.db
      .insertInto('portal.draft')
      .values({
        account_number: electric,
        member_number: '10001',
        draft_type: 'DAY_OF_MONTH',
        draft_day: 15,
        account_kind: 'Card',
        account_ending: '1111',
        method_id: await running.storeCard('10001'),
        event_id: 7,
        changed_at: new Date('2026-11-20T15:00:00Z'),
      })
      .execute()
    await runBesidePage('2026-12-15')
    expect(await lastItem()).toMatchObject({ kind: 'method-draft', state: 'skipped', reason: 'payment-open' })
    await runBesidePage('2026-12-16')
    expect(await lastItem()).toMatchObject({ state: 'booked', amount: 14_237 })
  })

  it('holds up a scheduled payment on its day only [REQ-D-348]', async () => {
    const ada = await adaSignedIn(portal)
    const body = {
      paymentDate: '2026-12-05',
      methodId: await running.storeCard('10001'),
      accountDetails: [{ accountNumber: electric, amount: 5_000 }],
    }
    portal.set({ allowOverPay: false })
    const params = { memberNumber: '10001' }
    expect((await portal.call(scheduledPayments.create, { ...ada, params, body })).statusCode).toBe(200)
    await runBesidePage('2026-12-05', 14_237)
    expect(await lastItem()).toMatchObject({ kind: 'scheduled', state: 'pending', amount: 5_000 })
    await runBesidePage('2026-12-06', 14_237)
    expect(await lastItem()).toMatchObject({ kind: 'scheduled', state: 'booked', amount: 5_000 })
  })
})

it('a draft waits on for a page that a member with a login opened', async () => {
  const { own } = await openRuns(portal)
  for (const date of ['2026-12-15', '2026-12-16']) {
    portal.clock.set(`${date}T20:00:00Z`)
    await payAsMember(portal, { ...own, ...(await seedSession(portal, own.loginId)) }, [[electric, 100]])
    await processRun(portal.deps, calendarDate(date))
    expect(await lastItem()).toMatchObject({ state: 'skipped', reason: 'payment-open' })
  }
})
