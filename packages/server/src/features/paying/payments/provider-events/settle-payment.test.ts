import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { cents } from '@coopline/rules/kernel/money'
import { anAccount } from '@coopline/testing/builders/account'
import { sql } from 'kysely'
import { createMailRenderer } from '../../../../platform/mail/render-mail.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { anEvent } from '../../../../testing/payment-in-test.ts'
import { type EventFields, sendPostback, tell } from '../../../../testing/provider-double.ts'
import { askToPay, pay, payingSettings, type QuickPayer, requestOf, verified } from '../../../../testing/quick-payer.ts'
import { seedAccount } from '../../../../testing/seed-account.ts'
import { seedLogin } from '../../../../testing/seed-login.ts'
import { useTestPortal } from '../../../../testing/test-portal.ts'
import { notifyingSettings } from '../../../messages/notifications/notifications.fixtures.ts'
import { applyProviderEvent } from './apply-provider-event.ts'

const portal = useTestPortal({ settings: { ...payingSettings, quickPayRequisitionsPerHour: 1_000 } })
beforeEach(async () => seedAccount(portal.db))

const send = async (event: EventFields) => expect((await sendPostback(portal, event)).statusCode).toBe(200)

const paymentOf = async (form: Requisition) =>
  portal.db
    .selectFrom('pay.payment')
    .selectAll()
    .where('trans_no', '=', form.paymentRequisitionSettings.transNo)
    .executeTakeFirstOrThrow()

const alarms = async () =>
  (await portal.db.selectFrom('pay.alarm').select('kind').orderBy('id').execute()).map((row) => row.kind)

const ledger = async () =>
  portal.db
    .selectFrom('pay.ledger_entry as entry')
    .innerJoin('pay.booking as booking', 'booking.id', 'entry.booking_id')
    .select(['booking.kind', 'entry.ledger_account', 'entry.amount'])
    .orderBy('booking.id')
    .orderBy('entry.line')
    .execute()

const credit = async () =>
  (
    await portal.db
      .selectFrom('pay.unacknowledged_credit')
      .select(sql<number>`coalesce(sum(amount), 0)::integer`.as('sum'))
      .executeTakeFirstOrThrow()
  ).sum

describe('a payment that succeeded', () => {
  test('a payment that succeeded is booked in lines that sum to zero: the provider owes the total, the account and the fee make it up', async () => {
    await send(tell(await pay(portal, await verified(portal), 10_000), 'payment.succeeded'))
    expect(await ledger()).toEqual([
      { kind: 'payment', ledger_account: 'provider-clearing', amount: 10_295 },
      { kind: 'payment', ledger_account: 'member-account/100100101', amount: -10_000 },
      { kind: 'payment', ledger_account: 'convenience-fee', amount: -295 },
    ])
  })

  test('keeps what the provider said of it', async () => {
    const form = await pay(portal, await verified(portal), 10_000)
    await send(tell(form, 'payment.succeeded', { paymentType: 'echeck', message: 'Thank you.', lastFour: '6789' }))
    expect(await paymentOf(form)).toMatchObject({
      state: 'confirmed',
      payment_type: 'echeck',
      convenience_fee: 50,
      last_four: '6789',
      confirmation_number: 'SB12345678',
      postback_message: 'Thank you.',
      settled_at: new Date('2026-11-20T15:00:00Z'),
    })
  })

  test('a successful payment is deducted from what the account owes at once, before the cooperative acknowledges it', async () => {
    await send(tell(await pay(portal, await verified(portal), 10_000), 'payment.succeeded'))
    const { account } = (await verified(portal)).verification
    expect([account.accountBalance, account.overPayAmount, account.minimumPaymentDue]).toEqual([4_237, 40_000, 0])
  })

  test('a payment is reported to the cooperative once, with the account and the cents', async () => {
    const form = await pay(portal, await verified(portal), 10_000)
    await send(tell(form, 'payment.succeeded'))
    const events = await portal.db.selectFrom('outbox.event').select(['account_number', 'kind', 'body']).execute()
    expect(events).toEqual([
      {
        account_number: '100100101',
        kind: 'payment-confirmed',
        body: {
          transNo: form.paymentRequisitionSettings.transNo,
          memberNumber: '10001',
          accountNumber: '100100101',
          amount: 10_000,
          currency: 'USD',
          paymentType: 'cc',
          confirmationNumber: 'SB12345678',
          reconnectMeter: 'N',
          occurredAt: '2026-11-20T15:01:00Z',
        },
      },
    ])
  })

  test('a payment that succeeded has a receipt in the language of the payment, sent to the address on file', async () => {
    const payer = await verified(portal)
    const english = await pay(portal, payer, 10_000)
    await send(tell(english, 'payment.succeeded'))
    const spanish = await pay(portal, await verified(portal), 100, { headers: { 'accept-language': 'es' } })
    await send(tell(spanish, 'payment.succeeded'))
    const mails = await portal.db.selectFrom('outbox.message').selectAll().orderBy('id').execute()
    expect(mails.map((mail) => [mail.dedupe_key, mail.recipient, mail.subject, mail.language])).toEqual([
      [
        `receipt:${english.paymentRequisitionSettings.transNo}`,
        'ada.lindqvist@example.org',
        'We received your payment of $102.95',
        'en',
      ],
      [
        `receipt:${spanish.paymentRequisitionSettings.transNo}`,
        'ada.lindqvist@example.org',
        'Recibimos su pago de $1.03',
        'es',
      ],
    ])
    const [mail] = mails
    expect(mail?.body_text).toBe(
      [
        'Thank you. We have received your payment.',
        '',
        'Date: 11/20/2026',
        'Account ending in 0101: $100.00',
        'Convenience fee: $2.95',
        'Total: $102.95',
        'Paid with: Credit or debit card ending in 1111',
        'Confirmation number: SB12345678',
        `Transaction number: ${english.paymentRequisitionSettings.transNo}`,
        '',
        'Keep this message for your records. Please do not reply. We do not monitor this mailbox.',
        'Prairie Ridge Electric Cooperative',
        '',
      ].join('\n'),
    )
  })

  test('a payment that succeeded has no receipt when no address is on file, and markup in a confirmation number stays text', async () => {
    await seedAccount(portal.db, anAccount('22').of({ memberNumber: '2', emails: [] }))
    const unknown = await pay(portal, await verified(portal, { accountNumber: '22' }), 100)
    await send(tell(unknown, 'payment.succeeded', { accountNumber: '22' }))
    expect(await portal.db.selectFrom('outbox.message').select('id').execute()).toEqual([])
    const form = await pay(portal, await verified(portal), 100)
    await send(tell(form, 'payment.succeeded', { confirmationNumber: '<b>&"1' }))
    const mail = await portal.db.selectFrom('outbox.message').selectAll().executeTakeFirstOrThrow()
    const render = createMailRenderer(portal.deps.settings, portal.deps.env.PUBLIC_ORIGIN)
    expect(await render({ ...mail, bodyText: mail.body_text })).toContain('&lt;b&gt;&amp;&quot;1')
  })

  test('names a meter to reconnect when the cutoff sum was paid', async () => {
    await seedAccount(portal.db, anAccount('33').inCutoff(5_000, { reconnect: 1_000 }))
    const payer = await verified(portal, { accountNumber: '33' })
    const body = requestOf(payer.verification, 6_000, { reconnectMeter: 'Y' })
    await send(tell(await pay(portal, payer, 0, { body }), 'payment.succeeded'))
    const event = await portal.db.selectFrom('outbox.event').select('body').executeTakeFirstOrThrow()
    expect(event.body).toMatchObject({ reconnectMeter: 'Y' })
    const { account } = (await verified(portal, { accountNumber: '33' })).verification
    expect([account.cutoffAmount, account.reconnectFee]).toEqual([0, 0])
  })
})

test('a refund reverses the booking, is reported to the cooperative and the payer, and restores the balance', async () => {
  const form = await pay(portal, await verified(portal), 10_000)
  await send(tell(form, 'payment.succeeded'))
  await send(tell(form, 'payment.refunded'))
  expect((await paymentOf(form)).state).toBe('refunded')
  const entries = await ledger()
  expect(entries.filter((entry) => entry.kind === 'refund')).toEqual([
    { kind: 'refund', ledger_account: 'provider-clearing', amount: -10_295 },
    { kind: 'refund', ledger_account: 'member-account/100100101', amount: 10_000 },
    { kind: 'refund', ledger_account: 'convenience-fee', amount: 295 },
  ])
  const events = await portal.db.selectFrom('outbox.event').select('kind').orderBy('id').execute()
  expect(events.map((event) => event.kind)).toEqual(['payment-confirmed', 'payment-refunded'])
  const mails = await portal.db.selectFrom('outbox.message').select('subject').orderBy('id').execute()
  expect(mails.map((mail) => mail.subject)).toEqual([
    'We received your payment of $102.95',
    'Your payment of $102.95 was refunded',
  ])
  expect([await credit(), (await verified(portal)).verification.account.accountBalance]).toEqual([0, 14_237])
})

test('the database itself refuses a booking that does not sum to zero, and any change to what was written', async () => {
  const form = await pay(portal, await verified(portal), 10_000)
  await send(tell(form, 'payment.succeeded'))
  const { transNo } = form.paymentRequisitionSettings
  const unbalanced = portal.db.transaction().execute(async (tx) => {
    const booking = await tx
      .insertInto('pay.booking')
      .values({ trans_no: transNo, kind: 'refund', booked_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('pay.ledger_entry')
      .values({ booking_id: booking.id, line: 1, ledger_account: 'x', amount: cents(1) })
      .execute()
  })
  await expect(unbalanced).rejects.toThrow('does not sum to zero')
  const { owner } = portal.database
  for (const table of ['pay.ledger_entry', 'pay.booking', 'pay.move', 'pay.posting'] as const)
    await expect(owner.deleteFrom(table).execute()).rejects.toThrow('append only')
  await expect(owner.deleteFrom('portal.audit').execute()).rejects.toThrow('not deleted within a year')
  await expect(
    owner
      .updateTable('pay.ledger_entry')
      .set({ amount: cents(1) })
      .execute(),
  ).rejects.toThrow('append only')
})

describe('an event that does not agree with the request', () => {
  const lies: readonly (readonly [string, Partial<EventFields>])[] = [
    ['amount', { amount: 10_001 }],
    ['amount and total', { amount: 10_001, totalAmount: 10_296 }],
    ['total', { totalAmount: 10_296 }],
    ['fee', { convenienceFee: 296, totalAmount: 10_296 }],
    ['fee of the other method', { paymentType: 'echeck', convenienceFee: 295, totalAmount: 10_295 }],
    ['currency', { currency: 'CAD' }],
    ['account', { accountNumber: '100100102' }],
  ]

  test('another amount, fee, total, currency or account is put aside: nothing is booked, and there is an alarm [SEC-42]', async () => {
    // Payments under review count for the ceiling; here they follow each other on one account.
    portal.set({ allowOverPay: true })
    for (const [what, lie] of lies) {
      const form = await pay(portal, await verified(portal), 10_000)
      await send(tell(form, 'payment.succeeded', lie))
      expect([what, (await paymentOf(form)).state]).toEqual([what, 'under-review'])
    }
    expect(await ledger()).toEqual([])
    const postings = await portal.db.selectFrom('pay.posting').select('outcome').execute()
    expect(postings).toEqual(lies.map(() => ({ outcome: 'quarantined' })))
    expect(await alarms()).toEqual(lies.map(() => 'quarantined'))
    expect(portal.logLines.filter((line) => line.includes('An alarm about a payment'))).toHaveLength(lies.length)
  })

  test('a method that was not offered is put aside [SEC-42]', async () => {
    portal.set({ utilityAllowEcheck: false })
    const form = await pay(portal, await verified(portal), 10_000)
    await send(tell(form, 'payment.succeeded', { paymentType: 'echeck' }))
    expect([(await paymentOf(form)).state, await alarms()]).toEqual(['under-review', ['quarantined']])
  })

  test('the fee is checked by what was handed over, not by what the setting says by now', async () => {
    const form = await pay(portal, await verified(portal), 10_000)
    portal.set({ cardConvenienceFee: { kind: 'flat', value: '9.00', count: 1 } })
    await send(tell(form, 'payment.succeeded'))
    expect((await paymentOf(form)).convenience_fee).toBe(295)
  })

  test('a payment that was never requested is recorded with an alarm', async () => {
    const form = await pay(portal, await verified(portal), 10_000)
    await send(tell(form, 'payment.succeeded', { transNo: 'TUNKNOWN' }))
    expect([await alarms(), await ledger()]).toEqual([['unknown-payment'], []])
  })

  test('another event of a payment that was never requested raises its alarm again once it was settled [REQ-D-284]', async () => {
    const form = await pay(portal, await verified(portal), 10_000)
    const paid = tell(form, 'payment.succeeded', { transNo: 'TUNKNOWN' })
    await send(paid)
    await portal.db.updateTable('pay.alarm').set({ settled_at: portal.clock.now() }).execute()
    await send(paid)
    expect(await alarms()).toEqual(['unknown-payment'])
    await send(tell(form, 'payment.refunded', { transNo: 'TUNKNOWN' }))
    expect(await alarms()).toEqual(['unknown-payment', 'unknown-payment'])
  })
})

describe('order', () => {
  const types = ['payment.succeeded', 'payment.declined', 'payment.canceled', 'payment.refunded'] as const

  const orders = <T>(items: readonly T[]): readonly (readonly T[])[] =>
    items.length === 0
      ? [[]]
      : items.flatMap((item) => orders(items.filter((one) => one !== item)).map((rest) => [item, ...rest]))

  /** Asks for the page of a payment again, which is refused once the payment has ended unpaid. */
  const handOffAgain = async (payer: QuickPayer, form: Requisition) => {
    const isOver = ['declined', 'canceled'].includes((await paymentOf(form)).state)
    expect((await askToPay(portal, payer, 100, { key: 'attempt-1' })).statusCode).toBe(isOver ? 409 : 200)
  }

  test('all 120 orders of hand-off, success, decline, cancel and refund end in one state with one ledger [SEC-45]', async () => {
    portal.set({ quickPayRequisitionsPerHour: 1_000 })
    const all = orders(['hand-off', ...types] as const)
    expect(all).toHaveLength(120)
    for (const order of all) {
      const payer = await verified(portal)
      const form = await pay(portal, payer, 100, { key: 'attempt-1' })
      const { transNo } = form.paymentRequisitionSettings
      // The payment is still requested, so that the hand-off can be one of the events.
      await portal.db.updateTable('pay.payment').set({ state: 'requested' }).where('trans_no', '=', transNo).execute()
      for (const event of order) {
        if (event === 'hand-off') await handOffAgain(payer, form)
        else await send(tell(form, event))
      }
      expect([order, (await paymentOf(form)).state]).toEqual([order, 'refunded'])
    }
    const sums = await sql<{ bookings: number; total: number }>`
      select count(distinct booking_id)::integer as bookings, sum(amount)::integer as total from pay.ledger_entry`.execute(
      portal.db,
    )
    expect(sums.rows).toEqual([{ bookings: 240, total: 0 }])
    expect(await credit()).toBe(0)
  }, 300_000)

  test('a decline after the success changes nothing, is answered 200, logged and alarmed [SEC-45]', async () => {
    const form = await pay(portal, await verified(portal), 10_000)
    await send(tell(form, 'payment.succeeded'))
    await send(tell(form, 'payment.declined'))
    expect([(await paymentOf(form)).state, await alarms()]).toEqual(['confirmed', ['illegal-move']])
    expect(portal.logLines.some((line) => line.includes('"alarm":"illegal-move"'))).toBe(true)
  })

  test.each([
    ['no alarm', false, []],
    ['an alarm when another payment took its place', true, ['corrected']],
  ])('a success after a decline confirms the payment with %s [REQ-D-371]', async (_, isReplaced, expected) => {
    await send(tell(await pay(portal, await verified(portal), 100), 'payment.succeeded'))
    const form = await pay(portal, await verified(portal), 10_000)
    portal.clock.advance(60)
    await send(tell(form, 'payment.declined'))
    portal.clock.advance(60)
    if (isReplaced) await send(tell(await pay(portal, await verified(portal), 10_000), 'payment.succeeded'))
    await send(tell(form, 'payment.succeeded'))
    expect([(await paymentOf(form)).state, await alarms()]).toEqual(['confirmed', expected])
  })

  test('a bank that asks a payer without a login to confirm does not ask the member [REQ-D-414]', async () => {
    portal.set(notifyingSettings)
    await seedLogin(portal)
    const { transNo } = (await pay(portal, await verified(portal), 10_000)).paymentRequisitionSettings
    await applyProviderEvent(portal.deps, anEvent({ type: 'payment.declined', transNo, needsPayer: true }), 'status')
    const mails = await portal.db.selectFrom('outbox.message').select('subject').execute()
    expect(mails).toEqual([{ subject: 'Your payment did not go through' }])
  })

  test('a success after the payment expired is still booked, as a correction, with an alarm [REL-08]', async () => {
    const form = await pay(portal, await verified(portal), 10_000)
    await portal.db.updateTable('pay.payment').set({ state: 'expired' }).execute()
    await send(tell(form, 'payment.succeeded'))
    expect([(await paymentOf(form)).state, await alarms()]).toEqual(['confirmed', ['corrected']])
    const move = await portal.db.selectFrom('pay.move').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(move).toMatchObject({ from_state: 'expired', to_state: 'confirmed', corrected: true, source: 'postback' })
  })
})

test('the sixth declined payment of one account within an hour raises one alarm [SEC-51]', async () => {
  const payer = await verified(portal)
  for (let n = 0; n < 5; n += 1) await send(tell(await pay(portal, payer, 100), 'payment.declined'))
  expect(await alarms()).toEqual([])
  for (let n = 0; n < 3; n += 1) await send(tell(await pay(portal, payer, 100), 'payment.declined'))
  expect(await alarms()).toEqual(['declined-velocity'])
})

test('a card number in what the provider says is taken out before anything is kept [SEC-48]', async () => {
  const form = await pay(portal, await verified(portal), 10_000)
  await send(
    tell(form, 'payment.succeeded', {
      message: 'Card 4111 1111 1111 1111 approved',
      confirmationNumber: '5555-5555-5555-4444',
    }),
  )
  expect(await paymentOf(form)).toMatchObject({
    postback_message: 'Card [removed] approved',
    confirmation_number: '[removed]',
  })
  const kept = JSON.stringify(await portal.db.selectFrom('pay.posting').selectAll().execute())
  const mails = JSON.stringify(await portal.db.selectFrom('outbox.message').selectAll().execute())
  for (const text of [kept, mails, portal.logLines.join('\n')]) {
    expect(text).not.toContain('1111 1111')
    expect(text).not.toContain('5555-5555')
  }
})
