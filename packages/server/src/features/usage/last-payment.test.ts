import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { expect, it } from 'vitest'
import { seedAccount } from '../../testing/seed-account.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { findLastPayment } from './usage-account.store.ts'

const database = useTestDatabase()
const [memberNumber, accountNumber] = ['10001', '100100101']
const at = new Date('2026-11-19T15:00:00Z')

/** A payment that was made in the portal; it was `state` later. */
async function made(transNo: string, state: 'confirmed' | 'refunded' | 'returned'): Promise<void> {
  await database.db
    .insertInto('pay.payment')
    .values({
      trans_no: transNo,
      member_number: memberNumber,
      account_number: accountNumber,
      origin: 'member',
      payment_type: 'cc',
      state,
      amount: cents(9_900),
      language: 'en',
      reconnect_meter: false,
      requested_at: at,
      expires_at: at,
      idempotency_scope: 'test',
      idempotency_key: transNo,
      request_hash: Buffer.alloc(32),
      hand_off: '{}',
    })
    .execute()
}
const imported = async (reference: string, paidOn: string, amount: number) =>
  database.db
    .insertInto('cis.payment')
    .values({
      account_number: accountNumber,
      reference,
      paid_on: calendarDate(paidOn),
      amount: cents(amount),
      method: 'Card',
    })
    .execute()
const last = async () => findLastPayment(database.db, { memberNumber, accountNumber }, 'America/Chicago')

it.each(['refunded', 'returned'] as const)(
  'does not count a payment that was %s, imported or not yet',
  async (later) => {
    await seedAccount(database.db)
    await imported('P-1', '2026-11-02', 5_000)
    for (const state of ['confirmed', later] as const) {
      await database.db.deleteFrom('pay.unacknowledged_credit').execute()
      await made(`T-IMPORTED-${state}`, state)
      await imported(`T-IMPORTED-${state}`, '2026-11-18', 9_900)
      await made(`T-HERE-${state}`, state)
      const event = await database.db
        .insertInto('outbox.event')
        .values({ account_number: accountNumber, kind: 'payment-confirmed', body: '{}', created_at: at })
        .returning('id')
        .executeTakeFirstOrThrow()
      await database.db
        .insertInto('pay.unacknowledged_credit')
        .values({
          trans_no: `T-HERE-${state}`,
          account_number: accountNumber,
          amount: cents(9_900),
          event_id: event.id,
        })
        .execute()
      const counts = state === 'confirmed'
      expect(await last()).toEqual(counts ? { amount: 9_900, day: '2026-11-19' } : { amount: 5_000, day: '2026-11-02' })
      await database.db.deleteFrom('cis.payment').where('reference', '=', 'T-IMPORTED-confirmed').execute()
    }
  },
)
