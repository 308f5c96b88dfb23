import { sql } from 'kysely'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { UnusableReport } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { type EventFields, sendPostback, tell, useProviderDouble } from '../../../../testing/provider-double.ts'
import { pay, payingSettings, verified } from '../../../../testing/quick-payer.ts'
import { seedAccount } from '../../../../testing/seed-account.ts'
import { useTestPortal } from '../../../../testing/test-portal.ts'
import { withGateway } from '../../../../testing/with-gateway.ts'
import { insertAlarm } from '../alarms/alarms.store.ts'
import { reconcile, reconcileJob } from './reconcile.job.ts'

const provider = useProviderDouble()
const portal = useTestPortal(() => ({
  settings: { ...payingSettings, quickPayRequisitionsPerHour: 1_000, quickPayTokenMinutes: 60 },
  env: { PROVIDER_URL: provider.url },
}))
beforeEach(async () => seedAccount(portal.db))

const send = async (event: EventFields) => sendPostback(portal, event)

const alarms = async () =>
  portal.db.selectFrom('pay.alarm').select(['kind', 'trans_no']).orderBy('kind').orderBy('trans_no').execute()

const bookings = async () =>
  Number(
    (
      await portal.db
        .selectFrom('pay.booking')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

const nothing = {
  takenIn: 0,
  missing: 0,
  extra: 0,
  different: 0,
  eventsDiffer: 0,
  unreadable: 0,
  underReview: 0,
  doubleCharged: 0,
}

test('when both sides agree there is nothing to say', async () => {
  const paid = tell(await pay(portal, await verified(portal), 10_000), 'payment.succeeded')
  provider.events.set(paid.transNo, [paid])
  await send(paid)
  portal.clock.advance(3_600)
  expect(await reconcile(portal.deps)).toEqual(nothing)
  expect(await alarms()).toEqual([])
})

test('repairs or alarms every kind of damage in a report of 1,100 payments, reads 1,000 at most at a time, and changes nothing in a second run [REL-07]', async () => {
  const form = await pay(portal, await verified(portal), 10_000)
  await portal.db.deleteFrom('pay.payment_item').execute()
  // Copies the first payment in the database: 1,100 requests would take minutes.
  await sql`
    insert into pay.payment
    select ('T' || lpad(n::text, 4, '0')) as trans_no, member_number, account_number, origin, payment_type, state, amount,
      currency, language, reconnect_meter, requested_at, expires_at, settled_at, convenience_fee, card_type, last_four,
      confirmation_number, postback_message, hand_off, status_checked_at, status_checks, idempotency_scope, n::text as idempotency_key, request_hash
    from pay.payment, generate_series(1, 1100) as n`.execute(portal.db)
  await sql`insert into pay.payment_item select trans_no, account_number, amount from pay.payment`.execute(portal.db)

  const numbers = Array.from({ length: 1100 }, (_none, n) => `T${String(n + 1).padStart(4, '0')}`)
  const eventOf = (transNo: string, over: Partial<EventFields> = {}) =>
    tell(form, 'payment.succeeded', { transNo, eventId: `evt_${transNo}`, ...over })
  for (const transNo of numbers) provider.events.set(transNo, [eventOf(transNo)])
  expect(await reconcile(portal.deps)).toEqual({ ...nothing, takenIn: 1100 })
  expect(await bookings()).toBe(1100)

  // Three payments without postbacks, and one more with other amounts than requested; two that the provider does not know;
  // two with other amounts than we booked; one that was refunded without a postback.
  const lost = ['T0001', 'T0002', 'T0003']
  await unbook([...lost, 'T0004'])
  provider.events.set('T0004', [eventOf('T0004', { amount: 9_999, totalAmount: 10_294 })])
  for (const transNo of ['T0010', 'T0011']) provider.events.delete(transNo)
  for (const transNo of ['T0020', 'T0021'])
    provider.events.set(transNo, [eventOf(transNo, { totalAmount: 10_296, convenienceFee: 296 })])
  provider.events.set('T0030', [
    eventOf('T0030'),
    { ...eventOf('T0030'), type: 'payment.refunded', eventId: 'evt_back' },
  ])

  portal.clock.advance(3_600)
  const found = await reconcile(portal.deps)
  expect(found).toEqual({ ...nothing, takenIn: 3, extra: 2, different: 2, underReview: 1 })
  const raised = await alarms()
  expect(raised.filter((alarm) => alarm.kind.startsWith('reconciliation'))).toEqual([
    { kind: 'reconciliation-different', trans_no: 'T0020' },
    { kind: 'reconciliation-different', trans_no: 'T0021' },
    { kind: 'reconciliation-extra', trans_no: 'T0010' },
    { kind: 'reconciliation-extra', trans_no: 'T0011' },
  ])
  const states = await portal.db
    .selectFrom('pay.payment')
    .select(['trans_no', 'state'])
    .where('trans_no', 'in', [...lost, 'T0004', 'T0030'])
    .orderBy('trans_no')
    .execute()
  expect(states.map((row) => row.state)).toEqual(['confirmed', 'confirmed', 'confirmed', 'under-review', 'refunded'])

  const before = [raised.length, await bookings()]
  const { db, largest } = watchResults()
  expect(await reconcile({ ...portal.deps, db })).toEqual({ ...found, takenIn: 0 })
  // The largest result has one event for each payment of a page, and a refund.
  expect(largest()).toBeLessThan(1_002)
  expect([(await alarms()).length, await bookings()]).toEqual(before)
}, 300_000)

/** Wraps the database. @returns it, and the largest number of rows in one of its results. */
function watchResults() {
  let largest = 0
  const db = portal.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      largest = Math.max(largest, result.rows.length)
      return result
    },
  })
  return { db, largest: () => largest }
}

/** Deletes the rows of these postbacks, as if they were never received. Only a test may do that. */
async function unbook(transNos: readonly string[]): Promise<void> {
  await portal.database.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const transNo of transNos) {
      await sql`delete from pay.ledger_entry where booking_id in (select id from pay.booking where trans_no = ${transNo})`.execute(
        tx,
      )
      for (const table of ['booking', 'posting', 'move', 'unacknowledged_credit'])
        await sql`delete from ${sql.table(`pay.${table}`)} where trans_no = ${transNo}`.execute(tx)
      await sql`delete from outbox.event where body ->> 'transNo' = ${transNo}`.execute(tx)
      await tx
        .updateTable('pay.payment')
        .set({ state: 'handed-off', settled_at: null, convenience_fee: null })
        .where('trans_no', '=', transNo)
        .execute()
    }
  })
}

test('a second charge that was given back is no difference, wherever the report lists it [REL-07]', async () => {
  const paid = tell(await pay(portal, await verified(portal), 10_000), 'payment.succeeded')
  const second = { ...paid, eventId: 'evt_second', confirmationNumber: 'SB99999999' }
  const back = { ...second, type: 'payment.refunded', eventId: 'evt_back', occurredAt: '2026-11-20T15:09:00Z' } as const
  await send(paid)
  await send(second)
  await send(back)
  provider.events.set(paid.transNo, [second, paid, back])
  portal.clock.advance(3_600)
  expect(await reconcile(portal.deps)).toEqual({ ...nothing, doubleCharged: 1 })
  expect((await alarms()).map(({ kind }) => kind)).toEqual(['double-charge'])
})

test('a payment that the provider reports under another day is no extra one', async () => {
  const paid = tell(await pay(portal, await verified(portal), 10_000), 'payment.succeeded')
  await send(paid)
  portal.clock.advance(86_400)
  // It was refunded four days later by the provider's clock, so only its status has the refund, not the reports of our days.
  provider.events.set(paid.transNo, [
    paid,
    { ...paid, type: 'payment.refunded', eventId: 'evt_r', occurredAt: '2026-11-30T00:00:00Z' },
  ])
  expect(await reconcile(portal.deps)).toEqual(nothing)
  expect(provider.calls.filter((call) => call.includes(paid.transNo))).toHaveLength(1)
})

test('a payment of the last quarter of an hour may still be on one side only', async () => {
  const paid = tell(await pay(portal, await verified(portal), 10_000), 'payment.succeeded')
  await send(paid)
  expect(await reconcile(portal.deps)).toEqual(nothing)
  portal.clock.advance(16 * 60)
  expect(await reconcile(portal.deps)).toEqual({ ...nothing, extra: 1 })
})

test('the report covers today and the two days before, by the provider’s day', async () => {
  await portal.jobs.run(reconcileJob, {})
  expect(provider.calls.toSorted()).toEqual([
    'GET /api/payments?date=2026-11-18',
    'GET /api/payments?date=2026-11-19',
    'GET /api/payments?date=2026-11-20',
  ])
})

test('without the provider’s report nothing is concluded [REL-27]', async () => {
  const paid = tell(await pay(portal, await verified(portal), 10_000), 'payment.succeeded')
  await send(paid)
  portal.clock.advance(3_600)
  provider.mode = 'fails'
  await expect(reconcile(portal.deps)).rejects.toThrow('not available')
  expect(await alarms()).toEqual([])
})

describe('the days that were compared', () => {
  const nextNight = async () => {
    const next = new Date(`${portal.clock.now().toISOString().slice(0, 10)}T00:20:00Z`).getTime() + 86_400_000
    portal.clock.advance((next - portal.clock.now().getTime()) / 1_000)
    return reconcile(portal.deps)
  }
  const compared = async () =>
    (await portal.db.selectFrom('pay.compared_day').select('day').orderBy('day').execute()).map(({ day }) => day)
  const open = async () =>
    (await portal.db.selectFrom('pay.alarm').select(['kind', 'detail']).where('settled_at', 'is', null).execute()).map(
      ({ kind, detail }) => [kind, detail],
    )

  it('resume from the oldest open one, so that nights without the provider leave no return unbooked [REL-07, REL-32]', async () => {
    const paid = tell(await pay(portal, await verified(portal), 10_000), 'payment.succeeded')
    await send(paid)
    provider.events.set(paid.transNo, [paid])
    await nextNight()
    expect(await compared()).toEqual(['2026-11-19', '2026-11-20'])
    // It was returned that day without a postback, and the provider is unavailable for four nights.
    const back = { ...paid, type: 'payment.returned', eventId: 'evt_back', occurredAt: '2026-11-21T09:00:00Z' } as const
    provider.events.set(paid.transNo, [paid, back])
    provider.mode = 'fails'
    for (const alarmed of [false, true, true, true]) {
      await expect(nextNight()).rejects.toThrow('not available')
      expect((await open()).map(([kind]) => kind)).toEqual(alarmed ? ['reconciliation-behind'] : [])
    }
    provider.mode = 'answers'
    await nextNight()
    expect(await compared()).toEqual(['19', '20', '21', '22', '23', '24', '25'].map((day) => `2026-11-${day}`))
    expect(await open()).toEqual([])
    const { state } = await portal.db.selectFrom('pay.payment').select('state').executeTakeFirstOrThrow()
    expect(state).toBe('returned')
  })

  it('are made up for 14 at a time, oldest first, and the alarm says how far they are behind [REQ-D-283]', async () => {
    await nextNight()
    portal.clock.advance(20 * 86_400)
    provider.calls.length = 0
    await nextNight()
    const asked = provider.calls.map((call) => call.slice(-10)).toSorted()
    expect(asked).toHaveLength(17)
    expect(asked.slice(0, 2)).toEqual(['2026-11-21', '2026-11-22'])
    expect(await open()).toEqual([['reconciliation-behind', { oldestDay: '2026-12-05', openDays: 5 }]])
    await nextNight()
    expect(await open()).toEqual([])
  })

  it('do not wait for one whose report cannot be read, which stays open', async () => {
    await nextNight()
    portal.clock.advance(5 * 86_400)
    const { report } = portal.deps.gateways.current
    const broken: typeof report = async function* (day) {
      if (day === '2026-11-22') throw new UnusableReport(day, 'it is no list of payments')
      yield* report(day)
    }
    await reconcile(withGateway(portal.deps, { report: broken }))
    expect(await compared()).toEqual(['19', '20', '21', '23', '24', '25'].map((day) => `2026-11-${day}`))
    expect(await open()).toEqual([['reconciliation-behind', { oldestDay: '2026-11-22', openDays: 1 }]])
  })
})

describe('a settled alarm', () => {
  const settle = async () =>
    portal.db.updateTable('pay.alarm').set({ settled_at: portal.clock.now() }).where('settled_at', 'is', null).execute()
  const raised = async () =>
    (await portal.db.selectFrom('pay.alarm').select('settled_at').orderBy('id').execute()).map(
      (row) => row.settled_at === null,
    )

  it('rises again when its figures are new, and not for the same ones [REL-07]', async () => {
    const paid = tell(await pay(portal, await verified(portal), 10_000), 'payment.succeeded')
    await send(paid)
    portal.clock.advance(3_600)
    const say = async (totalAmount: number) => {
      provider.events.set(paid.transNo, [{ ...paid, totalAmount, netAmount: totalAmount }])
      await reconcile(portal.deps)
      // Two copies of an event that contradict each other raise another alarm.
      await portal.db
        .updateTable('pay.alarm')
        .set({ settled_at: portal.clock.now() })
        .where('kind', '<>', 'reconciliation-different')
        .execute()
      const rows = await portal.db
        .selectFrom('pay.alarm')
        .select('settled_at')
        .where('kind', '=', 'reconciliation-different')
        .orderBy('id')
        .execute()
      return rows.map((row) => row.settled_at === null)
    }
    expect(await say(10_296)).toEqual([true])
    expect(await say(10_296)).toEqual([true])
    await settle()
    expect(await say(10_296)).toEqual([false])
    expect(await say(10_297)).toEqual([false, true])
    await settle()
    expect(await say(10_296)).toEqual([false, false, true])
  })

  it('is raised once when two processes find the same at the same time', async () => {
    const alarm = {
      kind: 'illegal-move',
      transNo: null,
      detail: {},
      dedupeKey: 'k',
      figures: '1',
      now: portal.clock.now(),
    } as const
    const news = await Promise.all([insertAlarm(portal.db, alarm), insertAlarm(portal.db, alarm)])
    expect(news.toSorted()).toEqual([false, true])
    expect(await raised()).toEqual([true])
  })
})
