import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type EventFields,
  sendPostback,
  tell,
  unreadable,
  useProviderDouble,
} from '../../../../testing/provider-double.ts'
import { pay, payingSettings, verified } from '../../../../testing/quick-payer.ts'
import { seedAccount } from '../../../../testing/seed-account.ts'
import { useTestPortal } from '../../../../testing/test-portal.ts'
import { reconcile } from '../reconcile/reconcile.job.ts'
import { runPaymentsCommand } from '../payments.command.ts'
import { sweepOpenPaymentsJob } from './sweep-open-payments.job.ts'

const provider = useProviderDouble()
const portal = useTestPortal(() => ({
  settings: { ...payingSettings, allowOverPay: true },
  env: { PROVIDER_URL: provider.url },
}))
beforeEach(async () => seedAccount(portal.db))

/** Requests payments for which the provider has events. @returns their forms, in the order of the requests. */
async function requestPayments(count: number): Promise<readonly Requisition[]> {
  const forms: Requisition[] = []
  for (let n = 0; n < count; n += 1) {
    forms.push(await pay(portal, await verified(portal), 10_000 + n))
    portal.clock.advance(1)
  }
  return forms
}

const provides = (form: Requisition, over: Partial<EventFields> = {}): EventFields => {
  const event = tell(form, 'payment.succeeded', over)
  provider.events.set(event.transNo, [event])
  return event
}

const states = async () =>
  (await portal.db.selectFrom('pay.payment').select('state').orderBy('requested_at').execute()).map((row) => row.state)

const alarms = async () =>
  portal.db.selectFrom('pay.alarm').select(['kind', 'trans_no', 'detail']).orderBy('id').execute()

const send = async (event: EventFields) => sendPostback(portal, event)

describe('asking about open payments', () => {
  it('puts unreadable payments aside with one alarm each and settles the rest of the batch', async () => {
    const forms = await requestPayments(8)
    const bad = forms.slice(0, 6).map((form) => provides(form, unreadable).transNo)
    for (const form of forms.slice(6)) provides(form)
    portal.clock.advance(150)
    await portal.jobs.run(sweepOpenPaymentsJob, {})
    // Six in a row. If they counted as failures of the provider, the circuit breaker would be open by now.
    expect(provider.calls).toHaveLength(8)
    expect(await states()).toEqual([...Array.from({ length: 6 }, () => 'handed-off'), 'confirmed', 'confirmed'])
    portal.clock.advance(300)
    await portal.jobs.run(sweepOpenPaymentsJob, {})
    const raised = await alarms()
    expect(raised.map((alarm) => alarm.kind)).toEqual(bad.map(() => 'unreadable'))
    expect(new Set(raised.map((alarm) => alarm.trans_no))).toEqual(new Set(bad))
  })

  it('never expires a payment of which the provider says something unreadable', async () => {
    const [form] = await requestPayments(1)
    if (form !== undefined) provides(form, unreadable)
    portal.clock.advance(80 * 60)
    await portal.jobs.run(sweepOpenPaymentsJob, {})
    expect(await states()).toEqual(['handed-off'])
    portal.clock.advance(20 * 60)
    await portal.jobs.run(sweepOpenPaymentsJob, {})
    expect(await states()).toEqual(['under-review'])
  })

  it('hands unreadable payments to staff at their expiry, so that they do not fill the batches forever', async () => {
    const [bad] = await requestPayments(1)
    if (bad === undefined) throw new Error('A payment was requested')
    const { transNo } = provides(bad, unreadable)
    await sql`
      insert into pay.payment (trans_no, member_number, account_number, origin, payment_type, state, amount, language,
        reconnect_meter, requested_at, expires_at, hand_off, idempotency_scope, idempotency_key, request_hash)
      select trans_no || n, member_number, account_number, origin, payment_type, state, amount, language, reconnect_meter,
        requested_at, expires_at, hand_off, idempotency_scope, 'r' || n, request_hash
      from pay.payment, generate_series(1, 54) as n`.execute(portal.db)
    for (let n = 1; n < 55; n += 1)
      provider.events.set(`${transNo}${n}`, [
        tell(bad, 'payment.succeeded', { ...unreadable, transNo: `${transNo}${n}` }),
      ])
    portal.clock.advance(100 * 60)
    await portal.jobs.run(sweepOpenPaymentsJob, {})
    await portal.jobs.run(sweepOpenPaymentsJob, {})
    expect(new Set(await states())).toEqual(new Set(['under-review']))
    expect(provider.calls).toHaveLength(55)
    const [good] = await requestPayments(1)
    if (good !== undefined) provides(good)
    portal.clock.advance(24 * 3_600)
    await portal.jobs.run(sweepOpenPaymentsJob, {})
    expect(provider.calls).toHaveLength(56)
    expect((await states()).at(-1)).toBe('confirmed')
  })

  it('confirms one that staff have when the provider says it in a form that can be read, and lets staff reject it', async () => {
    const forms = await requestPayments(2)
    const [first, second] = forms.map((form) => provides(form, unreadable))
    portal.clock.advance(100 * 60)
    await portal.jobs.run(sweepOpenPaymentsJob, {})
    expect((await runPaymentsCommand(portal.deps, ['review'])).output).toContain('cannot be read: see payments alarms')
    const [form] = forms
    if (form !== undefined) await send(provides(form))
    const decision = ['--by', 'Dana', '--reason', 'Never charged']
    await runPaymentsCommand(portal.deps, ['reject', second?.transNo ?? '', ...decision])
    expect(await states()).toEqual(['confirmed', 'rejected'])
    const open = await portal.db.selectFrom('pay.alarm').select('trans_no').where('settled_at', 'is', null).execute()
    expect(open).toEqual([{ trans_no: first?.transNo }])
  })

  it('reads a text that the database cannot store as unreadable', async () => {
    const [bad, good] = await requestPayments(2)
    if (bad === undefined || good === undefined) throw new Error('Two payments were requested')
    provides(bad, { message: 'a\0b' })
    provides(good)
    portal.clock.advance(150)
    await portal.jobs.run(sweepOpenPaymentsJob, {})
    expect(await states()).toEqual(['handed-off', 'confirmed'])
    expect((await alarms()).map((alarm) => alarm.kind)).toEqual(['unreadable'])
  })
})

describe('the report', () => {
  it('takes in what can be read and raises one alarm for what cannot', async () => {
    const forms = await requestPayments(3)
    const [bad] = forms.map((form, index) => provides(form, index === 0 ? unreadable : {}))
    const nothing = { missing: 0, extra: 0, different: 0 }
    expect(await reconcile(portal.deps)).toMatchObject({ ...nothing, takenIn: 2, unreadable: 1 })
    expect(await states()).toEqual(['handed-off', 'confirmed', 'confirmed'])
    expect(await reconcile(portal.deps)).toMatchObject({ ...nothing, takenIn: 0, unreadable: 1 })
    expect((await alarms()).map((alarm) => [alarm.kind, alarm.trans_no])).toEqual([['unreadable', bad?.transNo]])
  })

  it('the report does not call a booked payment extra because its later events cannot be read', async () => {
    const [form] = await requestPayments(1)
    if (form === undefined) throw new Error('A payment was requested')
    await send(provides(form))
    portal.clock.advance(3_600)
    provides(form, unreadable)
    expect(await reconcile(portal.deps)).toMatchObject({ extra: 0, different: 0, unreadable: 1 })
    expect((await alarms()).map((alarm) => alarm.kind)).toEqual(['unreadable'])
  })
})

describe('a signed postback that cannot be read', () => {
  it('raises its alarm again once it was settled, when something else cannot be read [REQ-D-284]', async () => {
    const [form] = await requestPayments(1)
    if (form === undefined) throw new Error('A payment was requested')
    const kinds = async () => (await alarms()).map(({ kind }) => kind)
    await send(tell(form, 'payment.succeeded', unreadable))
    await portal.db.updateTable('pay.alarm').set({ settled_at: portal.clock.now() }).execute()
    await send(tell(form, 'payment.succeeded', unreadable))
    expect(await kinds()).toEqual(['unreadable'])
    await send(tell(form, 'payment.succeeded', { ...unreadable, lastFour: 'x' }))
    expect(await kinds()).toEqual(['unreadable', 'unreadable'])
  })

  it('a signed postback that cannot be read is answered 400, moves nothing, and is kept without card numbers in one alarm', async () => {
    const [form] = await requestPayments(1)
    if (form === undefined) throw new Error('A payment was requested')
    const bad = tell(form, 'payment.succeeded', { ...unreadable, message: 'Card 4111 1111 1111 1111' })
    for (let n = 0; n < 3; n += 1) expect((await send(bad)).statusCode).toBe(400)
    const [alarm, ...more] = await alarms()
    expect(more).toEqual([])
    expect(alarm).toMatchObject({
      kind: 'unreadable',
      trans_no: bad.transNo,
      detail: { source: 'postback', outcome: 'succeeded', members: ['cardType'] },
    })
    expect(JSON.stringify(alarm?.detail)).toContain('Card [removed]')
    expect(portal.logLines.join('\n')).not.toContain('Card [removed]')
    expect(await portal.db.selectFrom('pay.posting').select('event_id').execute()).toEqual([])
    expect(await states()).toEqual(['handed-off'])
  })

  it('a signed postback that cannot be read is applied when the provider sends it again in a form that can be read', async () => {
    const [form] = await requestPayments(1)
    if (form === undefined) throw new Error('A payment was requested')
    await send(tell(form, 'payment.succeeded', unreadable))
    expect((await send(tell(form, 'payment.succeeded'))).statusCode).toBe(200)
    expect(await states()).toEqual(['confirmed'])
  })

  it('a signed postback that cannot be read is kept also when it is not JSON', async () => {
    const [form] = await requestPayments(1)
    if (form === undefined) throw new Error('A payment was requested')
    const answer = await sendPostback(portal, tell(form, 'payment.succeeded'), { payload: '{"type"' })
    expect(answer.statusCode).toBe(400)
    expect(await alarms()).toMatchObject([{ kind: 'unreadable', trans_no: null, detail: { evidence: '{"type"' } }])
  })
})
