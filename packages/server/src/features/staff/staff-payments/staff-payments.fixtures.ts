import { randomUUID } from 'node:crypto'
import { staffPayments } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { SliceFixtures, ValidCall } from '../../../testing/endpoint-fixture.ts'
import { aPayment, anEvent } from '../../../testing/payment-in-test.ts'
import { type EventFields, sendPostback, tell } from '../../../testing/provider-double.ts'
import { pay, payingSettings, verified } from '../../../testing/quick-payer.ts'
import { staffFixture } from '../../../testing/seed-staff.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'
import type { TestPortal } from '../../../testing/test-portal.ts'
import { insertAlarm } from '../../paying/payments/alarms/alarms.store.ts'

/** The provider collects one cent more as its fee, and passes less on. */
export const differing = { convenienceFee: 296, totalAmount: 10_295 }

/** Seeds payments of Ada's of $100.00, each a copy of one that she requested. */
export async function paymentSeeder(portal: TestPortal) {
  portal.set(payingSettings)
  const form = await pay(portal, await verified(portal), 10_000)
  const requested = form.paymentRequisitionSettings.transNo
  let made = 0
  /** The provider reports it as paid, with the requested figures or others, which puts it under review. */
  return async (over: Partial<EventFields> = {}): Promise<EventFields> => {
    made += 1
    const transNo = `STAFF${made}`
    await sql`
      with made as (
        insert into pay.payment (trans_no, member_number, account_number, origin, payment_type, state, amount, language,
          reconnect_meter, requested_at, expires_at, hand_off, idempotency_scope, idempotency_key, request_hash)
        select ${transNo}, member_number, account_number, origin, payment_type, state, amount, language,
          reconnect_meter, requested_at - interval '1 hour' + make_interval(secs => ${made}), expires_at, hand_off, idempotency_scope,
          ${`staff-${made}`}, request_hash
        from pay.payment where trans_no = ${requested} returning trans_no)
      insert into pay.payment_item (trans_no, account_number, amount)
      select made.trans_no, account_number, amount from made, pay.payment_item as item
      where item.trans_no = ${requested}`.execute(portal.db)
    const event = tell(form, 'payment.succeeded', { transNo, eventId: `evt_${transNo}`, ...over })
    await sendPostback(portal, event)
    return event
  }
}

/** An open alarm about a payment. @returns its number. */
export async function seedAlarm(portal: TestPortal, transNo: string | null = null): Promise<number> {
  const now = portal.clock.now()
  const dedupeKey = `illegal-move:${randomUUID()}`
  await insertAlarm(portal.db, { kind: 'illegal-move', transNo, detail: { state: 'confirmed' }, dedupeKey, now })
  const { id } = await portal.db
    .selectFrom('pay.alarm')
    .select('id')
    .where('subject', '=', dedupeKey)
    .executeTakeFirstOrThrow()
  return id
}

/** More calls than any test over all endpoints makes of one. */
const poolSize = 100

/**
 * Seeds payments of Ben's, so that the figures of Ada's account stay as they are: under review, each with a report that can be
 * accepted, or confirmed. They are made at once, so that a call that is refused leaves no row behind.
 *
 * @returns takes the next one of them.
 */
async function paymentPool(portal: TestPortal, state: 'under-review' | 'confirmed'): Promise<() => string> {
  const transNoOf = (n: number) => `POOL-${state}-${n}`
  const { handOff } = aPayment()
  const event = anEvent({ accountNumber: '100200101', convenienceFee: cents(296), totalAmount: cents(10_296) })
  await sql`
    with made as (
      insert into pay.payment (trans_no, member_number, account_number, origin, payment_type, state, amount, language,
        reconnect_meter, requested_at, expires_at, hand_off, idempotency_scope, idempotency_key, request_hash)
      select ${`POOL-${state}-`} || n, '10002', '100200101', 'member', 'cc', ${state}, 10000, 'en', false,
        ${portal.clock.now()}, ${portal.clock.now()}, ${JSON.stringify(handOff)}::jsonb, ${`pool-${state}`}, n::text, ''
      from generate_series(1, ${poolSize}::integer) as n returning trans_no),
    items as (
      insert into pay.payment_item (trans_no, account_number, amount)
      select trans_no, '100200101', 10000 from made)
    insert into pay.posting (event_id, trans_no, type, source, body, outcome, received_at)
    select 'evt-' || trans_no, trans_no, 'payment.succeeded', 'postback',
      ${JSON.stringify(event)}::jsonb || jsonb_build_object('transNo', trans_no, 'eventId', 'evt-' || trans_no),
      'quarantined', ${portal.clock.now()}
    from made`.execute(portal.db)
  let taken = 0
  return () => transNoOf((taken += 1))
}

/** Billing looks at payments and decides about them. */
export const fixtures: SliceFixtures = async ({ portal }) => {
  const signedIn = await staffFixture(portal)
  const [reviewed, confirmed] = [await paymentPool(portal, 'under-review'), await paymentPool(portal, 'confirmed')]
  const { rows: alarms } = await sql<{ readonly id: number }>`
    insert into pay.alarm (kind, detail, raised_at, dedupe_key)
    select 'illegal-move', '{"state": "confirmed"}', ${portal.clock.now()}, 'pool-' || n
    from generate_series(1, ${poolSize}::integer) as n returning id`.execute(portal.db)
  const reason = 'Checked at the provider'
  const about = async (transNo: string, body?: unknown): Promise<ValidCall> => ({
    ...(await signedIn()),
    params: { transNo },
    body,
  })
  return [
    [staffPayments.search, async () => ({ ...(await signedIn()), body: { text: '100200101', after: null } })],
    [staffPayments.view, async () => about('POOL-confirmed-1')],
    [
      staffPayments.accept,
      async () => {
        const transNo = reviewed()
        return about(transNo, { reason, eventId: `evt-${transNo}` })
      },
    ],
    [staffPayments.reject, async () => about(reviewed(), { reason })],
    [staffPayments.refund, async () => about(confirmed(), { reason })],
    [staffPayments.alarms, async () => ({ ...(await signedIn()), body: { isSettled: false, after: null } })],
    [staffPayments.countAlarms, signedIn],
    [staffPayments.settleAlarm, async () => ({ ...(await signedIn()), body: { id: alarms.pop()?.id ?? 0, reason } })],
  ]
}

export const storeCalls: StoreCalls = {
  'find-payments': {
    listPaymentsOfAll: [{ after: null, limit: 10 }],
    listPaymentsByNumber: ['T', { after: { isUnderReview: true, requestedAt: given.now, transNo: 'T' }, limit: 10 }],
  },
  'payment-story': { findPaymentStory: ['T'] },
  'alarms-of-staff': {
    listOpenAlarms: [null, 10],
    listSettledAlarms: [given.now, { id: 1, settledAt: given.now }, 10],
    findAlarm: [1],
    countOpenAlarms: [10],
  },
}
