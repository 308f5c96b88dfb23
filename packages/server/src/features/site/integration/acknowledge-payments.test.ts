import { cents } from '@coopline/rules/kernel/money'
import { beforeEach, describe, expect, test } from 'vitest'
import { leaveOutNumbers } from '../../../platform/backup/backup.store.ts'
import { bundleFolder, csv, smallBundle } from '../../../testing/bundle-folder.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { findAccount } from '../../accounts/accounts/public.ts'
import { importBundle } from './import-bundle.ts'

const clock = createTestClock('2026-11-20T15:00:00Z')
const database = useTestDatabase()
beforeEach(async () => {
  await importBundle({ db: database.db, clock }, { directory: bundleFolder(smallBundle) })
})

/**
 * A confirmed payment whose event the cooperative's system has not acknowledged.
 *
 * @returns the number of the event.
 */
async function payHere(accountNumber: string, amount: number, transNo: string): Promise<number> {
  const at = clock.now()
  await database.db
    .insertInto('pay.payment')
    .values({
      trans_no: transNo,
      member_number: '10001',
      account_number: accountNumber,
      origin: 'quick-pay',
      payment_type: 'cc',
      state: 'confirmed',
      amount: cents(amount),
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
  const event = await database.db
    .insertInto('outbox.event')
    .values({ account_number: accountNumber, kind: 'payment-confirmed', body: '{}', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.db
    .insertInto('pay.unacknowledged_credit')
    .values({ trans_no: transNo, account_number: accountNumber, amount: cents(amount), event_id: event.id })
    .execute()
  return event.id
}

const balanceOf = async (accountNumber: string) => (await findAccount(database.db, '10001', accountNumber))?.balance

const waitingEvents = async () =>
  (
    await database.db
      .selectFrom('outbox.event')
      .select('id')
      .where('acknowledged_at', 'is', null)
      .orderBy('id')
      .execute()
  ).map((one) => one.id)

const balances = (...rows: readonly string[]) => ({
  'balances.csv': csv(
    'account_number,balance,past_due,due_date,cutoff_amount,cutoff_date,reconnect_fee,additional_deposit,disconnect_fee,over_pay_amount,payments_through_event',
    ...rows.map((row) => {
      const [account, balance, through] = row.split(' ')
      return `${account},${balance},0.00,,0.00,,0.00,0.00,0.00,500.00,${through ?? ''}`
    }),
  ),
})

const bring = async (files: Parameters<typeof bundleFolder>[0], { dryRun = false, olderBalances = false } = {}) => {
  const reasons: string[] = []
  const summary = await importBundle(
    { db: database.db, clock },
    {
      directory: bundleFolder(files),
      dryRun,
      olderBalances,
      report: (entry) => void reasons.push(`${entry.line} ${entry.column} ${entry.reason}`),
    },
  )
  return { reasons, balances: summary.files.find((file) => file.file === 'balances.csv') }
}

describe('payments_through_event', () => {
  test('payments that the imported balance includes are no longer deducted, and later ones still are', async () => {
    const first = await payHere('100100101', 1000, 'T1')
    const second = await payHere('100100101', 2000, 'T2')
    const elsewhere = await payHere('100100102', 500, 'T3')
    expect(await balanceOf('100100101')).toBe(14237 - 3000)
    const { balances: counts } = await bring(balances(`100100101 132.37 ${first}`))
    expect(counts).toMatchObject({ changed: 1, credits: 1, events: 1 })
    expect(await balanceOf('100100101')).toBe(13237 - 2000)
    expect(await waitingEvents()).toEqual([second, elsewhere])
  })

  test('without it, and without the column, payments made here stay deducted', async () => {
    const event = await payHere('100100101', 1000, 'T1')
    await bring(balances('100100101 150.00'))
    await bring({ 'balances.csv': smallBundle['balances.csv'] })
    expect(await balanceOf('100100101')).toBe(14237 - 1000)
    expect(await waitingEvents()).toEqual([event])
  })

  test('events of other kinds wait for a row of their own file', async () => {
    const name = await database.db
      .insertInto('outbox.event')
      .values({ account_number: '100100101', kind: 'profile.name-changed', body: '{}', created_at: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const payment = await payHere('100100101', 1000, 'T1')
    expect((await bring(balances(`100100101 132.37 ${payment}`))).balances).toMatchObject({ credits: 1, events: 1 })
    expect(await waitingEvents()).toEqual([name.id])
  })

  test('the same bundle again settles nothing twice, and a balance of the same amount can still settle', async () => {
    const event = await payHere('100100102', 500, 'T1')
    const files = balances(`100100102 -25.00 ${event}`)
    expect((await bring(files)).balances).toMatchObject({ changed: 1, credits: 1, events: 1 })
    const acknowledged = await database.db
      .selectFrom('outbox.event')
      .select('acknowledged_at')
      .executeTakeFirstOrThrow()
    expect(acknowledged.acknowledged_at).toEqual(new Date('2026-11-20T15:00:00Z'))
    expect((await bring(files)).balances).toMatchObject({ unchanged: 1, credits: 0, events: 0 })
    expect(await balanceOf('100100102')).toBe(-2500)
  })

  test('an event that a restore lost is settled up to it, and no event that was issued later', async () => {
    const event = await payHere('100100101', 1000, 'T1')
    await leaveOutNumbers(database.owner)
    const files = balances(`100100101 132.37 ${event + 3}`)
    expect(await bring(files)).toMatchObject({ reasons: [], balances: { credits: 1, events: 1 } })
    const later = await payHere('100100101', 500, 'T2')
    expect((await bring(files)).balances).toMatchObject({ credits: 0, events: 0 })
    expect(await waitingEvents()).toEqual([later])
  })

  test('an event that was never issued refuses the row, and balance and payment do not change', async () => {
    const event = await payHere('100100101', 1000, 'T1')
    const { reasons } = await bring(balances(`100100101 132.37 ${event + 1}`))
    expect(reasons).toEqual([
      `2 payments_through_event names an event that the portal has not issued; its last is ${event}`,
    ])
    expect(await balanceOf('100100101')).toBe(14237 - 1000)
  })

  describe('of an older file', () => {
    let [first, second] = [0, 0]
    beforeEach(async () => {
      first = await payHere('100100101', 1000, 'T1')
      second = await payHere('100100101', 2000, 'T2')
      await bring(balances(`100100101 112.37 ${second}`))
    })

    test('refuses a lower event and none, so that nothing that was paid is asked for again', async () => {
      const said = (how: string) =>
        `2 payments_through_event ${how}, and the balance on file includes payments up to event ${second}: this one is older (--older-balances)`
      expect((await bring(balances(`100100101 132.37 ${first}`))).reasons).toEqual([said('names an event')])
      expect((await bring(balances('100100101 142.37'))).reasons).toEqual([said('names no event')])
      expect((await bring({ 'balances.csv': smallBundle['balances.csv'] })).reasons).toEqual([said('names no event')])
      expect(await balanceOf('100100101')).toBe(11237)
    })

    test('takes the same event and a higher one, and the rows of accounts that never named one', async () => {
      expect((await bring(balances(`100100101 120.00 ${second}`, '100100102 7.00'))).reasons).toEqual([])
      expect([await balanceOf('100100101'), await balanceOf('100100102')]).toEqual([12000, 700])
      const third = await payHere('100100101', 500, 'T3')
      expect((await bring(balances(`100100101 115.00 ${third}`))).reasons).toEqual([])
      expect(await balanceOf('100100101')).toBe(11500)
    })

    test('is taken with the option, and what it names counts from then on', async () => {
      const older = balances(`100100101 132.37 ${first}`)
      expect((await bring(older, { olderBalances: true })).reasons).toEqual([])
      expect(await balanceOf('100100101')).toBe(13237)
      expect((await bring(older)).reasons).toEqual([])
      expect((await bring(balances('100100101 142.37'), { olderBalances: true })).reasons).toEqual([])
      expect((await bring(balances('100100101 150.00'))).reasons).toEqual([])
      expect(await balanceOf('100100101')).toBe(15000)
    })
  })

  test('a dry run settles nothing', async () => {
    const event = await payHere('100100101', 1000, 'T1')
    expect((await bring(balances(`100100101 132.37 ${event}`), { dryRun: true })).balances).toMatchObject({
      changed: 1,
      credits: 1,
      events: 1,
    })
    expect(await balanceOf('100100101')).toBe(14237 - 1000)
    expect(await waitingEvents()).toEqual([event])
  })
})
