import { accountOverview } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { cents } from '@coopline/rules/kernel/money'
import { anAccount } from '@coopline/testing/builders/account'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { amountsOf, payAsMember } from '../../../../testing/member-payer.ts'
import { type EventFields, sendPostback, tell, useProviderDouble } from '../../../../testing/provider-double.ts'
import { pay, payingSettings, verified } from '../../../../testing/quick-payer.ts'
import { seedArrangement } from '../../../../testing/seed-arrangement.ts'
import { seedAccount } from '../../../../testing/seed-account.ts'
import { adaSignedIn } from '../../../../testing/seed-login.ts'
import { useTestPortal } from '../../../../testing/test-portal.ts'
import { useFresh } from '../../../../testing/use-fresh.ts'
import { runExportCommand } from './run-export-command.ts'
import { runReconcileCommand } from '../reconcile/run-reconcile-command.ts'

const electric = '100100101'
const water = '100100102'

const provider = useProviderDouble()
const portal = useTestPortal(() => ({
  settings: { ...payingSettings, returnedPaymentFee: cents(2_550) },
  env: { PROVIDER_URL: provider.url },
}))
const ada = useFresh(async () => adaSignedIn(portal))
let form: Requisition
beforeEach(async () => {
  await seedAccount(portal.db, anAccount(water).secondary())
  form = await requested(10_000)
})

const requested = async (amount: number) => payAsMember(portal, ada, [[electric, amount]])

const at = (minute: number) => ({
  paymentType: 'echeck' as const,
  occurredAt: `2026-11-20T15:${String(minute).padStart(2, '0')}:00Z`,
})
const send = async (event: EventFields) => expect((await sendPostback(portal, event)).statusCode).toBe(200)
const paid = async () => send(tell(form, 'payment.succeeded', at(1)))
const returned = async (over: Partial<EventFields> = {}) => send(tell(form, 'payment.returned', { ...at(5), ...over }))

const feeLines = async () =>
  portal.db
    .selectFrom('pay.ledger_entry as entry')
    .innerJoin('pay.booking as booking', 'booking.id', 'entry.booking_id')
    .select(['entry.ledger_account', 'entry.amount'])
    .where('booking.kind', '=', 'return-fee')
    .orderBy('booking.id')
    .orderBy('entry.line')
    .execute()
const balanceOf = async (accountNumber: string) =>
  (await amountsOf(portal, ada)).find((one) => one.accountNumber === accountNumber)?.accountBalance
const oneFee = [
  { ledger_account: `member-account/${electric}`, amount: 2_550 },
  { ledger_account: 'return-fee', amount: -2_550 },
]

describe('the fee for a returned payment', () => {
  it('is owed to the cent: ledger, balance, event for the cooperative and posting file', async () => {
    expect(await balanceOf(electric)).toBe(14_237)
    await paid()
    await returned()
    expect(await feeLines()).toEqual(oneFee)
    expect(await balanceOf(electric)).toBe(16_787)
    const events = await portal.db
      .selectFrom('outbox.event')
      .select(['id', 'account_number', 'body'])
      .where('kind', '=', 'payment-return-fee')
      .execute()
    expect(events).toMatchObject([
      { account_number: electric, body: { transNo: form.paymentRequisitionSettings.transNo, amount: 2_550 } },
    ])
    portal.clock.advance(86_400)
    const { output } = await runExportCommand(portal.deps, ['payments', '--date', '2026-11-20', '--format', 'jsonl'])
    const lines = output.split('\n').map((line) => JSON.parse(line) as Record<string, string>)
    expect(lines.map(({ type, amount, fee, eventId }) => [type, amount, fee, eventId])).toEqual([
      ['payment', '100.00', '0.50', expect.any(String)],
      ['return', '-100.00', '-0.50', expect.any(String)],
      ['return-fee', '-25.50', '0.00', String(events[0]?.id)],
      ['total', '-25.50', '0.00', undefined],
    ])
  })

  it('appears in the message about the return, in English and Spanish, and in the activity of the account', async () => {
    await paid()
    await returned()
    form = await payAsMember(portal, ada, [[electric, 100]], { headers: { 'accept-language': 'es' } })
    await portal.db.updateTable('portal.login').set({ language: 'es' }).execute()
    await paid()
    await returned()
    const mails = await portal.db
      .selectFrom('outbox.message')
      .select('body_text')
      .where('dedupe_key', 'like', 'return:%')
      .orderBy('id')
      .execute()
    expect(mails.map((mail) => mail.body_text)).toEqual([
      expect.stringContaining('We added a returned payment fee of $25.50 to your account.'),
      expect.stringContaining('Agregamos a su cuenta un cargo por pago devuelto de $25.50.'),
    ])
    const { memberNumber, bearer, cookie } = ada
    const params = { memberNumber, accountNumber: electric }
    const activity = await portal.call(accountOverview.payments, { params, bearer, cookie })
    const { results } = activity.json<{ results: { kind: string; paymentAmount: number; method: string }[] }>()
    expect(results.slice(0, 3).map(({ kind, paymentAmount, method }) => [kind, paymentAmount, method])).toEqual([
      ['return-fee', -2_550, ''],
      ['return', -100, 'eCheck'],
      ['payment', 100, 'eCheck'],
    ])
  })

  it('is charged once, even when the provider reports the return repeatedly and out of order', async () => {
    await returned()
    await paid()
    await returned()
    await returned({ eventId: 'evt_again', ...at(9) })
    await send(tell(form, 'payment.refunded', at(20)))
    expect(await feeLines()).toEqual(oneFee)
  })

  it('is one for a payment of several accounts, owed by its first', async () => {
    form = await payAsMember(portal, ada, [
      [electric, 10_000],
      [water, 5_000],
    ])
    await paid()
    await returned()
    expect(await feeLines()).toEqual(oneFee)
    expect([await balanceOf(electric), await balanceOf(water)]).toEqual([16_787, 14_237])
  })

  it('is not charged for what a provider or a bank corrects, nor for a card', async () => {
    const card = { paymentType: 'cc' as const, cardType: 'VI' as const }
    const cases: readonly (readonly EventFields[])[] = [
      [tell(form, 'payment.succeeded', at(1)), tell(form, 'payment.declined', at(5))],
      [tell(form, 'payment.succeeded', at(1)), tell(form, 'payment.refunded', at(5))],
      [tell(form, 'payment.succeeded', { ...at(1), ...card }), tell(form, 'payment.returned', { ...at(5), ...card })],
      ...['R06 returned at the request of the originating bank', 'R24: duplicate', 'R10', 'R15'].map((message) => [
        tell(form, 'payment.succeeded', at(1)),
        tell(form, 'payment.returned', { ...at(5), message }),
      ]),
    ]
    const states: string[] = []
    for (const events of cases) {
      form = await requested(100)
      const { transNo } = form.paymentRequisitionSettings
      for (const [index, event] of events.entries()) {
        const { amount, convenienceFee, totalAmount } = tell(form, 'payment.succeeded', {
          paymentType: event.paymentType,
        })
        await send({ ...event, transNo, amount, convenienceFee, totalAmount, eventId: `${transNo}-${index}` })
      }
      const row = portal.db.selectFrom('pay.payment').select('state').where('trans_no', '=', transNo)
      states.push((await row.executeTakeFirstOrThrow()).state)
    }
    expect(states).toEqual(['returned', 'refunded', ...cases.slice(2).map(() => 'returned')])
    expect(await feeLines()).toEqual([])
    expect(await balanceOf(electric)).toBe(14_237)
  })

  it('keeps its amount when the setting changes, and is not charged where the setting is 0', async () => {
    await paid()
    await returned()
    portal.set({ returnedPaymentFee: cents(0) })
    form = await requested(100)
    await paid()
    await returned()
    expect(await feeLines()).toEqual(oneFee)
    const mails = await portal.db
      .selectFrom('outbox.message')
      .select('body_text')
      .where('dedupe_key', '=', `return:${form.paymentRequisitionSettings.transNo}`)
      .execute()
    expect(mails.map((mail) => mail.body_text.includes('fee of'))).toEqual([false])
  })

  it('is charged once in thirty days for payers without a login, with an alarm for each that is not [REQ-D-291, SEC-77]', async () => {
    const states = [1, 2, 3].map(String)
    for (const address of states) {
      form = await pay(portal, await verified(portal, { from: `198.51.100.${address}` }), 100)
      await paid()
      await returned()
    }
    expect(await feeLines()).toEqual(oneFee)
    const alarms = portal.db.selectFrom('pay.alarm').select(['kind', 'detail'])
    const withheld = { kind: 'return-fee-withheld', detail: { fee: 2_550 } }
    expect(await alarms.execute()).toEqual([withheld, withheld])
    const mails = portal.db.selectFrom('outbox.message').select('body_text').where('dedupe_key', 'like', 'return:%')
    const told = (await mails.orderBy('id').execute()).map((mail) => mail.body_text.includes('fee of $25.50'))
    expect(told).toEqual([true, false, false])
    // A signed-in member always owes the fee.
    form = await requested(200)
    await paid()
    await returned()
    expect(await feeLines()).toEqual([...oneFee, ...oneFee])
    portal.clock.advance(30 * 86_400)
    form = await pay(portal, await verified(portal), 300)
    await paid()
    await returned()
    expect(await feeLines()).toHaveLength(6)
  })

  it('takes back nothing that was paid for an arrangement', async () => {
    await seedArrangement(portal.db, {
      kind: 'extension',
      payments: [{ dueOn: '2026-12-04', amount: 14_237 }],
      madeOn: '2026-11-20',
      createdAt: new Date('2026-11-20T14:59:00Z'),
    })
    await paid()
    form = await requested(2_000)
    await paid()
    await returned()
    const left = portal.db.selectFrom('portal.current_arrangement').select('balance')
    expect(await left.where('account_number', '=', electric).execute()).toEqual([{ balance: 4_237 }])
  })

  it('is compared with its event by the reconciliation, and is no difference to the provider', async () => {
    const { transNo } = form.paymentRequisitionSettings
    provider.events.set(transNo, [tell(form, 'payment.succeeded', at(1)), tell(form, 'payment.returned', at(5))])
    await paid()
    await returned()
    portal.clock.advance(86_400)
    const reconcile = async () => (await runReconcileCommand(portal.deps, ['--date', '2026-11-20'])).output
    expect(await reconcile()).toContain('No differences.')
    await sql`update outbox.event set body = body || '{"amount": 2551}' where kind = 'payment-return-fee'`.execute(
      portal.db,
    )
    expect(await reconcile()).toContain('reconciliation-event')
  })
})
