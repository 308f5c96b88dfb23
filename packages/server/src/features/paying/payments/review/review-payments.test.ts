import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { cents } from '@coopline/rules/kernel/money'
import { anAccount } from '@coopline/testing/builders/account'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { type EventFields, sendPostback, tell, useProviderDouble } from '../../../../testing/provider-double.ts'
import { pay, payingSettings, verified } from '../../../../testing/quick-payer.ts'
import { giveToBen, seedAccount } from '../../../../testing/seed-account.ts'
import { useTestPortal } from '../../../../testing/test-portal.ts'
import { listAccountsByNumber, owedOn } from '../../../accounts/accounts/public.ts'
import { paymentResult } from '../provider-events/payment-result.answer.ts'
import { findPaymentWithItems } from '../payments.store.ts'
import { runPaymentsCommand } from '../payments.command.ts'
import { reconcile } from '../reconcile/reconcile.job.ts'
import { sweepOpenPaymentsJob } from '../provider-events/sweep-open-payments.job.ts'

const provider = useProviderDouble()
const portal = useTestPortal(() => ({ settings: payingSettings, env: { PROVIDER_URL: provider.url } }))
let form: Requisition
let transNo: string
beforeEach(async () => {
  await seedAccount(portal.db)
  form = await pay(portal, await verified(portal), 10_000)
  transNo = form.paymentRequisitionSettings.transNo
})

const send = async (event: EventFields) => expect((await sendPostback(portal, event)).statusCode).toBe(200)

const run = async (...args: string[]) => runPaymentsCommand(portal.deps, args)
const decide = async (verb: 'accept' | 'reject', ...more: string[]) =>
  run(verb, transNo, '--by', 'Dana, billing', '--reason', 'Provider rounds the fee', ...more)

const state = async () =>
  (await portal.db.selectFrom('pay.payment').select('state').where('trans_no', '=', transNo).executeTakeFirstOrThrow())
    .state
const openAlarms = async () =>
  (await portal.db.selectFrom('pay.alarm').select('kind').where('settled_at', 'is', null).orderBy('id').execute()).map(
    (row) => row.kind,
  )
const ledger = async (kind: 'payment' | 'return') =>
  portal.db
    .selectFrom('pay.ledger_entry as entry')
    .innerJoin('pay.booking as booking', 'booking.id', 'entry.booking_id')
    .select(['entry.ledger_account', 'entry.amount'])
    .where('booking.kind', '=', kind)
    .orderBy('entry.line')
    .execute()

/** The provider took one cent more as its fee, and passed less on. */
const differing = { convenienceFee: 296, totalAmount: 10_295 }

describe('a payment under review', () => {
  it('neither uses up the sweeper’s batch nor is the provider asked about it, and it does not expire', async () => {
    await send(tell(form, 'payment.succeeded', differing))
    await sql`
      insert into pay.payment (trans_no, member_number, account_number, origin, payment_type, state, amount, language,
        reconnect_meter, requested_at, expires_at, hand_off, idempotency_scope, idempotency_key, request_hash)
      select 'R' || n, member_number, account_number, origin, payment_type, state, amount, language, reconnect_meter,
        requested_at - interval '1 minute', expires_at, hand_off, idempotency_scope, 'r' || n, request_hash
      from pay.payment, generate_series(1, 499) as n`.execute(portal.db)
    const young = await pay(portal, await verified(portal), 200)
    provider.events.set(young.paymentRequisitionSettings.transNo, [tell(young, 'payment.succeeded')])
    portal.clock.advance(180)
    await portal.jobs.run(sweepOpenPaymentsJob, {})
    expect(provider.calls).toEqual([`GET /api/payments/${young.paymentRequisitionSettings.transNo}`])
    portal.clock.advance(3 * 3_600)
    await portal.jobs.run(sweepOpenPaymentsJob, {})
    expect(provider.calls).toHaveLength(1)
    const { rows } = await sql`select state, count(*)::integer as n from pay.payment group by 1 order by 1`.execute(
      portal.db,
    )
    expect(rows).toEqual([
      { state: 'confirmed', n: 1 },
      { state: 'under-review', n: 500 },
    ])
  })

  it('a payment under review is listed with what was requested and what the provider said', async () => {
    await send(tell(form, 'payment.succeeded', differing))
    expect((await run('review')).output).toContain('requested $100.00')
    expect((await run('review')).value).toMatchObject([
      { transNo, requestedAmount: 10_000, said: [{ type: 'payment.succeeded', ...differing }] },
    ])
  })

  it('raises an alarm when the accepted payment is of a former holder, and takes nothing off what the next one owes', async () => {
    await send(tell(form, 'payment.succeeded', differing))
    await giveToBen(portal.db)
    expect((await decide('accept')).exitCode).toBe(0)
    expect(await openAlarms()).toEqual(['former-holder'])
    expect((await listAccountsByNumber(portal.db, ['100100101'])).map(owedOn)).toEqual([14_237])
  })

  it('a payment under review is listed with refunds since then, which cannot be accepted alone', async () => {
    await send(tell(form, 'payment.succeeded', differing))
    portal.clock.advance(60)
    await send(tell(form, 'payment.declined', { occurredAt: '2026-11-20T15:05:00Z' }))
    const { output } = await run('review')
    expect(output).toMatch(/payment\.succeeded .* quarantined\n.*payment\.declined .* duplicate$/u)
  })

  it('a payment under review can be accepted with either of two copies of one event that contradict each other', async () => {
    const said = tell(form, 'payment.succeeded', differing)
    await send(said)
    const other = { convenienceFee: 300, totalAmount: 10_290 }
    provider.events.set(transNo, [{ ...said, ...other }])
    await reconcile(portal.deps)
    const { output } = await decide('accept')
    const [, first = '', second = ''] = /--event: (\S+), (\S+)$/u.exec(output) ?? []
    expect([first, second.startsWith(`${first}#`)]).toEqual([said.eventId, true])
    expect((await run('review')).output).toContain(second)
    expect(await decide('accept', '--event', second)).toEqual({
      output: `Payment ${transNo} is confirmed.`,
      exitCode: 0,
    })
    expect((await ledger('payment')).map(({ amount }) => amount)).toEqual([10_290, -9_990, -300])
  })

  it('a payment under review is booked with the provider’s figures when accepted, with actor, reason and difference in the audit', async () => {
    await send(tell(form, 'payment.succeeded', differing))
    expect(await decide('accept')).toEqual({ output: `Payment ${transNo} is confirmed.`, exitCode: 0 })
    expect(await ledger('payment')).toEqual([
      { ledger_account: 'provider-clearing', amount: 10_295 },
      { ledger_account: 'member-account/100100101', amount: -9_999 },
      { ledger_account: 'convenience-fee', amount: -296 },
    ])
    expect((await verified(portal)).verification.account.accountBalance).toBe(14_237 - 9_999)
    const audit = await portal.db
      .selectFrom('portal.audit')
      .select('detail')
      .where('kind', '=', 'staff.payment-accepted')
      .executeTakeFirstOrThrow()
    expect(audit.detail).toMatchObject({
      transNo,
      by: 'Dana, billing',
      reason: 'Provider rounds the fee',
      requestedAmount: 10_000,
      bookedAmount: 9_999,
      difference: -1,
    })
    const postings = await portal.db.selectFrom('pay.posting').select(['outcome', 'body']).execute()
    expect(postings).toMatchObject([{ outcome: 'quarantined', body: differing }])
    expect([await openAlarms(), (await decide('accept')).exitCode]).toEqual([[], 1])
  })

  it('a payment under review is returned with the accepted figures', async () => {
    await send(tell(form, 'payment.succeeded', differing))
    await decide('accept')
    await send(tell(form, 'payment.returned', differing))
    expect([await state(), (await ledger('return')).map((line) => line.amount)]).toEqual([
      'returned',
      [-10_295, 9_999, 296],
    ])
    expect((await verified(portal)).verification.account.accountBalance).toBe(14_237)
  })

  it('spreads an accepted surplus or shortage over the accounts of the payment', async () => {
    await seedAccount(portal.db, anAccount('100100102'))
    await portal.db
      .updateTable('pay.payment_item')
      .set({ amount: cents(7_000) })
      .execute()
    await portal.db
      .insertInto('pay.payment_item')
      .values({ trans_no: transNo, account_number: '100100102', amount: cents(3_000) })
      .execute()
    await send(tell(form, 'payment.succeeded', { amount: 8_000, totalAmount: 8_295 }))
    await decide('accept')
    expect((await ledger('payment')).slice(1, 3).map((line) => line.amount)).toEqual([-7_000, -1_000])
  })

  it('names the account that was booked when only one of several was', async () => {
    const held = await findPaymentWithItems(portal.db, transNo)
    if (held === undefined) throw new Error('No payment')
    const booked = [{ accountNumber: '100100102', amount: cents(3_000) }]
    const balances = new Map([['100100102', cents(11_237)]])
    expect(paymentResult(held.payment, booked, balances)).toMatchObject({
      accountNumber: '100100102',
      accountBalance: 11_237,
    })
  })

  it('books nothing when rejected, and later events of it change that only with the requested figures', async () => {
    await send(tell(form, 'payment.succeeded', differing))
    expect((await decide('reject')).exitCode).toBe(0)
    expect([await state(), await ledger('payment'), await openAlarms()]).toEqual(['rejected', [], []])
    await send(tell(form, 'payment.declined'))
    expect(await state()).toBe('rejected')
    const audits = await portal.db
      .selectFrom('portal.audit')
      .select('detail')
      .where('kind', '=', 'staff.payment-rejected')
      .execute()
    expect(audits).toMatchObject([{ detail: { by: 'Dana, billing', reason: 'Provider rounds the fee' } }])
  })

  it('a payment under review is refused without a reason and an actor, in another currency, and when the events differ', async () => {
    await send(tell(form, 'payment.succeeded', { currency: 'CAD' }))
    expect((await run('accept', transNo, '--by', 'Dana')).exitCode).toBe(2)
    expect((await run('reject', transNo, '--reason', 'x')).exitCode).toBe(2)
    expect(await decide('accept')).toMatchObject({ exitCode: 1 })
    await send(tell(form, 'payment.succeeded', { ...differing, eventId: 'evt_other' }))
    expect((await decide('accept')).output).toContain('--event')
    expect(await decide('accept', '--event', 'evt_other')).toMatchObject({ exitCode: 0 })
    expect(await state()).toBe('confirmed')
  })

  it('a payment under review is confirmed without staff by a later event with the requested figures', async () => {
    await send(tell(form, 'payment.succeeded', differing))
    await send(tell(form, 'payment.succeeded', { eventId: 'evt_right' }))
    expect(await state()).toBe('confirmed')
  })
})

describe('a second success of one payment', () => {
  const second = { eventId: 'evt_second' }

  it('raises an alarm when it is another charge, is recorded as such and counted by the reconciliation', async () => {
    const others: readonly Partial<EventFields>[] = [
      { confirmationNumber: 'SB99999999' },
      { lastFour: '2222' },
      { amount: 10_001, totalAmount: 10_296 },
    ]
    for (const other of others) {
      const one = await pay(portal, await verified(portal), 100)
      await send(tell(one, 'payment.succeeded'))
      const doubled = one.paymentRequisitionSettings.transNo
      await send(tell(one, 'payment.succeeded', { ...other, eventId: `evt_${doubled}` }))
      const posting = await portal.db
        .selectFrom('pay.posting')
        .select(['outcome', 'body'])
        .where('event_id', '=', `evt_${doubled}`)
        .executeTakeFirstOrThrow()
      expect(posting).toMatchObject({ outcome: 'double-charge', body: other })
    }
    expect(await openAlarms()).toEqual(others.map(() => 'double-charge'))
    expect(await reconcile(portal.deps)).toMatchObject({ doubleCharged: 3 })
    expect((await ledger('payment')).filter((line) => line.ledger_account === 'provider-clearing')).toHaveLength(3)
  })

  it('a second success of one payment is a repeat when amount, confirmation number and card are the same', async () => {
    await send(tell(form, 'payment.succeeded'))
    await send(tell(form, 'payment.succeeded', second))
    expect(await openAlarms()).toEqual([])
    const postings = await portal.db.selectFrom('pay.posting').select('outcome').orderBy('received_at').execute()
    expect(postings.map((row) => row.outcome).toSorted()).toEqual(['applied', 'duplicate'])
  })
})
