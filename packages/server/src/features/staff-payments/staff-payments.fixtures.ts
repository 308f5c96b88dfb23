import { randomUUID } from 'node:crypto'
import { staffPayments } from '@coopline/contract/staff-payments/staff-payments.contract'
import { sql } from 'kysely'
import type { SliceFixtures, ValidCall } from '../../testing/endpoint-fixture.ts'
import { type EventFields, sendPostback, tell } from '../../testing/provider-double.ts'
import { pay, payingSettings, verified } from '../../testing/quick-payer.ts'
import { staffFixture } from '../../testing/seed-staff.ts'
import { given, type StoreCalls } from '../../testing/store-calls.ts'
import type { TestPortal } from '../../testing/test-portal.ts'
import { insertAlarm } from '../payments/alarms.store.ts'

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
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirstOrThrow()
  return id
}

/** Billing looks at payments of Ada's and decides about them. */
export const fixtures: SliceFixtures = async ({ portal }) => {
  const seedPaid = await paymentSeeder(portal)
  const signedIn = await staffFixture(portal)
  const reason = 'Checked at the provider'
  const about = async (over: Partial<EventFields>, body?: (event: EventFields) => unknown): Promise<ValidCall> => {
    const seeded = await seedPaid(over)
    return { ...(await signedIn()), params: { transNo: seeded.transNo }, body: body?.(seeded) }
  }
  return [
    [staffPayments.search, async () => ({ ...(await signedIn()), body: { text: '100100101', after: null } })],
    [staffPayments.view, async () => about({})],
    [staffPayments.accept, async () => about(differing, ({ eventId }) => ({ reason, eventId }))],
    [staffPayments.reject, async () => about(differing, () => ({ reason }))],
    [staffPayments.refund, async () => about({}, () => ({ reason }))],
    [staffPayments.alarms, async () => ({ ...(await signedIn()), body: { isSettled: false, after: null } })],
    [staffPayments.countAlarms, signedIn],
    [staffPayments.settleAlarm, async () => ({ ...(await signedIn()), body: { id: await seedAlarm(portal), reason } })],
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
