import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { accountOverview } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type EventFields,
  type PostbackFields,
  sendPostback,
  tell,
  useProviderDouble,
} from '../../../../testing/provider-double.ts'
import { pay, payingSettings, verified } from '../../../../testing/quick-payer.ts'
import { seedAccount } from '../../../../testing/seed-account.ts'
import { halvesOf, login, seedLogin } from '../../../../testing/seed-login.ts'
import { useTestPortal } from '../../../../testing/test-portal.ts'
import { reconcile } from '../reconcile/reconcile.job.ts'
import { runExportCommand } from '../ledger/run-export-command.ts'

const provider = useProviderDouble()
const portal = useTestPortal(() => ({ env: { PROVIDER_URL: provider.url } }))
let form: Requisition
let transNo: string
let told: EventFields[]
beforeEach(async () => {
  told = []
  portal.set({ ...payingSettings, quickPayRequisitionsPerHour: 1_000 })
  await seedAccount(portal.db)
  await begin()
})

async function begin(over?: Parameters<typeof pay>[3]): Promise<void> {
  form = await pay(portal, await verified(portal), 10_000, over)
  transNo = form.paymentRequisitionSettings.transNo
  told = []
}

const at = (minute: number) => ({ occurredAt: `2026-11-20T14:${String(minute).padStart(2, '0')}:00Z` })

/** Sends a postback about an event at that minute, with a new id. */
const send = async (type: PostbackFields['type'], minute: number, over: Partial<EventFields> = {}) => {
  const event = tell(form, type, { eventId: `evt_${transNo}_${told.length}`, ...at(minute), ...over })
  told.push(event)
  provider.events.set(transNo, [...told])
  expect((await sendPostback(portal, event)).statusCode).toBe(200)
}

const state = async () =>
  (await portal.db.selectFrom('pay.payment').select('state').where('trans_no', '=', transNo).executeTakeFirstOrThrow())
    .state
const bookings = async () =>
  (
    await portal.db.selectFrom('pay.booking').select('kind').where('trans_no', '=', transNo).orderBy('id').execute()
  ).map(({ kind }) => kind)
const alarms = async () =>
  (await portal.db.selectFrom('pay.alarm').select('kind').orderBy('id').execute()).map(({ kind }) => kind)
const events = async () =>
  (await portal.db.selectFrom('outbox.event').select('kind').orderBy('id').execute()).map(({ kind }) => kind)
const owed = async () => (await verified(portal)).verification.account.accountBalance
/** Returns the sum of the provider's side of the ledger, in cents. */
const held = async () =>
  (
    await sql<{ sum: number }>`
      select sum(amount)::integer as sum from pay.ledger_entry where ledger_account = 'provider-clearing'`.execute(
      portal.db,
    )
  ).rows[0]?.sum

describe('a dispute that was won', () => {
  for (const type of ['payment.reinstated', 'payment.succeeded'] as const)
    it(`credits the payment again when the provider reports it as ${type} [SEC-45]`, async () => {
      await send('payment.succeeded', 1)
      await send('payment.returned', 5)
      expect([await state(), await owed()]).toEqual(['returned', 14_237])
      await send(type, 9)
      expect([await state(), await owed(), await held()]).toEqual(['confirmed', 4_237, 10_295])
      expect(await bookings()).toEqual(['payment', 'return', 'reinstatement'])
      expect(await events()).toEqual(['payment-confirmed', 'payment-returned', 'payment-reinstated'])
      expect(await alarms()).toEqual([])
      portal.clock.advance(3_600)
      expect(await reconcile(portal.deps)).toMatchObject({ different: 0, eventsDiffer: 0, takenIn: 0, unreadable: 0 })
    })

  it('books each loss and each win once, in any order of reports and with repeats [SEC-45, REL-32]', async () => {
    const steps = [
      ['payment.succeeded', 1],
      ['payment.returned', 5],
      ['payment.reinstated', 9],
      ['payment.returned', 12],
      ['payment.reinstated', 15],
    ] as const
    for (const order of [
      [0, 1, 2, 3, 4],
      [4, 3, 2, 1, 0],
      [2, 0, 4, 1, 3],
    ]) {
      await begin()
      for (const index of [...order, ...order]) {
        const [type, minute] = steps[index] ?? steps[0]
        const eventId = `evt_${transNo}_of_${index}`
        const event = tell(form, type, { eventId, ...at(minute) })
        expect((await sendPostback(portal, event)).statusCode).toBe(200)
      }
      const sum = await sql<{ net: number }>`
        select sum(entry.amount)::integer as net from pay.booking as booking
        join pay.ledger_entry as entry on entry.booking_id = booking.id
        where booking.trans_no = ${transNo} and entry.ledger_account = 'provider-clearing'`.execute(portal.db)
      expect([order, await state(), sum.rows[0]?.net]).toEqual([order, 'confirmed', 10_295])
      await send('payment.refunded', 20)
      expect(await state()).toBe('refunded')
    }
  })

  it('is reported to the payer by mail, in English and Spanish, and listed in the history, the activity and the posting file', async () => {
    for (const language of ['en', 'es']) {
      await begin({ headers: { 'accept-language': language } })
      await send('payment.succeeded', 1)
      await send('payment.returned', 5)
      await send('payment.reinstated', 9)
    }
    const mails = await portal.db
      .selectFrom('outbox.message')
      .select(['subject', 'body_text'])
      .where('dedupe_key', 'like', 'reinstatement:%')
      .orderBy('id')
      .execute()
    expect(mails.map(({ subject }) => subject)).toEqual([
      'We credited your payment of $102.95 again',
      'Acreditamos de nuevo su pago de $102.95',
    ])
    expect(mails[0]?.body_text).toContain('you no longer owe this amount')
    expect(mails[1]?.body_text).toContain('usted ya no debe este monto')
    await seedLogin(portal)
    const ada = halvesOf(await login(portal))
    const history = await portal.call(accountOverview.payments, {
      ...ada,
      params: { memberNumber: '10001', accountNumber: '100100101' },
      query: {},
    })
    expect(history.json<{ results: { kind: string; paymentAmount: number }[] }>().results.slice(0, 3)).toMatchObject([
      { kind: 'reinstatement', paymentAmount: 10_000 },
      { kind: 'return', paymentAmount: -10_000 },
      { kind: 'payment', paymentAmount: 10_000 },
    ])
    const activity = await portal.call(signIn.activity, { ...ada, params: { memberNumber: '10001' } })
    expect(JSON.stringify(activity.json())).toContain('payment.reinstated')
    portal.clock.advance(86_400)
    const { output } = await runExportCommand(portal.deps, ['payments', '--date', '2026-11-20'])
    expect(output.split('\n').filter((line) => line.startsWith('reinstatement,'))).toHaveLength(2)
    expect(output).toMatch(/^total,.*,200\.00,5\.90,/mu)
  })
})

describe('money that goes back twice', () => {
  for (const [type, kind] of [
    ['payment.refunded', 'refund'],
    ['payment.returned', 'return'],
  ] as const)
    it(`books both when two events of type ${type} have different ids and times, with an alarm [REQ-D-281]`, async () => {
      await send('payment.succeeded', 1)
      await send(type, 5)
      await send(type, 6)
      expect([await bookings(), await held(), await owed()]).toEqual([
        ['payment', kind, `${kind}#2`],
        -10_295,
        14_237 + 10_000,
      ])
      expect(await alarms()).toEqual(['reversed-twice'])
      const mails = await portal.db.selectFrom('outbox.message').select('subject').execute()
      expect(mails).toHaveLength(3)
      portal.clock.advance(86_400)
      expect(await reconcile(portal.deps)).toMatchObject({ different: 0, eventsDiffer: 0, unreadable: 0 })
      const { output } = await runExportCommand(portal.deps, ['payments', '--date', '2026-11-20'])
      const rows = output.split('\n').filter((line) => line.startsWith(`${kind},`))
      expect(new Set(rows.map((row) => row.split(',').at(-2))).size).toBe(2)
    })

  for (const type of ['payment.refunded', 'payment.returned', 'payment.succeeded'] as const)
    it(`changes nothing for a known event with a new id, and raises an alarm after a reversal: ${type} [REQ-D-282]`, async () => {
      await send('payment.succeeded', 1)
      await send('payment.refunded', 5)
      await send('payment.returned', 6)
      const before = await bookings()
      const minute = { 'payment.refunded': 5, 'payment.returned': 6, 'payment.succeeded': 1 }[type]
      await send(type, minute)
      expect(await bookings()).toEqual(before)
      expect(await alarms()).toEqual(['reversed-twice', 'repeat-after-reversal'])
    })
})

describe('the second try of a payer who has paid', () => {
  it('is no return when the provider says that it still holds the money [SEC-45]', async () => {
    await send('payment.succeeded', 1, { netAmount: 10_295 })
    await send('payment.declined', 9, { netAmount: 10_295 })
    expect([await state(), await bookings(), await alarms()]).toEqual(['confirmed', ['payment'], ['illegal-move']])
  })

  it('raises an alarm when the provider does not say it, because a decline counts as a return [REQ-D-282]', async () => {
    await send('payment.succeeded', 1)
    await send('payment.declined', 9)
    expect([await state(), await bookings(), await alarms()]).toEqual([
      'returned',
      ['payment', 'return'],
      ['inferred-return'],
    ])
  })

  it('is seen at the reconciliation by the provider’s status and by its sum [REL-07]', async () => {
    await send('payment.succeeded', 1)
    await send('payment.declined', 9)
    const [paid, declined] = told
    if (paid === undefined || declined === undefined) throw new Error('Nothing was told')
    provider.events.set(transNo, [paid, { ...declined, netAmount: 10_295 }])
    portal.clock.advance(3_600)
    expect(await reconcile(portal.deps)).toMatchObject({ different: 1 })
    provider.events.set(transNo, [declined, paid])
    expect(await reconcile(portal.deps)).toMatchObject({ different: 1 })
    const row = await portal.db
      .selectFrom('pay.payment')
      .select(['provider_status', 'provider_sum'])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ provider_status: 'succeeded', provider_sum: expect.any(Number) })
  })
})

describe('a refund of a part', () => {
  const balance = async () => (await verified(portal)).verification.account.accountBalance
  const part = { netAmount: 5_000 }

  it('takes nothing from the account and raises an alarm with the sum that is left [REQ-D-347]', async () => {
    await send('payment.succeeded', 1, { netAmount: 10_295 })
    const before = await balance()
    await send('payment.refunded', 5, part)
    expect([await state(), await bookings(), await alarms()]).toEqual(['confirmed', ['payment'], ['sum-differs']])
    expect(await balance()).toBe(before)
  })

  it('is the refund of the whole once nothing is left, and a difference of the reconciliation before [REQ-D-347]', async () => {
    await send('payment.succeeded', 1, { netAmount: 10_295 })
    await send('payment.refunded', 5, part)
    provider.events.set(transNo, [...told])
    portal.clock.advance(3_600)
    expect(await reconcile(portal.deps)).toMatchObject({ different: 1, eventsDiffer: 0 })
    await send('payment.refunded', 7, { netAmount: 0 })
    provider.events.set(transNo, [...told])
    expect(await reconcile(portal.deps)).toMatchObject({ different: 0, eventsDiffer: 0 })
    expect([await state(), await bookings()]).toEqual(['refunded', ['payment', 'refund']])
  })
})
