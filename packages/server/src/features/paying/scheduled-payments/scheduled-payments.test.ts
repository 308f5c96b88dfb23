import type { ProblemBody } from '@coopline/contract/problem-body'
import {
  type ScheduledPayment,
  scheduledPayments,
} from '@coopline/contract/paying/scheduled-payments/scheduled-payments.contract'
import { drafts } from '@coopline/contract/paying/drafts/drafts.contract'
import { feeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { anAccount } from '@coopline/testing/builders/account'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { payAsMember } from '../../../testing/member-payer.ts'
import { testCards, usePortalWithSandbox } from '../../../testing/sandbox-in-test.ts'
import { giveToBen, seedAccount } from '../../../testing/seed-account.ts'
import { adaSignedIn, seedSession } from '../../../testing/seed-login.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { untilWaiting } from '../../../testing/until-waiting.ts'
import { bankDraft, draftingSettings, newItem, testBank } from '../drafts/drafts.fixtures.ts'
import { settleOpenPaymentsNow } from '../payments/provider-events/sweep-open-payments.job.ts'
import { processRun } from '../runs/process-run.ts'
import { runDueItems } from '../runs/run-due-items.job.ts'
import { reopenFailed } from '../runs/runs.store.ts'
import { type ScheduleBody, scheduleBody } from './scheduled-payments.fixtures.ts'
import { listScheduled } from './scheduled-payments.store.ts'

const running = usePortalWithSandbox({
  settings: { ...payingSettings, allowOverPay: false, allowFutureDatedPayments: true },
})
const { portal } = running
const ada = useFresh(async () => adaSignedIn(portal))
let methodId: string
beforeEach(async () => {
  methodId = await running.storeCard('10001')
})

const params = { memberNumber: '10001' }
const [electric, water] = ['100100101', '100100102'] as const
type Changes = Partial<ScheduleBody>
const create = async (changes: Changes = {}) =>
  portal.call(scheduledPayments.create, { ...ada, params, body: scheduleBody(portal, { methodId, ...changes }) })
const created = async (changes: Changes = {}) => (await create(changes)).json<{ transNo: string }>().transNo
const list = async () =>
  (await portal.call(scheduledPayments.list, { ...ada, params })).json<{ scheduledPaymentsList: ScheduledPayment[] }>()
    .scheduledPaymentsList
const remove = async (transNo: string, memberNumber = '10001') =>
  portal.call(scheduledPayments.remove, { ...ada, params: { memberNumber, transNo } })
const saidTo = async (changes: Changes) => {
  const answer = await create(changes)
  return [answer.statusCode, ...answer.json<ProblemBody>().errors.map(({ field, message }) => `${field}: ${message}`)]
}
const runOn = async (date: string) => {
  portal.clock.set(`${date}T20:00:00Z`)
  return processRun(portal.deps, calendarDate(date))
}
const payments = async () =>
  portal.db.selectFrom('pay.payment').select(['state', 'origin', 'amount', 'account_number']).execute()
/** Sets the balance of the electric account, and the most that may be paid on it, in cents. */
const owe = async (amount: number) =>
  portal.db
    .updateTable('cis.balance')
    .set({ balance: cents(amount), over_pay_amount: cents(amount) })
    .where('account_number', '=', electric)
    .execute()
const closePaid = async (account: string) => {
  const closed = { account_status: 'Inactive', derived_status: 'Inactive' }
  await portal.db.updateTable('cis.account').set(closed).where('account_number', '=', account).execute()
  await portal.db
    .updateTable('cis.balance')
    .set({ balance: cents(0), over_pay_amount: cents(0) })
    .where('account_number', '=', account)
    .execute()
}
const items = async () => portal.db.selectFrom('pay.run_item').select(['state', 'reason', 'amount']).execute()
const mails = async () =>
  (await portal.db.selectFrom('outbox.message').select(['subject', 'body_text']).orderBy('id').execute()).map(
    (mail) => `${mail.subject}: ${mail.body_text.split('\n')[0]}`,
  )

describe('scheduling a payment', () => {
  it('lists what is scheduled, with its accounts, the next one first [AC-35, DE-35, DE-37]', async () => {
    await seedAccount(portal.db, anAccount('100100102').secondary('Water'))
    await created({ paymentDate: '2026-12-09' })
    const transNo = await created({
      accountDetails: [
        { accountNumber: electric, amount: 5_000 },
        { accountNumber: '100100102', amount: 700 },
      ],
    })
    const found = await list()
    expect(found.map((one) => one.paymentDate)).toEqual(['2026-12-05', '2026-12-09'])
    expect(found[0]).toEqual({
      createdDate: '2026-11-20',
      paymentType: 'cc',
      amount: 5_700,
      convenienceFee: 168,
      paymentMethod: 'Visa ending in 1111',
      paymentDate: '2026-12-05',
      transNo,
      accountDetails: [
        { accountNumber: electric, accountType: 'Electric', amount: 5_000 },
        { accountNumber: '100100102', accountType: 'Water', amount: 700 },
      ],
    })
  })

  it('refuses days, amounts, methods and accounts that cannot be paid, each at its field', async () => {
    expect(await saidTo({ paymentDate: '2026-11-20' })).toEqual([
      400,
      'paymentDate: Choose 11/21/2026 or a later date.',
    ])
    expect(await saidTo({ paymentDate: '2027-11-21' })).toEqual([
      400,
      'paymentDate: Choose 11/20/2027 or an earlier date.',
    ])
    const tooMuch = { accountDetails: [{ accountNumber: electric, amount: 50_001 }] }
    expect((await saidTo(tooMuch))[1]).toContain(`paymentAmount.${electric}: `)
    expect((await create({ methodId: 'another' })).statusCode).toBe(404)
    expect((await create({ accountDetails: [{ accountNumber: '999', amount: 100 }] })).statusCode).toBe(404)
    const twice = [5, 6].map((amount) => ({ accountNumber: electric, amount }))
    expect((await create({ accountDetails: twice })).statusCode).toBe(400)
    expect(await list()).toEqual([])
  })

  it('does not schedule a payment with a method that is removed meanwhile', async () => {
    let creating: ReturnType<typeof create> | undefined
    await inTransaction(portal.db, async (tx) => {
      await tx.updateTable('pay.stored_method').set({ removed_at: portal.clock.now(), is_default: false }).execute()
      let isDone = false
      creating = create().finally(() => void (isDone = true))
      await untilWaiting(portal.db, 1, () => isDone)
    })
    expect((await creating)?.statusCode).toBe(404)
    expect(await portal.db.selectFrom('portal.scheduled_payment').selectAll().execute()).toEqual([])
  })

  it('schedules a payment once, however often it is sent', async () => {
    const answers = await Promise.all([create(), create()])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await list()).toHaveLength(1)
  })

  it('is refused where the cooperative does not offer it [ST-30]', async () => {
    portal.set({ allowFutureDatedPayments: false })
    expect((await create()).statusCode).toBe(403)
    expect((await portal.call(scheduledPayments.list, { ...ada, params })).statusCode).toBe(403)
  })
})

describe('deleting a scheduled payment', () => {
  it('deletes it by member and number, once, and only the member’s own [AC-36, SP-17]', async () => {
    const transNo = await created()
    await portal.db.updateTable('portal.scheduled_payment').set({ member_number: '10002' }).execute()
    expect((await remove(transNo)).statusCode).toBe(404)
    expect((await remove(transNo, '10002')).statusCode).toBe(404)
    await portal.db.updateTable('portal.scheduled_payment').set({ member_number: '10001' }).execute()
    expect((await remove(transNo)).json()).toEqual({ message: 'The scheduled payment was deleted.' })
    expect((await remove(transNo)).statusCode).toBe(404)
    expect(await list()).toEqual([])
    await runOn('2026-12-05')
    expect(await payments()).toEqual([])
  })
})

describe('a scheduled payment on its day', () => {
  it('is charged once, with receipt, and leaves the list; on a Saturday too', async () => {
    await created()
    await runOn('2026-12-04')
    expect(await payments()).toEqual([])
    await Promise.all([runOn('2026-12-05'), runOn('2026-12-05')])
    await runOn('2026-12-06')
    expect(await payments()).toEqual([
      { state: 'confirmed', origin: 'scheduled', amount: 5_000, account_number: electric },
    ])
    expect(await items()).toEqual([{ state: 'booked', reason: '', amount: 5_000 }])
    expect(await listScheduled(portal.db, '10001')).toEqual([])
    expect((await mails()).filter((mail) => mail.includes('$51.48'))).toHaveLength(1)
  })

  it.each([
    ['an hour that does not exist', 2, '2027-03-14', '07:59', ['08:00', '09:00']],
    ['an hour that comes twice', 1, '2027-11-07', '05:59', ['06:00', '06:30', '07:00', '07:30']],
  ] as const)(
    'is charged once on the night on which clocks change, at %s [REL-13]',
    async (_, runHour, day, before, times) => {
      portal.set({ runHour, timeZone: 'America/Chicago' })
      await created({ paymentDate: day })
      portal.clock.set(`${day}T${before}:00Z`)
      await runDueItems(portal.deps)
      expect(await payments()).toEqual([])
      for (const time of times) {
        portal.clock.set(`${day}T${time}:00Z`)
        await runDueItems(portal.deps)
        expect([time, await items()]).toEqual([time, [{ state: 'booked', reason: '', amount: 5_000 }]])
      }
      expect(await payments()).toHaveLength(1)
    },
  )

  it('is charged once when the process dies after the charge', async () => {
    await created()
    portal.clock.set('2026-12-05T20:00:00Z')
    const reach = (name: string) => {
      if (name === 'runs.after-charge') throw Object.assign(new Error('terminating connection'), { code: '57P01' })
    }
    const dying = processRun({ ...portal.deps, failPoints: { reach } }, calendarDate('2026-12-05'))
    await expect(dying).rejects.toThrow('terminating connection')
    expect(await items()).toMatchObject([{ state: 'pending' }])
    await runOn('2026-12-05')
    expect(await payments()).toHaveLength(1)
    expect(await items()).toMatchObject([{ state: 'booked' }])
  })

  it('stays pending while the provider does not answer, and is finished by the next run without a second charge', async () => {
    await created()
    await running.setMode('lost-answer')
    await runOn('2026-12-05')
    expect(await items()).toMatchObject([{ state: 'pending' }])
    await running.setMode('ok')
    await runOn('2026-12-05')
    expect(await items()).toMatchObject([{ state: 'booked', amount: 5_000 }])
    expect(await payments()).toHaveLength(1)
  })

  it.each([
    ['a cent more', 14_238, 14_237],
    ['a cent less', 14_236, 14_236],
    ['less', 1_000, 1_000],
  ])(
    'is charged as scheduled, or what is owed by then, when the account owes %s and members pay exactly the balance [PA-13]',
    async (_, owed, amount) => {
      portal.set({ allowUnderPay: false })
      await owe(14_237)
      await created({ accountDetails: [{ accountNumber: electric, amount: 14_237 }] })
      await owe(owed)
      for (const date of ['2026-12-05', '2026-12-06']) await runOn(date)
      expect(await payments()).toMatchObject([{ state: 'confirmed', amount }])
      expect(await items()).toEqual([{ state: 'booked', reason: '', amount }])
    },
  )

  it.each([
    ['less than it', 1_000],
    ['nothing', 0],
  ])('takes no more than what is owed by then where members may overpay, with %s owed', async (_, owed) => {
    portal.set({ allowOverPay: true })
    await created()
    await owe(owed)
    for (const date of ['2026-12-05', '2026-12-06']) await runOn(date)
    expect((await payments()).map(({ amount }) => amount)).toEqual(owed === 0 ? [] : [owed])
  })

  it.each([
    ['raised', '9.00', '$51.48'],
    ['lowered', '1.00', '$50.50'],
  ])(
    'has the fee that its member was shown when the fee was %s since, or a lower one [REL-33]',
    async (_, percent, total) => {
      await created()
      portal.set({ cardConvenienceFee: feeOption('percent', percent) })
      expect((await list())[0]?.convenienceFee).toBe(percent === '9.00' ? 148 : 50)
      await runOn('2026-12-05')
      expect((await mails()).filter((mail) => mail.includes(total))).toHaveLength(1)
    },
  )

  it('is not scheduled without a fee, or with another one than its member was shown', async () => {
    expect((await create({ convenienceFee: undefined })).statusCode).toBe(400)
    expect((await create({ convenienceFee: 147 })).statusCode).toBe(409)
    expect(await list()).toEqual([])
    expect((await create({ convenienceFee: 148 })).statusCode).toBe(200)
  })

  it('is charged once with less than scheduled when the process dies after the charge, even when another amount is owed by then', async () => {
    await created()
    await owe(1_000)
    portal.clock.set('2026-12-05T20:00:00Z')
    const reach = (name: string) => {
      if (name === 'runs.after-charge') throw Object.assign(new Error('terminating connection'), { code: '57P01' })
    }
    const dying = processRun({ ...portal.deps, failPoints: { reach } }, calendarDate('2026-12-05'))
    await expect(dying).rejects.toThrow('terminating connection')
    await owe(4_000)
    await runOn('2026-12-05')
    expect(await payments()).toMatchObject([{ state: 'confirmed', amount: 1_000 }])
    expect(await items()).toEqual([{ state: 'booked', reason: '', amount: 1_000 }])
  })

  it('leaves out an account that was paid meanwhile, and pays the others', async () => {
    await seedAccount(portal.db, anAccount('100100102').secondary('Water'))
    const accountDetails = [
      { accountNumber: electric, amount: 5_000 },
      { accountNumber: '100100102', amount: 700 },
    ]
    await created({ accountDetails })
    await owe(0)
    await runOn('2026-12-05')
    expect(await payments()).toEqual([
      { state: 'confirmed', origin: 'scheduled', amount: 700, account_number: '100100102' },
    ])
    expect(await items()).toEqual([{ state: 'booked', reason: '', amount: 700 }])
  })

  it.each([
    ['is closed and paid', async () => closePaid(water)],
    ['has another holder', async () => giveToBen(portal.db, water)],
  ])('leaves out an account that %s by its day, and pays the others', async (_, change) => {
    await seedAccount(portal.db, anAccount(water).secondary('Water'))
    const accountDetails = [
      { accountNumber: water, amount: 700 },
      { accountNumber: electric, amount: 5_000 },
    ]
    await created({ accountDetails })
    await change()
    await runOn('2026-12-05')
    expect(await payments()).toEqual([
      { state: 'confirmed', origin: 'scheduled', amount: 5_000, account_number: electric },
    ])
    expect(await items()).toEqual([{ state: 'booked', reason: '', amount: 5_000 }])
  })

  it('checks the amounts again and notifies the member, without charging, when a rule refuses them', async () => {
    await created()
    await owe(0)
    await runOn('2026-12-05')
    await runOn('2026-12-06')
    expect(await payments()).toEqual([])
    expect(await items()).toEqual([{ state: 'failed', reason: 'refused', amount: 5_000 }])
    const said = (await mails()).filter((mail) => mail.startsWith('Your scheduled payment was not made'))
    expect(said).toHaveLength(1)
    expect(said[0]).toContain('Your payment of $50.00 that was scheduled for 12/05/2026 was not made.')
  })

  it('stays in the report of its day as refused when staff repeat what failed', async () => {
    await created()
    await owe(0)
    await runOn('2026-12-05')
    expect(
      await inTransaction(portal.db, (tx) => reopenFailed(tx, calendarDate('2026-12-05'), portal.clock.now())),
    ).toBe(0)
    expect(await items()).toEqual([{ state: 'failed', reason: 'refused', amount: 5_000 }])
  })

  it('is charged late for 14 days, and not on the day after: the member is notified once, and it leaves the list', async () => {
    await created()
    await created({ paymentDate: '2026-12-06' })
    portal.set({ allowFutureDatedPayments: false })
    for (const date of ['2026-12-05', '2026-12-19']) await runOn(date)
    expect(await items()).toEqual([])
    portal.set({ allowFutureDatedPayments: true })
    for (const date of ['2026-12-20', '2026-12-21']) await runOn(date)
    expect(await items()).toEqual([
      { state: 'skipped', reason: 'missed', amount: 0 },
      { state: 'booked', reason: '', amount: 5_000 },
    ])
    expect(await payments()).toHaveLength(1)
    const said = (await mails()).filter((mail) => mail.startsWith('Your scheduled payment was not made'))
    expect(said).toHaveLength(1)
    expect(said[0]).toContain('Your payment of $50.00 that was scheduled for 12/05/2026 was not made.')
    expect(await listScheduled(portal.db, '10001')).toEqual([])
  })

  it('ends after 14 days with a notice to the member when the cooperative no longer offers it', async () => {
    await created()
    portal.set({ allowFutureDatedPayments: false })
    await runOn('2026-12-19')
    expect(await items()).toEqual([])
    for (const date of ['2026-12-20', '2026-12-21']) await runOn(date)
    expect(await items()).toEqual([{ state: 'skipped', reason: 'missed', amount: 0 }])
    expect((await mails()).filter((mail) => mail.startsWith('Your scheduled payment was not made'))).toHaveLength(1)
    expect(await payments()).toEqual([])
  })

  describe('that a process took before it died', () => {
    beforeEach(async () => {
      await created()
      portal.clock.set('2026-12-05T20:00:00Z')
      const reach = (name: string) => {
        if (name === 'pay.before-insert') throw new Error('died')
      }
      await processRun({ ...portal.deps, failPoints: { reach } }, calendarDate('2026-12-05'))
    })
    const saidNotMade = async () =>
      (await mails()).filter((mail) => mail.startsWith('Your scheduled payment was not made'))

    it.each([true, false])(
      'is not charged after more than 14 days, and the member is notified (offered: %s)',
      async (offered) => {
        expect(await items()).toMatchObject([{ state: 'pending' }])
        portal.set({ allowFutureDatedPayments: offered })
        await runOn('2026-12-20')
        expect([await payments(), await items()]).toMatchObject([[], [{ state: 'skipped', reason: 'missed' }]])
        expect(await saidNotMade()).toHaveLength(1)
      },
    )

    it('waits while the cooperative does not offer it', async () => {
      portal.set({ allowFutureDatedPayments: false })
      await runOn('2026-12-06')
      expect([await payments(), await items()]).toMatchObject([[], [{ state: 'pending', amount: 5_000 }]])
      portal.set({ allowFutureDatedPayments: true })
      await runOn('2026-12-07')
      expect(await items()).toMatchObject([{ state: 'booked', amount: 5_000 }])
      expect(await saidNotMade()).toEqual([])
    })
  })

  it('waits for an open payment of the bill, also past its lifetime, and is charged once no one paid', async () => {
    await created()
    await owe(14_237)
    portal.clock.set('2026-12-05T12:00:00Z')
    const member = { ...ada, ...(await seedSession(portal, ada.loginId)) }
    await payAsMember(portal, member, [[electric, 14_237]])
    await running.setMode('down')
    await runOn('2026-12-05')
    await running.setMode('ok')
    expect(await payments()).toMatchObject([{ origin: 'member', state: 'handed-off' }])
    expect(await items()).toEqual([{ state: 'pending', reason: '', amount: 5_000 }])
    await settleOpenPaymentsNow(portal.deps)
    for (const date of ['2026-12-05', '2026-12-06']) await runOn(date)
    expect(await items()).toEqual([{ state: 'booked', reason: '', amount: 5_000 }])
    expect((await payments()).map(({ origin, state }) => [origin, state] as const)).toEqual([
      ['member', 'expired'],
      ['scheduled', 'confirmed'],
    ])
    expect((await mails()).filter((mail) => mail.startsWith('Your scheduled payment was not made'))).toEqual([])
  })

  it.each([
    ['its bank refused the account', sql`update pay.stored_method set refused_code = 'R07'`],
    ['its card expired', sql`update pay.stored_method set expiry = '2026-11'`],
    ['the account takes no cards any more', sql`update cis.account set card_eligible = false`],
  ])('is not sent to the provider after the process died before that, when %s meanwhile', async (_, change) => {
    await created()
    portal.clock.set('2026-12-05T20:00:00Z')
    const reach = (name: string) => {
      if (name === 'pay.after-insert') throw new Error('died')
    }
    await processRun({ ...portal.deps, failPoints: { reach } }, calendarDate('2026-12-05'))
    expect(await payments()).toMatchObject([{ state: 'handed-off' }])
    await change.execute(portal.db)
    await runOn('2026-12-05')
    expect(await items()).toMatchObject([{ state: 'pending' }])
    portal.clock.advance(91 * 60)
    await settleOpenPaymentsNow(portal.deps)
    await runOn('2026-12-06')
    expect([await payments(), await items()]).toMatchObject([
      [{ state: 'expired' }],
      [{ state: 'failed', reason: 'expired' }],
    ])
    expect((await mails()).filter((mail) => mail.startsWith('Your payment did not go through'))).toHaveLength(1)
  })

  it('is charged before the draft of that day, which takes the rest', async () => {
    portal.set({ ...draftingSettings, portalRunsDrafts: true, allowOverPay: true })
    await portal.db.insertInto('portal.financial_institution').values(testBank).execute()
    const draftAccounts = [newItem({ draftStartDate: calendarDate('2026-11-20') })]
    await portal.call(drafts.update, { ...ada, params, body: bankDraft({ draftAccounts }) })
    await created({ paymentDate: '2026-12-15' })
    await runOn('2026-12-15')
    expect((await payments()).map(({ origin, amount }) => [origin, amount] as const)).toEqual([
      ['scheduled', 5_000],
      ['bank', 9_237],
    ])
  })

  it('fails when the provider stops answering before it expires, and notifies the member once', async () => {
    await created()
    await running.setMode('down')
    await runOn('2026-12-05')
    expect(await items()).toMatchObject([{ state: 'pending' }])
    await running.setMode('ok')
    portal.clock.advance(91 * 60)
    await settleOpenPaymentsNow(portal.deps)
    for (const date of ['2026-12-06', '2026-12-07']) await runOn(date)
    expect(await items()).toMatchObject([{ state: 'failed', reason: 'expired' }])
    expect((await mails()).filter((mail) => mail.startsWith('Your payment did not go through'))).toHaveLength(1)
  })

  it('fails when its card is declined, and says so once', async () => {
    methodId = await running.storeCard('10001', { number: testCards.declined })
    await created()
    for (const date of ['2026-12-05', '2026-12-06']) await runOn(date)
    expect(await items()).toMatchObject([{ state: 'failed', reason: 'declined' }])
    expect((await mails()).filter((mail) => mail.startsWith('Your payment did not go through'))).toHaveLength(1)
  })

  it('fails when its card was removed, and says so', async () => {
    await created()
    await portal.db.updateTable('pay.stored_method').set({ removed_at: portal.clock.now() }).execute()
    await runOn('2026-12-05')
    expect(await items()).toMatchObject([{ state: 'failed', reason: 'not-chargeable' }])
    expect((await mails()).some((mail) => mail.startsWith('Your scheduled payment was not made'))).toBe(true)
  })
})
