import { addDays, calendarDate, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDemoCooperative } from '../../../../demo/create-demo-cooperative.ts'
import { ordinaryAccountNumbers } from '../../../../demo/ordinary-member.ts'
import type { OpenDatabase } from '../../../platform/db/open-database.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { listNetMetering } from './net-metering.store.ts'
import { listMeters, loadDailyReadings, loadIntervalDays, loadWeather } from './readings.store.ts'

const [ada, water, farid, henry, wren, amos] = [
  '100100101',
  '100100102',
  '100600101',
  '100800101',
  '102400101',
  '102800101',
] as const
const clock = createTestClock('2026-11-20T15:00:00Z')
const today = calendarDate('2026-11-20')
const all = { from: calendarDate('2020-01-01'), to: calendarDate('2030-01-01') }
let database: OpenDatabase

async function start(day: CalendarDate): Promise<void> {
  const demo = createDemoCooperative({ database, clock, today: day, env: { DEMO_MEMBERS: 50 } })
  await demo.usage
}
beforeAll(async () => {
  database = await openTestDatabase()
  await start(today)
})
afterAll(async () => database.close())

const daily = async (accountNumber: string) => loadDailyReadings(database.db, { accountNumber, ...all })
const intervals = async (accountNumber: string, meterNumber: string) =>
  loadIntervalDays(database.db, { accountNumber, meterNumber, ...all })
const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)

/** Usage on an account's bills, and the sum of the readings in their periods. */
async function billedAndMeasured(accountNumber: string) {
  const readings = await daily(accountNumber)
  const bills = await database.db
    .selectFrom('cis.bill')
    .select(['statement_start', 'statement_end', 'usage_kwh', 'amount'])
    .where('account_number', '=', accountNumber)
    .execute()
  const whole = bills.filter(({ statement_start: from }) => (from ?? '') >= (readings[0]?.day ?? ''))
  expect(whole.length).toBeGreaterThan(11)
  return whole.map(({ statement_start: from, statement_end: to, usage_kwh: kwh, amount }) => {
    const within = readings.filter(({ day }) => from !== null && to !== null && day >= from && day <= to)
    return {
      kwh: Math.round(Number(kwh) * 1000),
      used: sum(within.map(({ used }) => used)),
      amount,
      charge: sum(within.map(({ charge }) => charge)),
    }
  })
}

describe('demo net metering', () => {
  it('banks the energy that the solar member sent in each billing period, until the true-up', async () => {
    const ledger = (await listNetMetering(database.db, wren)).toReversed()
    expect(ledger).toHaveLength(13)
    const readings = await daily(wren)
    const [before, last] = ledger.slice(-2)
    const sent = sum(
      readings
        .filter(({ day }) => day > (before?.periodEnd ?? '') && day <= (last?.periodEnd ?? ''))
        .map(({ received }) => received),
    )
    expect(last?.addedKwh).toBe(Math.round(sent / 1000))
    for (const [at, { bankKwh }] of ledger.slice(0, -1).entries()) {
      const { bankKwh: next, addedKwh = 0, usedKwh = 0, expiredKwh = 0 } = ledger[at + 1] ?? {}
      expect(next).toBe(bankKwh + addedKwh - usedKwh - expiredKwh)
    }
    expect(ledger.filter(({ expiredKwh }) => expiredKwh > 0).map(({ periodEnd }) => periodEnd.slice(5, 7))).toEqual(
      expect.arrayContaining(['04']),
    )
    expect(await listNetMetering(database.db, ada)).toEqual([])
  })
})

describe('demo readings', () => {
  it.each([ada, farid, henry, wren, amos, ordinaryAccountNumbers(1)[0] ?? '', '102200101'])(
    'the demo readings of %s add up to the usage on each bill',
    async (account) => {
      for (const { kwh, used } of await billedAndMeasured(account)) expect(used).toBe(kwh)
    },
  )

  it('cover 36 months, or 13 for ordinary members, through part of today', async () => {
    const days = (await daily(ada)).map(({ day }) => day)
    expect(days.at(-1)).toBe(today)
    expect(days[0]?.slice(0, 7)).toBe('2023-11')
    const ordinary = await daily(ordinaryAccountNumbers(1)[0] ?? '')
    expect([ordinary[0]?.day.slice(0, 7), ordinary.at(-1)?.day]).toEqual(['2025-09', today])
    const [yesterday, partial] = (await daily(ada)).slice(-2)
    expect(partial?.used).toBeLessThan((yesterday?.used ?? 0) * 0.7)
  })

  it('include three missing days, estimated and keyed readings, and prepaid charges that add up to the bill', async () => {
    const readings = await daily(ada)
    const present = new Set(readings.map(({ day }) => day))
    expect([44, 45, 46, 47, 48].map((ago) => present.has(addDays(today, -ago)))).toEqual([
      true,
      false,
      false,
      false,
      true,
    ])
    expect(new Set(readings.map(({ status }) => status))).toEqual(new Set(['actual', 'estimated', 'keyed']))
    const prepaid = await billedAndMeasured(farid)
    expect(prepaid.length).toBeGreaterThan(12)
    for (const { amount, charge } of prepaid) expect(charge).toBe(amount)
  })

  it('have intervals that add up to the day, with 23 and 25 hours when clocks change', async () => {
    const [meter] = await listMeters(database.db, ada)
    const used = new Map((await daily(ada)).map((reading) => [reading.day, reading]))
    const days = await intervals(ada, meter?.meterNumber ?? '')
    expect(days.length).toBeGreaterThan(385)
    for (const day of days) expect(sum(day.used)).toBe(used.get(day.day)?.used)
    const lengths = new Map(days.map(({ day, used: values }) => [day, values.length]))
    expect(['2026-03-08', '2026-11-01', '2026-11-02'].map((day) => lengths.get(calendarDate(day)))).toEqual([
      92, 100, 96,
    ])
    const last = days.at(-1)
    expect([last?.day, last?.used[0] === null, last?.used.at(-1)]).toEqual([today, false, null])
    const [peak] = days.map((day) => [Math.max(...day.used.map((value) => value ?? 0)) * 4, used.get(day.day)?.demand])
    expect(peak?.[0]).toBe(peak?.[1])
  })

  it('include a replaced meter, solar energy, water in gallons and three meters with 5-minute intervals', async () => {
    const swapped = addDays(today, -75)
    expect((await listMeters(database.db, henry)).map((one) => [one.inServiceFrom, one.inServiceTo])).toEqual([
      [null, addDays(swapped, -1)],
      [swapped, null],
    ])
    const meters = Map.groupBy(await daily(henry), (reading) => reading.meterNumber)
    expect([...meters.values()].map((rows) => [rows[0]?.day, rows.at(-1)?.day])).toEqual([
      [expect.stringMatching(/^2023/u), addDays(swapped, -1)],
      [swapped, today],
    ])
    expect((await daily(wren)).every(({ received }) => received !== null && received > 0)).toBe(true)
    const waterDays = await daily(water)
    expect(new Set(waterDays.map(({ unit, demand }) => `${unit} ${demand}`))).toEqual(new Set(['Gallons null']))
    const three = await listMeters(database.db, amos)
    expect(three.map(({ intervalMinutes }) => intervalMinutes)).toEqual([5, 5, 5])
    const fine = await intervals(amos, three[0]?.meterNumber ?? '')
    expect([fine.length, fine.at(-30)?.used.length]).toEqual([181, 288])
  })

  it('include weather for every day, more extreme in the north', async () => {
    const week = { from: addDays(today, -364), to: today }
    const usual = await loadWeather(database.db, { zip: '00000', ...week })
    expect(usual).toHaveLength(365)
    const account = await database.db
      .selectFrom('cis.account')
      .select('service_zip')
      .where('account_number', '=', amos)
      .executeTakeFirstOrThrow()
    const north = await loadWeather(database.db, { zip: account.service_zip, ...week })
    const range = (days: typeof usual) =>
      Math.max(...days.map(({ high }) => high)) - Math.min(...days.map(({ low }) => low))
    expect(range(north)).toBeGreaterThan(range(usual) + 30)
  })

  it('move with the date of a later start and still match the bills', async () => {
    const later = addDays(today, 3)
    clock.advance(3 * 86_400)
    await start(later)
    for (const account of [ada, henry, ordinaryAccountNumbers(1)[0] ?? '']) {
      for (const { kwh, used } of await billedAndMeasured(account)) expect(used).toBe(kwh)
      expect((await daily(account)).at(-1)?.day).toBe(later)
    }
  })
})

it('survives an imported bill that overlaps others, and keeps one reading for each day', async () => {
  const {
    account_number: account,
    statement_start: from,
    statement_end: to,
  } = await database.db
    .selectFrom('cis.bill')
    .select(['account_number', 'statement_start', 'statement_end'])
    .where('account_number', '=', ada)
    .orderBy('bill_date', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  if (from === null || to === null) throw new Error('The bill has no period')
  const small = { account_number: account, due_date: addDays(to, 30), amount: cents(2_100), usage_kwh: '4' }
  const periods = [
    { bill_date: addDays(to, 4), statement_start: addDays(from, 5), statement_end: addDays(to, 3) },
    { bill_date: addDays(to, 5), statement_start: addDays(from, -40), statement_end: to },
  ]
  for (const period of periods) await seedBill(database.db, { ...small, ...period }, [])
  await start(addDays(today, 1))
  const days = (await daily(ada)).map(({ day }) => day)
  expect(new Set(days).size).toBe(days.length)
  expect(days.length).toBeGreaterThan(1_000)
})
