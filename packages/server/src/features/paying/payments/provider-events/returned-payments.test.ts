import type { PaymentResult } from '@coopline/contract/paying/payments/payments.contract'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { quickPay } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { anAccount } from '@coopline/testing/builders/account'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { turnOff } from '../../../../testing/notified.ts'
import { encodedReturn, type EventFields, sendPostback, tell } from '../../../../testing/provider-double.ts'
import { pay, payingSettings, type QuickPayer, verified } from '../../../../testing/quick-payer.ts'
import { giveToBen, seedAccount } from '../../../../testing/seed-account.ts'
import { seedLogin } from '../../../../testing/seed-login.ts'
import { useTestPortal } from '../../../../testing/test-portal.ts'
import { listAccountsByNumber, owedOn } from '../../../accounts/accounts/public.ts'
import { notifyingSettings } from '../../../messages/notifications/notifications.fixtures.ts'
import { findLastPayment } from '../request/last-payment.store.ts'

const portal = useTestPortal({ settings: { ...payingSettings, quickPayRequisitionsPerHour: 1_000 } })
let payer: QuickPayer
let form: Requisition
beforeEach(async () => {
  await seedAccount(portal.db)
  payer = await verified(portal)
  form = await pay(portal, payer, 10_000)
})

const send = async (event: EventFields) => expect((await sendPostback(portal, event)).statusCode).toBe(200)

const at = (minute: number) => ({ occurredAt: `2026-11-20T14:${String(minute).padStart(2, '0')}:00Z` })

const paymentRow = async () => portal.db.selectFrom('pay.payment').selectAll().executeTakeFirstOrThrow()
const alarms = async () =>
  (await portal.db.selectFrom('pay.alarm').select('kind').orderBy('id').execute()).map((row) => row.kind)
const events = async () =>
  portal.db.selectFrom('outbox.event').select(['account_number', 'kind', 'body']).orderBy('id').execute()
const entries = async (kind: 'payment' | 'refund' | 'return') =>
  portal.db
    .selectFrom('pay.ledger_entry as entry')
    .innerJoin('pay.booking as booking', 'booking.id', 'entry.booking_id')
    .select(['entry.ledger_account', 'entry.amount'])
    .where('booking.kind', '=', kind)
    .orderBy('entry.line')
    .execute()
const balance = async () => (await verified(portal)).verification.account.accountBalance

describe('a returned payment', () => {
  it('notifies the member by the topic of returned payments, regardless of the choice for failed ones', async () => {
    portal.set(notifyingSettings)
    await seedLogin(portal)
    const returned = async (transNo: string) => {
      await send(tell(form, 'payment.succeeded', { ...at(1), transNo, eventId: `evt_${transNo}` }))
      const before = await portal.db.selectFrom('outbox.message').select('id').execute()
      await send(tell(form, 'payment.returned', { ...at(5), transNo, eventId: `evt_back_${transNo}` }))
      const after = await portal.db.selectFrom('outbox.message').select('id').execute()
      return after.length - before.length
    }
    await turnOff(portal, 'payment-failed')
    expect(await returned(form.paymentRequisitionSettings.transNo)).toBe(1)
    await turnOff(portal, 'payment-returned')
    form = await pay(portal, payer, 1_000)
    expect(await returned(form.paymentRequisitionSettings.transNo)).toBe(0)
  })

  it('a returned payment is reversed to the cent: ledger, balance, event to the cooperative and audit', async () => {
    await send(tell(form, 'payment.succeeded', at(1)))
    expect(await balance()).toBe(4_237)
    await send(tell(form, 'payment.returned', { ...at(5), message: 'R01 insufficient funds' }))
    expect(await paymentRow()).toMatchObject({
      state: 'returned',
      settled_at: new Date('2026-11-20T14:01:00Z'),
      confirmation_number: 'SB12345678',
      postback_message: 'R01 insufficient funds',
    })
    expect(await entries('return')).toEqual([
      { ledger_account: 'provider-clearing', amount: -10_295 },
      { ledger_account: 'member-account/100100101', amount: 10_000 },
      { ledger_account: 'convenience-fee', amount: 295 },
    ])
    expect(await balance()).toBe(14_237)
    expect((await events()).at(-1)).toMatchObject({
      account_number: '100100101',
      kind: 'payment-returned',
      body: { amount: 10_000, confirmationNumber: 'SB12345678', occurredAt: '2026-11-20T14:05:00Z' },
    })
    const audits = await portal.db
      .selectFrom('portal.audit')
      .select('kind')
      .where('kind', 'like', 'payment.%')
      .execute()
    expect(audits.map((row) => row.kind)).toEqual(['payment.requested', 'payment.confirmed', 'payment.returned'])
    expect(await alarms()).toEqual([])
  })

  it('a returned payment is reported to the payer by mail, in English and Spanish', async () => {
    const spanish = await pay(portal, payer, 100, { headers: { 'accept-language': 'es' } })
    for (const one of [form, spanish]) {
      await send(tell(one, 'payment.succeeded', at(1)))
      await send(tell(one, 'payment.returned', at(5)))
    }
    const mails = await portal.db
      .selectFrom('outbox.message')
      .selectAll()
      .where('dedupe_key', 'like', 'return:%')
      .orderBy('id')
      .execute()
    expect(mails.map((mail) => [mail.recipient, mail.subject])).toEqual([
      ['ada.lindqvist@example.org', 'Your payment of $102.95 was returned'],
      ['ada.lindqvist@example.org', 'Su pago de $1.03 fue devuelto'],
    ])
    expect(mails[0]?.body_text).toContain('Your bank or card company took this payment back.')
    expect(mails[0]?.body_text).toContain('Confirmation number: ')
    expect(mails[1]?.body_text).toContain('usted vuelve a deber ese monto')
  })

  it('a returned payment is no recent payment, and its payer sees that it was returned', async () => {
    const recent = { today: calendarDate('2026-11-20'), timeZone: 'America/Chicago', days: 3 }
    const account = { memberNumber: '10001', accountNumber: '100100101' }
    const last = async () => findLastPayment(portal.db, account, recent)
    expect((await last())?.isUnderWay).toBe(true)
    expect(await findLastPayment(portal.db, account, { ...recent, settledOnly: true })).toBeUndefined()
    await send(tell(form, 'payment.succeeded', at(1)))
    expect(await last()).toEqual({ amount: 10_000, day: '2026-11-20', isUnderWay: false })
    const { transNo } = form.paymentRequisitionSettings
    await portal.db
      .insertInto('cis.payment')
      .values({
        account_number: '100100101',
        reference: transNo,
        paid_on: '2026-11-20' as never,
        amount: cents(10_000),
        method: 'Card',
      })
      .execute()
    await send(tell(form, 'payment.returned', at(5)))
    expect(await last()).toBeUndefined()
    const answer = await portal.call(quickPay.status, {
      query: { encryptedPayload: encodedReturn(transNo) },
      bearer: payer.bearer,
      cookie: payer.cookie,
    })
    expect(answer.json<PaymentResult>()).toMatchObject({ outcome: 'returned', accountBalance: 14_237 })
  })

  it.each([
    ['before', 4_237],
    ['after', 14_237],
  ])(
    'does not make the next holder owe what the bank took back, %s the cooperative has the payment, and raises an alarm',
    async (moment, owed) => {
      await send(tell(form, 'payment.succeeded', at(1)))
      if (moment === 'after') await portal.db.deleteFrom('pay.unacknowledged_credit').execute()
      await giveToBen(portal.db)
      const owes = async () => (await listAccountsByNumber(portal.db, ['100100101'])).map(owedOn)
      expect(await owes()).toEqual([owed])
      await send(tell(form, 'payment.returned', { ...at(5), message: 'R01 insufficient funds' }))
      expect(await owes()).toEqual([14_237])
      expect(await alarms()).toEqual(['former-holder'])
    },
  )

  it('reverses every account of a payment for several accounts', async () => {
    await seedAccount(portal.db, anAccount('100100102'))
    const { transNo } = form.paymentRequisitionSettings
    await portal.db
      .updateTable('pay.payment_item')
      .set({ amount: cents(7_000) })
      .execute()
    await portal.db
      .insertInto('pay.payment_item')
      .values({ trans_no: transNo, account_number: '100100102', amount: cents(3_000) })
      .execute()
    await send(tell(form, 'payment.succeeded', at(1)))
    await send(tell(form, 'payment.returned', at(5)))
    expect(await entries('return')).toEqual([
      { ledger_account: 'provider-clearing', amount: -10_295 },
      { ledger_account: 'member-account/100100101', amount: 7_000 },
      { ledger_account: 'member-account/100100102', amount: 3_000 },
      { ledger_account: 'convenience-fee', amount: 295 },
    ])
    expect((await events()).map((event) => [event.kind, event.account_number])).toEqual([
      ['payment-confirmed', '100100101'],
      ['payment-confirmed', '100100102'],
      ['payment-returned', '100100101'],
      ['payment-returned', '100100102'],
    ])
    const credits = await sql<{ sum: number }>`
      select sum(amount)::integer as sum from pay.unacknowledged_credit group by account_number`.execute(portal.db)
    expect(credits.rows).toEqual([{ sum: 0 }, { sum: 0 }])
  })
})

describe('order', () => {
  const orders = <T>(items: readonly T[]): readonly (readonly T[])[] =>
    items.length === 0
      ? [[]]
      : items.flatMap((item) => orders(items.filter((one) => one !== item)).map((rest) => [item, ...rest]))

  it('ends returned with one set of books after any order of success, return and refund, each delivered twice [SEC-45]', async () => {
    const all = orders(['payment.succeeded', 'payment.returned', 'payment.refunded'] as const)
    for (const order of all) {
      const one = await pay(portal, await verified(portal), 100)
      for (const type of [...order, ...order]) await send(tell(one, type))
      const { transNo } = one.paymentRequisitionSettings
      const bookings = await portal.db
        .selectFrom('pay.booking')
        .innerJoin('pay.payment', 'pay.payment.trans_no', 'pay.booking.trans_no')
        .select(['kind', 'state'])
        .where('pay.booking.trans_no', '=', transNo)
        .orderBy('kind')
        .execute()
      expect([order, bookings]).toEqual([
        order,
        ['payment', 'refund', 'return'].map((kind) => ({ kind, state: 'returned' })),
      ])
    }
    expect(await alarms()).toEqual(all.map(() => 'reversed-twice'))
  })

  it('notifies the payer of the return only when it overtakes the success [SEC-45]', async () => {
    await send(tell(form, 'payment.returned', at(5)))
    await send(tell(form, 'payment.succeeded', at(1)))
    expect((await paymentRow()).state).toBe('returned')
    expect([await entries('payment'), await entries('return')].map((lines) => lines.length)).toEqual([3, 3])
    const mails = await portal.db.selectFrom('outbox.message').select('subject').execute()
    expect(mails).toEqual([{ subject: 'Your payment of $102.95 was returned' }])
    expect(await balance()).toBe(14_237)
  })

  it('treats a decline that happened after the success as a return, in every order of arrival [SEC-45]', async () => {
    const first = { ...at(1), eventId: 'evt_first_try' }
    const late = { ...at(9), eventId: 'evt_late' }
    for (const order of orders(['first', 'success', 'late'] as const)) {
      const one = await pay(portal, await verified(portal), 100)
      const { transNo } = one.paymentRequisitionSettings
      const bodies = {
        first: tell(one, 'payment.declined', { ...first, eventId: `${first.eventId}${transNo}` }),
        success: tell(one, 'payment.succeeded', at(5)),
        late: tell(one, 'payment.declined', { ...late, eventId: `${late.eventId}${transNo}` }),
      }
      for (const name of order) await send(bodies[name])
      const { state } = await portal.db
        .selectFrom('pay.payment')
        .select('state')
        .where('trans_no', '=', transNo)
        .executeTakeFirstOrThrow()
      expect([order, state]).toEqual([order, 'returned'])
    }
    const sum = await sql<{ sum: number }>`
      select sum(amount)::integer as sum from pay.unacknowledged_credit`.execute(portal.db)
    expect(sum.rows).toEqual([{ sum: 0 }])
  })

  it('keeps the credit when the decline of an earlier try arrives late [SEC-45]', async () => {
    await send(tell(form, 'payment.succeeded', at(5)))
    await send(tell(form, 'payment.declined', at(1)))
    expect([(await paymentRow()).state, await alarms()]).toEqual(['confirmed', ['illegal-move']])
  })

  it('keeps the credit when a payer who has paid tries another card, which is declined', async () => {
    await send(tell(form, 'payment.succeeded', at(5)))
    await send(tell(form, 'payment.declined', { ...at(9), lastFour: '0002' }))
    expect([(await paymentRow()).state, await alarms()]).toEqual(['confirmed', ['illegal-move']])
  })
})
