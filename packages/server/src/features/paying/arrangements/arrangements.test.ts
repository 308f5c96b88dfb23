import {
  accountOverview,
  type AccountInfo,
} from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { type ArrangementChoices, arrangements } from '@coopline/contract/paying/arrangements/arrangements.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { bensAccount } from '@coopline/testing/builders/account'
import { ben } from '@coopline/testing/builders/member'
import { beforeEach, describe, expect, it } from 'vitest'
import { bundleFolder, csv } from '../../../testing/bundle-folder.ts'
import { amountsOf, payAsMember } from '../../../testing/member-payer.ts'
import { type EventFields, sendPostback, tell } from '../../../testing/provider-double.ts'
import { errorsOf, payingSettings } from '../../../testing/quick-payer.ts'
import { outbox } from '../../../testing/notified.ts'
import { giveToBen, seedAccount } from '../../../testing/seed-account.ts'
import { adaSignedIn, seedLogin, seedSession } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { sealToken } from '../payments/stored-methods/method-token.ts'
import { notifyingSettings } from '../../messages/notifications/notifications.fixtures.ts'
import { importBundle } from '../../site/integration/public.ts'
import { arrangementBody, arrangingSettings } from './arrangements.fixtures.ts'

const accountNumber = '100100101'
const portal = useTestPortal({ settings: { ...payingSettings, ...arrangingSettings, allowUnderPay: true } })
const ada = useFresh(async () => adaSignedIn(portal))
beforeEach(async () => {
  await portal.db
    .updateTable('cis.balance')
    .set({ past_due: cents(5_700) })
    .execute()
})

const own = (account = accountNumber) => ({
  params: { memberNumber: ada.memberNumber, accountNumber: account },
  bearer: ada.bearer,
  cookie: ada.cookie,
})
const choices = async () => (await portal.call(arrangements.choices, own())).json<ArrangementChoices>()
const extension = { kind: 'extension', count: 1, owed: 14_237, today: '2026-11-20' } as const
const three = { ...extension, kind: 'installments', count: 3 } as const
type Choice = Parameters<typeof arrangementBody>[1] & { readonly payments?: unknown }
const make = async (choice: Choice = extension) =>
  portal.call(arrangements.make, { ...own(), body: arrangementBody(portal, choice) })
const refusalOf = async (body?: Choice) => {
  const response = await make(body)
  return [response.statusCode, errorsOf(response)[0]?.code]
}
const made = async () => portal.db.selectFrom('portal.arrangement').select(['kind', 'balance', 'event_id']).execute()
const events = async () =>
  portal.db
    .selectFrom('outbox.event')
    .select(['kind', 'account_number', 'body'])
    .where('kind', 'like', 'arrangement.%')
    .execute()
const shown = async () => (await portal.call(accountOverview.info, own())).json<AccountInfo>().arrangement

describe('the choices', () => {
  it('are those of the cooperative’s limits, for all that is owed, with dates and amounts', async () => {
    expect(await choices()).toEqual({
      owed: 14_237,
      pastDue: 5_700,
      today: '2026-11-20',
      obstacle: null,
      results: [
        { kind: 'extension', count: 1, payments: [{ dueOn: '2026-12-04', amount: 14_237 }] },
        {
          kind: 'installments',
          count: 2,
          payments: [
            { dueOn: '2026-11-20', amount: 3_559 },
            { dueOn: '2027-01-04', amount: 5_339 },
            { dueOn: '2027-02-18', amount: 5_339 },
          ],
        },
        {
          kind: 'installments',
          count: 3,
          payments: [
            { dueOn: '2026-11-20', amount: 3_559 },
            { dueOn: '2026-12-20', amount: 3_560 },
            { dueOn: '2027-01-19', amount: 3_559 },
            { dueOn: '2027-02-18', amount: 3_559 },
          ],
        },
      ],
      againOn: '2027-11-20',
      hasCutoff: 'N',
    })
    portal.set({
      arrangementExtensionDays: 0,
      arrangementMaxInstallments: 2,
      arrangementDownPaymentPercent: 0,
      arrangementInstallmentDays: 30,
    })
    expect((await choices()).results).toEqual([
      {
        kind: 'installments',
        count: 2,
        payments: [
          { dueOn: '2026-12-05', amount: 7_119 },
          { dueOn: '2026-12-20', amount: 7_118 },
        ],
      },
    ])
  })

  it('have no installments where a part of the balance cannot be paid online', async () => {
    const kinds = async () => (await choices()).results.map(({ kind }) => kind)
    portal.set({ allowUnderPay: false })
    expect(await kinds()).toEqual(['extension'])
    expect(await refusalOf(three)).toEqual([409, 'not-offered'])
    portal.set({ allowUnderPay: true })
    await portal.db
      .updateTable('cis.balance')
      .set({ cutoff_amount: cents(1) })
      .execute()
    expect(await kinds()).toEqual(['extension'])
    expect((await choices()).hasCutoff).toBe('Y')
    portal.set({ payOnlineAllowCutoffPaymentOverride: true })
    expect(await kinds()).toEqual(['extension', 'installments', 'installments'])
  })

  it('are none for prepaid, closed and disconnected accounts, and say why', async () => {
    const obstacle = async (account: object) => {
      await portal.db.updateTable('cis.account').set(account).execute()
      const answer = await choices()
      expect(answer.results).toEqual([])
      expect((await make()).statusCode).toBe(409)
      return answer.obstacle?.code
    }
    expect(await obstacle({ derived_status: 'Disconnected' })).toBe('disconnected')
    expect(await obstacle({ account_status: 'Written Off' })).toBe('closed')
    expect(await obstacle({ is_prepaid: true })).toBe('prepaid')
    expect(await made()).toEqual([])
  })

  it('are refused where the cooperative has turned either feature off, and for another member’s account', async () => {
    await seedAccount(portal.db, bensAccount)
    for (const endpoint of [arrangements.choices, arrangements.make])
      expect(
        (
          await portal.call(endpoint, {
            ...own('100200101'),
            body: endpoint === arrangements.make ? arrangementBody(portal, extension) : undefined,
          })
        ).statusCode,
      ).toBe(404)
    for (const off of [{ OnlineArrangements: false }, { OnlineArrangements: true, Arrangements: false }]) {
      portal.set(off)
      expect((await portal.call(arrangements.choices, own())).statusCode).toBe(403)
      expect((await make()).statusCode).toBe(403)
    }
    expect(await made()).toEqual([])
  })
})

describe('making one', () => {
  it('stores it, notifies the cooperative and shows it on the overview', async () => {
    const response = await make(three)
    const payments = (await choices()).results
    expect(payments).toEqual([])
    expect(response.json()).toMatchObject({ kind: 'installments', count: 3 })
    expect(await made()).toEqual([{ kind: 'installments', balance: 14_237, event_id: expect.any(Number) as number }])
    expect(await events()).toEqual([
      {
        kind: 'arrangement.made',
        account_number: accountNumber,
        body: {
          memberNumber: '10001',
          accountNumber,
          kind: 'installments',
          count: 3,
          madeOn: '2026-11-20',
          balance: 14_237,
          payments: response.json<{ payments: unknown }>().payments,
          scheduled: 0,
        },
      },
    ])
    expect(await shown()).toEqual({
      arrangementBalance: 14_237,
      nextPaymentAmount: 3_559,
      nextPaymentDueDate: '2026-11-20',
      arrangementNotation: '',
    })
  })

  it('confirms it once by email, with each amount and date', async () => {
    portal.set(notifyingSettings)
    await make(three)
    await make(three)
    const mails = await outbox(portal)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your payment arrangement'])
    expect(mails[0]?.text).toContain(
      '$35.59 by 11/20/2026\n$35.60 by 12/20/2026\n$35.59 by 01/19/2027\n$35.59 by 02/18/2027\n',
    )
    expect(mails[0]?.text).toContain('account ending in 0101')
    expect(mails[0]?.text).not.toContain(accountNumber)
  })

  it('makes one arrangement of two simultaneous requests or a repeated one, with the same answer to each', async () => {
    const answers = await Promise.all([make(), make(), make()])
    const later = await make()
    expect([...answers, later].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(new Set([...answers, later].map(({ body }) => body)).size).toBe(1)
    expect(await made()).toHaveLength(1)
    expect(await events()).toHaveLength(1)
  })

  it('refuses another choice in a second tab, and makes one of two different requests at once', async () => {
    const codes = (await Promise.all([make(), make(three)])).map(({ statusCode }) => statusCode)
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await made()).toHaveLength(1)
    expect(await refusalOf({ ...extension, kind: 'installments', count: 2 })).toEqual([409, 'has-arrangement'])
  })

  it('refuses figures of before a payment or of yesterday, and choices that are not offered', async () => {
    expect(await refusalOf({ ...extension, owed: 14_236 })).toEqual([409, 'figures-changed'])
    expect(await refusalOf({ ...extension, count: 2 })).toEqual([409, 'not-offered'])
    expect(await refusalOf({ ...three, count: 4 })).toEqual([409, 'not-offered'])
    for (const today of ['2026-11-19', '2026-11-21'])
      expect(await refusalOf({ ...extension, today })).toEqual([409, 'figures-changed'])
    expect(await made()).toEqual([])
  })

  it('refuses payments that the member did not see, because a limit of the cooperative has changed', async () => {
    const seen = (await choices()).results.find(({ count }) => count === 3)?.payments
    portal.set({ arrangementDownPaymentPercent: 50 })
    expect(await refusalOf({ ...three, payments: seen })).toEqual([409, 'figures-changed'])
    expect(await made()).toEqual([])
    portal.set({ arrangementDownPaymentPercent: 25 })
    expect((await make({ ...three, payments: seen })).statusCode).toBe(200)
  })

  it('refuses a second one until the months between two have passed, to the day', async () => {
    await make()
    const event = (await made())[0]?.event_id
    // The cooperative's system has imported the arrangement, and it is paid.
    await portal.db
      .insertInto('cis.arrangement')
      .values({
        account_number: accountNumber,
        balance: cents(0),
        next_amount: cents(0),
        next_due: calendarDate('2026-12-04'),
        changes_through_event: event ?? 0,
      })
      .execute()
    expect((await choices()).obstacle?.code).toBe('too-soon')
    await portal.db
      .updateTable('portal.arrangement')
      .set({ made_on: calendarDate('2025-11-21') })
      .execute()
    expect((await choices()).obstacle?.code).toBe('too-soon')
    await portal.db
      .updateTable('portal.arrangement')
      .set({ made_on: calendarDate('2025-11-20') })
      .execute()
    expect((await choices()).obstacle).toBeNull()
  })
})

describe('scheduling the payments in the same step', () => {
  const methodId = 'm1'
  beforeEach(async () => {
    portal.set({ allowFutureDatedPayments: true })
    await portal.db
      .insertInto('pay.stored_method')
      .values({
        method_id: methodId,
        member_number: '10001',
        token: sealToken(portal.deps, 'tok', methodId),
        payment_type: 'cc',
        card_type: 'VI',
        last_four: '1111',
        expiry: '2030-12',
        added_at: portal.clock.now(),
      })
      .execute()
  })
  const scheduled = async () =>
    portal.db
      .selectFrom('portal.scheduled_payment')
      .select(['payment_date', 'amount', 'method_id'])
      .orderBy('payment_date')
      .execute()

  it('schedules what is due after today, once, and says how many', async () => {
    const answers = await Promise.all([make({ ...three, methodId }), make({ ...three, methodId })])
    expect(answers.map((one) => [one.statusCode, one.json<{ scheduled: number }>().scheduled])).toEqual([
      [200, 3],
      [200, 3],
    ])
    expect(await scheduled()).toEqual([
      { payment_date: '2026-12-20', amount: 3_560, method_id: methodId },
      { payment_date: '2027-01-19', amount: 3_559, method_id: methodId },
      { payment_date: '2027-02-18', amount: 3_559, method_id: methodId },
    ])
    expect((await events())[0]?.body).toMatchObject({ scheduled: 3 })
  })

  it('schedules the one payment of an extension, and nothing without a method', async () => {
    expect((await make()).json<{ scheduled: number }>().scheduled).toBe(0)
    expect(await scheduled()).toEqual([])
    await portal.db.deleteFrom('portal.arrangement').execute()
    expect((await make({ ...extension, methodId })).json<{ scheduled: number }>().scheduled).toBe(1)
    expect(await scheduled()).toEqual([{ payment_date: '2026-12-04', amount: 14_237, method_id: methodId }])
  })

  it('makes no arrangement when the method is not the member’s, nothing may be scheduled, or the proof is old', async () => {
    const statusOf = async (body: Choice) => (await make(body)).statusCode
    expect(await statusOf({ ...three, methodId: 'another' })).toBe(404)
    portal.set({ allowFutureDatedPayments: false })
    expect(await statusOf({ ...three, methodId })).toBe(409)
    portal.set({ allowFutureDatedPayments: true })
    portal.clock.advance(11 * 60)
    expect(await refusalOf({ ...three, methodId })).toEqual([403, 'step-up-required'])
    expect([await made(), await scheduled(), await events()]).toEqual([[], [], []])
    expect(await statusOf(three)).toBe(200)
  })
})

describe('what is shown afterwards', () => {
  const pay = async (amount: number) => {
    const event = tell(await payAsMember(portal, ada, [[accountNumber, amount]]), 'payment.succeeded')
    await provider(event)
    return event
  }
  const provider = async (event: EventFields) => sendPostback(portal, event)

  it('is the next payment that is not covered by what was paid since, to the cent', async () => {
    await make(three)
    await pay(3_558)
    expect(await shown()).toMatchObject({
      arrangementBalance: 10_679,
      nextPaymentAmount: 1,
      nextPaymentDueDate: '2026-11-20',
    })
    await pay(1)
    expect(await shown()).toMatchObject({ nextPaymentAmount: 3_560, nextPaymentDueDate: '2026-12-20' })
    expect((await amountsOf(portal, ada))[0]?.arrangementAmount).toBe(3_560)
    await pay(10_678)
    expect(await shown()).toBeNull()
  })

  it('counts no return of a payment that was made before', async () => {
    const before = await pay(1_000)
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(15_237) })
      .execute()
    portal.clock.advance(60)
    await make(three)
    await pay(3_558)
    await provider({ ...before, type: 'payment.returned', eventId: 'return' })
    expect(await shown()).toMatchObject({ arrangementBalance: 10_679, nextPaymentAmount: 1 })
  })

  it('is the cooperative’s own row once it names the event, and the event is acknowledged', async () => {
    await make(three)
    const event = (await made())[0]?.event_id
    const bring = async (through: string) =>
      importBundle(portal.deps, {
        directory: bundleFolder({
          'arrangements.csv': csv(
            'account_number,balance,next_amount,next_due,notation,changes_through_event',
            `${accountNumber},90.00,45.00,2026-12-15,Two payments,${through}`,
          ),
        }),
      })
    await bring('')
    expect(await shown()).toMatchObject({ arrangementBalance: 14_237 })
    await bring(String(event))
    expect(await shown()).toEqual({
      arrangementBalance: 9_000,
      nextPaymentAmount: 4_500,
      nextPaymentDueDate: '2026-12-15',
      arrangementNotation: 'Two payments',
    })
    const waiting = await portal.db
      .selectFrom('outbox.event')
      .select('id')
      .where('acknowledged_at', 'is', null)
      .execute()
    expect(waiting).toEqual([])
    await bring('')
    expect(await shown()).toMatchObject({ arrangementBalance: 9_000 })
  })

  it('is nothing to the next holder of the account', async () => {
    await make()
    await giveToBen(portal.db, accountNumber)
    const rows = await portal.db
      .selectFrom('portal.current_arrangement')
      .select('next_due')
      .where('account_number', '=', accountNumber)
      .execute()
    expect(rows).toEqual([{ next_due: null }])
  })

  it('keeps no one who holds the account next from making one, even the same day', async () => {
    portal.set({ arrangementMonthsBetween: 12 })
    expect((await make()).statusCode).toBe(200)
    await giveToBen(portal.db, accountNumber)
    const { username, memberNumber } = ben.facts
    const session = await seedSession(portal, await seedLogin(portal, { username, memberNumber }))
    const call = { ...session, params: { memberNumber, accountNumber } }
    expect((await portal.call(arrangements.choices, call)).json()).toMatchObject({ obstacle: null })
    expect(
      (await portal.call(arrangements.make, { ...call, body: arrangementBody(portal, extension) })).statusCode,
    ).toBe(200)
  })
})
