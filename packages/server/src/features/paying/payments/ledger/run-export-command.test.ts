import { anAccount } from '@coopline/testing/builders/account'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { payAsMember } from '../../../../testing/member-payer.ts'
import { type EventFields, sendPostback, tell } from '../../../../testing/provider-double.ts'
import { payingSettings } from '../../../../testing/quick-payer.ts'
import { seedAccount } from '../../../../testing/seed-account.ts'
import { adaSignedIn } from '../../../../testing/seed-login.ts'
import { useTestPortal } from '../../../../testing/test-portal.ts'
import { useFresh } from '../../../../testing/use-fresh.ts'
import { runExportCommand } from './run-export-command.ts'

const portal = useTestPortal({ settings: payingSettings })
const ada = useFresh(async () => adaSignedIn(portal))
beforeEach(async () => seedAccount(portal.db, anAccount('100100102').secondary()))

const send = async (event: EventFields) => sendPostback(portal, event)

async function paid(): Promise<EventFields> {
  const form = await payAsMember(portal, ada, [
    ['100100101', 10_000],
    ['100100102', 5_000],
  ])
  const event = tell(form, 'payment.succeeded')
  await send(event)
  return event
}

const run = async (...args: string[]) => runExportCommand(portal.deps, args)
const fileOf = async (day: string) => (await run('payments', '--date', day)).output
const linesOf = async (day: string): Promise<readonly Record<string, string>[]> =>
  (await run('payments', '--date', day, '--format', 'jsonl')).output
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>)

describe('coopline export payments', () => {
  it('has a row per account, the fee once, and a refund on the day it was booked', async () => {
    const event = await paid()
    portal.clock.advance(86_400)
    await send({
      ...event,
      type: 'payment.refunded',
      eventId: 'evt_back',
      occurredAt: portal.clock.now().toISOString(),
    })
    portal.clock.advance(86_400)
    const events = await portal.db
      .selectFrom('outbox.event')
      .select('id')
      .where('kind', 'like', 'payment-%')
      .orderBy('id')
      .execute()
    const row = (type: string, date: string, account: string, amount: string, fee: string, id: number | undefined) =>
      [
        type,
        date,
        event.transNo,
        '10001',
        account,
        amount,
        fee,
        'cc',
        event.confirmationNumber,
        'N',
        `${date}T15:00:00.000Z`,
        id,
        '',
      ].join(',')
    const head =
      'type,date,transNo,memberNumber,accountNumber,amount,fee,paymentType,confirmationNumber,reconnectMeter,bookedAt,eventId,rows'
    expect(await fileOf('2026-11-20')).toBe(
      [
        head,
        row('payment', '2026-11-20', '100100101', '100.00', '4.43', events[0]?.id),
        row('payment', '2026-11-20', '100100102', '50.00', '0.00', events[1]?.id),
        'total,2026-11-20,,,,150.00,4.43,,,,,,2',
      ].join('\r\n'),
    )
    expect(await fileOf('2026-11-21')).toBe(
      [
        head,
        row('refund', '2026-11-21', '100100101', '-100.00', '-4.43', events[2]?.id),
        row('refund', '2026-11-21', '100100102', '-50.00', '0.00', events[3]?.id),
        'total,2026-11-21,,,,-150.00,-4.43,,,,,,2',
      ].join('\r\n'),
    )
  })

  it('is the same file at any later time, even when its payments have changed', async () => {
    const event = await paid()
    portal.clock.advance(86_400)
    const before = await fileOf('2026-11-20')
    await send({
      ...event,
      type: 'payment.returned',
      eventId: 'evt_back',
      confirmationNumber: 'OTHER',
      paymentType: 'echeck',
    })
    await portal.db.updateTable('outbox.event').set({ acknowledged_at: portal.clock.now() }).execute()
    expect(await fileOf('2026-11-20')).toBe(before)
  })

  it('has a day of the cooperative, its edges by the second, also when clocks change', async () => {
    await paid()
    const at = async (time: string, transNo: string) =>
      sql`insert into pay.booking (trans_no, kind, booked_at)
        select ${transNo}, 'payment', ${time}::timestamptz`.execute(portal.db)
    await sql`
      insert into pay.payment (trans_no, member_number, account_number, origin, payment_type, state, amount, language, reconnect_meter,
        requested_at, expires_at, hand_off, idempotency_scope, idempotency_key, request_hash)
      select t, member_number, account_number, origin, payment_type, state, amount, language, reconnect_meter, requested_at,
        expires_at, hand_off, idempotency_scope, t, request_hash
      from pay.payment, unnest(array['A', 'B', 'C', 'D']) as t`.execute(portal.db)
    // The cooperative's 1 November 2026 has 25 hours: from 05:00 UTC to 06:00 UTC of the next day.
    await at('2026-11-01T04:59:59.999Z', 'A')
    await at('2026-11-01T05:00:00.000Z', 'B')
    await at('2026-11-02T05:59:59.999Z', 'C')
    await at('2026-11-02T06:00:00.000Z', 'D')
    await sql`
      insert into pay.ledger_entry (booking_id, line, ledger_account, amount)
      select id, line, account, amount from pay.booking,
        (values (1, 'provider-clearing', 100), (2, 'member-account/100100101', -100)) as entry (line, account, amount)
      where trans_no in ('A', 'B', 'C', 'D')`.execute(portal.db)
    const payments = (await linesOf('2026-11-01')).map((line) => line['transNo'] ?? line['rows'])
    expect(payments).toEqual(['B', 'C', '2'])
  })

  it('reads 1,000 bookings at a time, leaves none out and sums all to the cent', async () => {
    await paid()
    await sql`
      insert into pay.payment (trans_no, member_number, account_number, origin, payment_type, state, amount, language, reconnect_meter,
        requested_at, expires_at, hand_off, idempotency_scope, idempotency_key, request_hash)
      select 'T' || n, member_number, account_number, origin, payment_type, state, amount, language, reconnect_meter, requested_at,
        expires_at, hand_off, idempotency_scope, 'k' || n, request_hash
      from pay.payment, generate_series(1, 2100) as n`.execute(portal.db)
    await sql`
      with booked as (
        insert into pay.booking (trans_no, kind, booked_at)
        select trans_no, 'payment', '2026-11-19T18:00:00Z' from pay.payment where trans_no like 'T%' and length(trans_no) < 6
        returning id)
      insert into pay.ledger_entry (booking_id, line, ledger_account, amount)
      select booked.id, entry.line, entry.account, entry.amount from booked,
        (values (1, 'provider-clearing', 112), (2, 'member-account/100100101', -101), (3, 'member-account/100100102', -10),
          (4, 'convenience-fee', -1)) as entry (line, account, amount)`.execute(portal.db)
    const lines = await linesOf('2026-11-19')
    expect(new Set(lines.map((line) => `${line['transNo']} ${line['accountNumber']}`)).size).toBe(4_201)
    expect(lines.at(-1)).toEqual({ type: 'total', date: '2026-11-19', amount: '2331.00', fee: '21.00', rows: '4200' })
  })

  it('refuses a day until a quarter of an hour after its end, and words that it does not know', async () => {
    expect(await run('payments', '--date', '2026-11-20')).toMatchObject({ exitCode: 1 })
    // Midnight in Chicago is 06:00 UTC; the test begins at 15:00.
    portal.clock.advance(15 * 3_600 + 14 * 60)
    expect(await run('payments', '--date', '2026-11-20')).toMatchObject({ exitCode: 1 })
    portal.clock.advance(2 * 60)
    expect(await run('payments', '--date', '2026-11-20')).toMatchObject({ exitCode: 0 })
    for (const wrong of [
      [],
      ['drafts', '--date', '2026-11-20'],
      ['payments', '--date', 'today'],
      ['payments', '--date', '2026-11-20', '--format', 'xml'],
      ['payments', '--date', '2026-11-20', 'x'],
    ])
      expect(await run(...wrong)).toMatchObject({ exitCode: 2 })
  })
})
