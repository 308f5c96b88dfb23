import { anAccount } from '@coopline/testing/builders/account'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { payAsMember } from '../../../../testing/member-payer.ts'
import { type EventFields, sendPostback, tell, useProviderDouble } from '../../../../testing/provider-double.ts'
import { listBookings } from '../../../../testing/payment-in-test.ts'
import { payingSettings } from '../../../../testing/quick-payer.ts'
import { seedAccount } from '../../../../testing/seed-account.ts'
import { adaSignedIn } from '../../../../testing/seed-login.ts'
import { useTestPortal } from '../../../../testing/test-portal.ts'
import { useFresh } from '../../../../testing/use-fresh.ts'
import { runExportCommand } from '../ledger/run-export-command.ts'
import { reconcile } from '../reconcile/reconcile.job.ts'

const provider = useProviderDouble()
const portal = useTestPortal(() => ({ settings: payingSettings, env: { PROVIDER_URL: provider.url } }))
const ada = useFresh(async () => adaSignedIn(portal))
let charge: EventFields
let told: EventFields[]

/** Ada pays $100.00 and $50.00 on two accounts, with a fee of $4.43. */
beforeEach(async () => {
  await seedAccount(portal.db, anAccount('100100102').secondary())
  const form = await payAsMember(portal, ada, [
    ['100100101', 10_000],
    ['100100102', 5_000],
  ])
  charge = tell(form, 'payment.succeeded', { netAmount: 15_443, occurredAt: '2026-11-20T15:01:00Z' })
  told = [charge]
})

const minute = (at: number) => `2026-11-20T15:${String(at).padStart(2, '0')}:00Z`

/** An event that moved an amount, after which the provider holds `left`. */
function part(
  type: 'refunded' | 'returned' | 'reinstated',
  at: number,
  movedAmount: number,
  left: number,
): EventFields {
  const own = { eventId: `evt_${type}_${at}`, confirmationNumber: `P${at}`, occurredAt: minute(at) }
  const event: EventFields = { ...charge, ...own, type: `payment.${type}`, movedAmount, netAmount: left }
  told.push(event)
  return event
}
const send = async (...events: readonly EventFields[]) => {
  for (const event of events) expect((await sendPostback(portal, event)).statusCode).toBe(200)
  provider.events.set(charge.transNo, [...told])
}

const state = async () =>
  (
    await portal.db
      .selectFrom('pay.payment')
      .select('state')
      .where('trans_no', '=', charge.transNo)
      .executeTakeFirstOrThrow()
  ).state
const bookings = async () => listBookings(portal.db)
const events = async () => {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', kind, account_number, body ->> 'amount', body ->> 'amountLeft') as text
    from outbox.event order by id`.execute(portal.db)
  return rows.map(({ text }) => text)
}
const openAlarms = async () =>
  (await portal.db.selectFrom('pay.alarm').select('kind').where('settled_at', 'is', null).orderBy('id').execute()).map(
    ({ kind }) => kind,
  )
const differences = async () => {
  portal.clock.advance(3_600)
  const { different, eventsDiffer, missing, extra, unreadable } = await reconcile(portal.deps)
  return [different, eventsDiffer, missing, extra, unreadable]
}
const booked = ['payment 15443 -10000 -5000 -443', 'refund -2000 1295 648 57']

describe('a part of a payment that the provider refunds', () => {
  it('a part is booked to the cent on each account and the fee, and leaves the payment confirmed [REQ-D-420]', async () => {
    await send(charge, part('refunded', 5, 2_000, 13_443))
    expect(await bookings()).toEqual(booked)
    expect(await state()).toBe('confirmed')
    expect(await events()).toEqual([
      'payment-confirmed 100100101 10000',
      'payment-confirmed 100100102 5000',
      'payment-refunded 100100101 1295 8705',
      'payment-refunded 100100102 648 4352',
    ])
    expect([await openAlarms(), await differences()]).toEqual([[], [0, 0, 0, 0, 0]])
    const payment = await portal.db
      .selectFrom('pay.payment')
      .select(['provider_status', 'provider_sum', 'confirmation_number'])
      .where('trans_no', '=', charge.transNo)
      .executeTakeFirstOrThrow()
    expect(payment).toEqual({
      provider_status: 'succeeded',
      provider_sum: 13_443,
      confirmation_number: charge.confirmationNumber,
    })
  })

  it('is a row of the posting file with its event, and so is every later part of an account [REQ-D-420]', async () => {
    await send(charge, part('refunded', 5, 1, 15_442), part('refunded', 6, 2_000, 13_442))
    portal.clock.advance(86_400)
    const { output } = await runExportCommand(portal.deps, ['payments', '--date', '2026-11-20', '--format', 'jsonl'])
    const rows = output.split('\n').map((line) => JSON.parse(line) as Record<string, string>)
    const { rows: sent } = await sql<{ id: string }>`
      select id::text from outbox.event where kind = 'payment-refunded' order by id`.execute(portal.db)
    expect(
      rows
        .slice(2)
        .map((row) => [row['type'], row['accountNumber'], row['amount'], row['fee'], String(row['eventId'])]),
    ).toEqual([
      ['refund', '100100101', '-0.01', '0.00', sent[0]?.id],
      ['refund', '100100101', '-12.95', '-0.57', sent[1]?.id],
      ['refund', '100100102', '-6.48', '0.00', sent[2]?.id],
      ['total', undefined, '130.56', '3.86', 'undefined'],
    ])
  })

  it('ends the payment with the part that leaves nothing, in the order of the postbacks or another', async () => {
    const first = part('refunded', 5, 2_000, 13_443)
    const second = part('refunded', 6, 13_443, 0)
    await send(charge, second)
    expect([await state(), await openAlarms()]).toEqual(['confirmed', ['sum-differs']])
    await send(first, first, second)
    expect([await state(), await openAlarms(), await differences()]).toEqual(['refunded', [], [0, 0, 0, 0, 0]])
    const { rows } = await sql<{ sum: number }>`
      select sum(amount)::integer as sum from pay.ledger_entry group by ledger_account`.execute(portal.db)
    expect(rows.map(({ sum }) => sum)).toEqual([0, 0, 0, 0])
  })

  it('a part is the same when the report of the day tells it before any postback', async () => {
    const refund = part('refunded', 5, 2_000, 13_443)
    provider.events.set(charge.transNo, [...told])
    await differences()
    expect(await bookings()).toEqual(booked)
    await send(refund, charge)
    expect([await bookings(), await state(), await openAlarms()]).toEqual([booked, 'confirmed', []])
  })

  it('books the payment and the part when the part arrives first, and sends the receipt and the notice', async () => {
    await send(part('refunded', 5, 2_000, 13_443))
    expect([await bookings(), await state()]).toEqual([booked, 'confirmed'])
    await send(charge)
    expect([await bookings(), await openAlarms()]).toEqual([booked, []])
    const mails = await portal.db.selectFrom('outbox.message').select('subject').orderBy('id').execute()
    expect(mails.map(({ subject }) => subject)).toEqual([
      'We received your payment of $154.43',
      'Refunded $20.00 of $154.43',
    ])
  })

  it('is counted once when a second copy names another amount, with an alarm', async () => {
    const refund = part('refunded', 5, 2_000, 13_443)
    await send(charge, refund)
    provider.events.set(charge.transNo, [charge, { ...refund, movedAmount: 3_000 }])
    portal.clock.advance(3_600)
    await reconcile(portal.deps)
    expect([await bookings(), await openAlarms()]).toEqual([booked, ['contradiction']])
  })
})

describe('a dispute about a payment of which a part was refunded', () => {
  it('a dispute takes what is left, and gives back exactly that when it is won [SEC-45, REQ-D-420]', async () => {
    await send(charge, part('refunded', 5, 2_000, 13_443), part('returned', 9, 13_443, 0))
    expect([await state(), await openAlarms()]).toEqual(['returned', []])
    await send(part('reinstated', 12, 13_443, 13_443))
    expect(await bookings()).toEqual([...booked, 'return -13443 8705 4352 386', 'reinstatement 13443 -8705 -4352 -386'])
    expect((await events()).slice(-4)).toEqual([
      'payment-returned 100100101 8705 0',
      'payment-returned 100100102 4352 0',
      'payment-reinstated 100100101 8705 8705',
      'payment-reinstated 100100102 4352 4352',
    ])
    expect([await state(), await openAlarms(), await differences()]).toEqual(['confirmed', [], [0, 0, 0, 0, 0]])
    const { rows } = await sql<{ kind: string }>`
      select kind from portal.audit where kind like 'payment.%' order by id`.execute(portal.db)
    expect(rows.map(({ kind }) => kind).slice(-4)).toEqual([
      'payment.confirmed',
      'payment.refunded',
      'payment.returned',
      'payment.reinstated',
    ])
  })

  it('a dispute of the whole payment takes more than was left, with an alarm, and is booked below zero', async () => {
    await send(charge, part('refunded', 5, 2_000, 13_443), part('returned', 9, 15_443, -2_000))
    expect([await state(), await openAlarms()]).toEqual(['returned', ['reversed-twice']])
    expect((await bookings()).slice(2)).toEqual(['return -13443 8705 4352 386', 'return#2 -2000 1295 648 57'])
    expect(await differences()).toEqual([0, 0, 0, 0, 0])
  })
})

it('tells payers in Spanish, too, how much of the payment went back, and what was credited again [REQ-D-421]', async () => {
  await portal.db.updateTable('pay.payment').set({ language: 'es' }).execute()
  await send(
    charge,
    part('refunded', 5, 2_000, 13_443),
    part('returned', 9, 3_000, 10_443),
    part('reinstated', 12, 3_000, 13_443),
  )
  const mails = await portal.db
    .selectFrom('outbox.message')
    .select(['subject', 'body_text', 'language'])
    .orderBy('id')
    .execute()
  expect(mails.slice(1).map(({ subject }) => subject)).toMatchInlineSnapshot(`
    [
      "Reembolsamos $20.00 de $154.43",
      "Se devolvieron $30.00 de su pago de $154.43",
      "Acreditamos de nuevo $30.00 de su pago de $154.43",
    ]
  `)
  expect(mails[1]?.body_text).toContain('$0.57')
})
