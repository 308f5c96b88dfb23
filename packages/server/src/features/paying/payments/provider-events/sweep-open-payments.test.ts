import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { anAccount } from '@coopline/testing/builders/account'
import { beforeEach, expect, test } from 'vitest'
import { sendPostback, tell, useProviderDouble } from '../../../../testing/provider-double.ts'
import { pay, payingSettings, verified } from '../../../../testing/quick-payer.ts'
import { seedAccount } from '../../../../testing/seed-account.ts'
import { useTestPortal } from '../../../../testing/test-portal.ts'
import { sweepOpenPaymentsJob } from './sweep-open-payments.job.ts'

const provider = useProviderDouble()
const portal = useTestPortal(() => ({ settings: payingSettings, env: { PROVIDER_URL: provider.url } }))
let form: Requisition
let transNo: string
beforeEach(async () => {
  await seedAccount(portal.db)
  form = await pay(portal, await verified(portal), 10_000)
  transNo = form.paymentRequisitionSettings.transNo
})

const sweep = async () => portal.jobs.run(sweepOpenPaymentsJob, {})

const state = async () => (await portal.db.selectFrom('pay.payment').select('state').executeTakeFirstOrThrow()).state

/** Sweeps once in each of some minutes. @returns the minutes in which the provider was asked. */
const minutesWithCalls = async (minutes: number): Promise<readonly number[]> => {
  const withCalls: number[] = []
  for (let minute = 1; minute <= minutes; minute += 1) {
    portal.clock.advance(60)
    const before = provider.calls.length
    await sweep()
    if (provider.calls.length > before) withCalls.push(minute)
  }
  return withCalls
}

test('a payment with a lost postback is confirmed by a status check after two minutes', async () => {
  provider.events.set(transNo, [tell(form, 'payment.succeeded')])
  portal.clock.advance(120)
  await sweep()
  expect([provider.calls.length, await state()]).toEqual([0, 'handed-off'])
  portal.clock.advance(1)
  await sweep()
  expect(await state()).toBe('confirmed')
  const postings = await portal.db.selectFrom('pay.posting').select(['source', 'outcome']).execute()
  expect(postings).toEqual([{ source: 'status', outcome: 'applied' }])
  await sweep()
  expect(provider.calls).toHaveLength(1)
})

test('an open payment is asked about ever more rarely', async () => {
  provider.open.add(transNo)
  expect(await minutesWithCalls(40)).toEqual([3, 4, 6, 10, 18, 28, 38])
})

test('a payment that the provider still waits for, or never saw, expires at 90 minutes and not before [REL-08]', async () => {
  provider.open.add(transNo)
  await minutesWithCalls(89)
  expect(await state()).toBe('handed-off')
  await minutesWithCalls(1)
  expect(await state()).toBe('expired')
  const move = await portal.db.selectFrom('pay.move').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(move).toMatchObject({ from_state: 'handed-off', to_state: 'expired', event: 'expired', source: 'portal' })
  expect(await minutesWithCalls(30)).toEqual([])

  const another = await pay(portal, await verified(portal), 200)
  await minutesWithCalls(90)
  const row = await portal.db
    .selectFrom('pay.payment')
    .select('state')
    .where('trans_no', '=', another.paymentRequisitionSettings.transNo)
    .executeTakeFirstOrThrow()
  expect(row.state).toBe('expired')
})

test('a payment that was never handed over expires too [REL-08]', async () => {
  await portal.db.updateTable('pay.payment').set({ state: 'requested' }).execute()
  await minutesWithCalls(90)
  expect(await state()).toBe('expired')
})

test('one that was paid in the last moment is confirmed, not expired [REL-08]', async () => {
  provider.open.add(transNo)
  await minutesWithCalls(89)
  provider.events.set(transNo, [tell(form, 'payment.succeeded')])
  await minutesWithCalls(1)
  expect(await state()).toBe('confirmed')
})

test('while the provider is down nothing expires, and two calls are made for many open payments [REL-27]', async () => {
  for (let n = 0; n < 4; n += 1) await pay(portal, await verified(portal), 100)
  provider.mode = 'fails'
  portal.clock.advance(91 * 60)
  await sweep()
  expect(provider.calls).toHaveLength(2)
  await minutesWithCalls(10)
  const open = await portal.db.selectFrom('pay.payment').select('trans_no').where('state', '=', 'handed-off').execute()
  expect(open).toHaveLength(5)
  provider.mode = 'answers'
  await minutesWithCalls(30)
  const expired = await portal.db.selectFrom('pay.payment').select('trans_no').where('state', '=', 'expired').execute()
  expect(expired).toHaveLength(5)
})

test('a payment that the provider leaves unanswered for a day past its lifetime goes to staff, with an alarm', async () => {
  provider.unanswered.add(transNo)
  portal.clock.advance(90 * 60 + 24 * 3_600)
  await sweep()
  expect(await state()).toBe('handed-off')
  await minutesWithCalls(11)
  expect(await state()).toBe('under-review')
  const alarms = await portal.db.selectFrom('pay.alarm').select(['kind', 'trans_no']).execute()
  expect(alarms).toEqual([{ kind: 'unanswered', trans_no: transNo }])
  expect(await minutesWithCalls(30)).toEqual([])
  await sendPostback(portal, tell(form, 'payment.succeeded'))
  expect(await state()).toBe('confirmed')
  const unsettled = portal.db.selectFrom('pay.alarm').select('kind').where('settled_at', 'is', null)
  expect(await unsettled.execute()).toEqual([])
})

test('while the provider is down for days no payment goes to staff, and abandoned pages expire when it is back [REL-27]', async () => {
  for (let n = 0; n < 4; n += 1) await pay(portal, await verified(portal), 100)
  provider.mode = 'fails'
  portal.clock.advance(90 * 60 + 24 * 3_600)
  await minutesWithCalls(60)
  const states = async () =>
    (await portal.db.selectFrom('pay.payment').select('state').distinct().execute()).map((row) => row.state)
  expect([await states(), await portal.db.selectFrom('pay.alarm').selectAll().execute()]).toEqual([['handed-off'], []])
  provider.mode = 'answers'
  await minutesWithCalls(12)
  expect([await states(), await portal.db.selectFrom('pay.alarm').selectAll().execute()]).toEqual([['expired'], []])
})

test('payments that the provider leaves unanswered for a day go to staff together, and do not keep others waiting', async () => {
  const forms = [form]
  for (const amount of [100, 200, 300]) forms.push(await pay(portal, await verified(portal), amount))
  const numbers = forms.map((one) => one.paymentRequisitionSettings.transNo)
  for (const number of numbers.slice(0, 3)) provider.unanswered.add(number)
  portal.clock.advance(90 * 60 + 24 * 3_600 + 1)
  await sweep()
  const rows = await portal.db.selectFrom('pay.payment').select(['trans_no', 'state']).execute()
  expect(new Map(rows.map((row) => [row.trans_no, row.state]))).toEqual(
    new Map(numbers.map((number, index) => [number, index < 3 ? 'under-review' : 'expired'])),
  )
})

test('a payment that the provider leaves unanswered keeps no other payment of its sweep waiting', async () => {
  provider.unanswered.add(transNo)
  const other = await pay(portal, await verified(portal), 100)
  const { transNo: answered } = other.paymentRequisitionSettings
  provider.events.set(answered, [tell(other, 'payment.succeeded')])
  portal.clock.advance(121)
  await sweep()
  const rows = await portal.db.selectFrom('pay.payment').select(['trans_no', 'state']).execute()
  expect(new Map(rows.map((row) => [row.trans_no, row.state]))).toEqual(
    new Map([
      [transNo, 'handed-off'],
      [answered, 'confirmed'],
    ]),
  )
})

test('two sweeps at once ask about a payment once', async () => {
  provider.open.add(transNo)
  portal.clock.advance(180)
  await Promise.all([sweep(), sweep(), sweep()])
  expect(provider.calls).toHaveLength(1)
})

/** Sweeps while no row about the payment can be written to a table. */
async function sweepRefusing(table: 'pay.booking' | 'pay.alarm'): Promise<void> {
  await portal.database.runScript(`create function pay.fail() returns trigger language plpgsql as
    $$ begin if new.trans_no = '${transNo}' then raise exception 'no'; end if; return new; end $$;
    create trigger fail before insert on ${table} for each row execute function pay.fail()`)
  try {
    await expect(sweep()).rejects.toThrow('Items of the job that failed: 1')
  } finally {
    await portal.database.runScript(`drop trigger fail on ${table}; drop function pay.fail()`)
  }
}

test('a payment that cannot be handed to staff does not keep the others open', async () => {
  const other = await pay(portal, await verified(portal), 100)
  provider.unanswered.add(transNo)
  portal.clock.advance(90 * 60 + 24 * 3_600 + 1)
  await sweepRefusing('pay.alarm')
  const rows = await portal.db.selectFrom('pay.payment').select(['trans_no', 'state']).execute()
  expect(new Map(rows.map((row) => [row.trans_no, row.state]))).toEqual(
    new Map([
      [transNo, 'handed-off'],
      [other.paymentRequisitionSettings.transNo, 'expired'],
    ]),
  )
})

test('a payment whose settling fails does not keep the others open, and is settled once the cause is removed', async () => {
  await seedAccount(portal.db, anAccount('100100102').secondary('Water'))
  const water = await pay(portal, await verified(portal, { accountNumber: '100100102' }), 2_000)
  for (const one of [form, water])
    provider.events.set(one.paymentRequisitionSettings.transNo, [tell(one, 'payment.succeeded')])
  const states = async () =>
    (await portal.db.selectFrom('pay.payment').select('state').orderBy('account_number').execute()).map(
      (row) => row.state,
    )
  portal.clock.advance(121)
  await sweepRefusing('pay.booking')
  expect(await states()).toEqual(['handed-off', 'confirmed'])
  portal.clock.advance(121)
  await sweep()
  expect(await states()).toEqual(['confirmed', 'confirmed'])
})
