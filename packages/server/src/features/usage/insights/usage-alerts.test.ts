import {
  insights,
  type InsightsAnswer,
  type UsageAlertsAnswer,
  type WireUsageAlerts,
} from '@coopline/contract/usage/insights/insights.contract'
import { addDays, type CalendarDate, calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { bensAccount } from '@coopline/testing/builders/account'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { insertMessage } from '../../../platform/messages/message.store.ts'
import { notifiedAda, outbox, textsToAda } from '../../../testing/notified.ts'
import { giveToBen, seedAccount } from '../../../testing/seed-account.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { saveChoices } from '../../messages/notifications/choices.store.ts'
import type { DailyReading } from '../usage/public.ts'
import { createMonths, upsertDailyReadings, upsertIntervalDays } from '../usage/write-readings.store.ts'
import { evaluateAlertsJob } from './evaluate-alerts.job.ts'

const [memberNumber, accountNumber] = ['10001', '100100101']
/** The day before the test's `today`. */
const yesterday = calendarDate('2026-11-19')

const portal = useTestPortal()
beforeAll(async () => createMonths(portal.db, calendarDate('2024-09-01'), calendarDate('2026-12-31')))
const ada = useFresh(async () => notifiedAda(portal))

const off: WireUsageAlerts = {
  dailyKwh: null,
  projectedBillCents: null,
  continuousWater: false,
  baseLoadDoubled: false,
  snoozedUntil: null,
}
const params = { memberNumber, accountNumber }
const save = async (alerts: Partial<WireUsageAlerts>) =>
  portal.call(insights.saveAlerts, { ...ada, params, body: { ...off, ...alerts } })
const load = async () => portal.call(insights.alerts, { ...ada, params })
const runJob = async () => portal.jobs.run(evaluateAlertsJob, {})
const mails = async () => (await outbox(portal)).map(({ subject }) => subject)

const meter = async (meterNumber: string, unit: string, minutes: number | null) =>
  portal.db
    .insertInto('cis.meter')
    .values({ account_number: accountNumber, meter_number: meterNumber, unit, interval_minutes: minutes })
    .execute()

const reading = (day: CalendarDate, kwh: number, changes: Partial<DailyReading> = {}): DailyReading => ({
  accountNumber,
  meterNumber: 'E-1',
  day,
  used: kwh * 1_000,
  received: null,
  demand: null,
  status: 'actual',
  unit: 'kWh',
  endReading: null,
  charge: null,
  prepaidVendor: null,
  ...changes,
})
const read = async (...rows: DailyReading[]) => upsertDailyReadings(portal.db, rows)
const hours = async (meterNumber: string, count: number, usedOf: (daysAgo: number, hour: number) => number) =>
  upsertIntervalDays(
    portal.db,
    Array.from({ length: count }, (_, ago) => ({
      accountNumber,
      meterNumber,
      day: addDays(yesterday, -ago),
      minutes: 60,
      used: Array.from({ length: 24 }, (__, hour) => usedOf(ago, hour)),
      received: null,
      status: 'actual' as const,
    })),
  )

/** Eight bills of 30 days each, of $24.00 and 10 cents for each kWh. */
const seedBills = async (kwh: number) => {
  for (let age = 0; age < 8; age++) {
    const billDate = addDays(calendarDate('2026-11-09'), -30 * age)
    await seedBill(
      portal.db,
      {
        bill_date: billDate,
        due_date: addDays(billDate, 21),
        statement_start: addDays(billDate, -30),
        statement_end: addDays(billDate, -1),
        usage_kwh: String(kwh),
        amount: cents(2_400 + 10 * kwh),
      },
      [
        { line: 1, description: 'Service charge', quantity: null, amount: cents(2_400) },
        { line: 2, description: 'Energy', quantity: String(kwh), unit: 'kWh', amount: cents(10 * kwh) },
      ],
    )
  }
}

describe('alert settings', () => {
  it('turns every alert off by default, lists what the meters support and keeps saved values', async () => {
    expect((await load()).json()).toEqual({ alerts: off, offers: { energy: false, baseLoad: false, water: false } })
    await meter('E-1', 'kWh', 60)
    await meter('W-1', 'Gallons', 60)
    const wanted = { ...off, dailyKwh: 50, projectedBillCents: 20_000, snoozedUntil: calendarDate('2026-11-27') }
    expect((await save(wanted)).statusCode).toBe(200)
    expect((await load()).json<UsageAlertsAnswer>()).toEqual({
      alerts: wanted,
      offers: { energy: true, baseLoad: true, water: true },
    })
    const kinds = await portal.db.selectFrom('portal.audit').select(['kind', 'account_number']).execute()
    expect(kinds).toContainEqual({ kind: 'insights.alerts-changed', account_number: accountNumber })
  })

  it('reports every invalid limit together in the member’s language and keeps the saved values', async () => {
    await save({ dailyKwh: 50 })
    const answer = await portal.call(insights.saveAlerts, {
      ...ada,
      params,
      body: { ...off, dailyKwh: 0.5, projectedBillCents: -1, snoozedUntil: '2027-06-01' },
      headers: { 'accept-language': 'es' },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ errors: { field: string; message: string }[] }>().errors).toMatchObject([
      { field: 'dailyKwh', message: 'Escriba un límite diario de 1 a 100,000 kWh, sin decimales.' },
      { field: 'projectedBillCents' },
      { field: 'snoozedUntil' },
    ])
    expect((await load()).json<UsageAlertsAnswer>().alerts.dailyKwh).toBe(50)
  })

  it('returns 404 for another member’s account and refuses changes while notifications are off', async () => {
    await seedAccount(portal.db, bensAccount)
    const foreign = { memberNumber, accountNumber: '100200101' }
    expect((await portal.call(insights.alerts, { ...ada, params: foreign })).statusCode).toBe(404)
    expect((await portal.call(insights.saveAlerts, { ...ada, params: foreign, body: off })).statusCode).toBe(404)
    portal.set({ Notifications: false })
    expect([(await load()).statusCode, (await save({ dailyKwh: 1 })).statusCode]).toEqual([403, 403])
  })
})

describe('daily usage alerts', () => {
  it('sends one message per day above the daily limit, with the figures and a link to the settings', async () => {
    await save({ dailyKwh: 50 })
    await read(reading(addDays(yesterday, -1), 90), reading(yesterday, 64.25))
    await runJob()
    await runJob()
    const [mail, ...more] = await outbox(portal)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: 'Your daily usage was above your limit', language: 'en' })
    expect(mail?.text).toContain('On 11/19/2026, account ending in 0101 used 64.3 kWh. Your limit is 50 kWh.')
    expect(mail?.text).toContain(`/manage-notifications?accountno=${accountNumber}`)
    expect(mail?.unsubscribeUrl).toMatch(/unsubscribe/u)
    portal.clock.advance(24 * 3600)
    await read(reading(addDays(yesterday, 1), 50.001))
    await runJob()
    expect(await mails()).toHaveLength(2)
  })

  it('ignores usage exactly at the limit and readings from weeks ago', async () => {
    await save({ dailyKwh: 50 })
    await read(reading(yesterday, 50), reading(addDays(yesterday, -20), 500))
    await runJob()
    expect(await mails()).toEqual([])
  })

  it('sends nothing while snoozed, or later about the snoozed days', async () => {
    await save({ dailyKwh: 50, snoozedUntil: calendarDate('2026-11-20') })
    await read(reading(yesterday, 90))
    await runJob()
    expect(await mails()).toEqual([])
    portal.clock.advance(24 * 3600)
    await runJob()
    expect(await mails()).toEqual([])
    await read(reading(addDays(yesterday, 1), 91))
    await runJob()
    expect(await mails()).toHaveLength(1)
  })

  it('waits for daytime, uses text messages when chosen, and follows the topic settings', async () => {
    await save({ dailyKwh: 50 })
    await textsToAda(portal, ['usage-threshold'])
    await read(reading(yesterday, 90))
    portal.clock.advance(12 * 3600)
    await runJob()
    expect(await mails()).toEqual([])
    portal.clock.advance(12 * 3600)
    await runJob()
    expect((await outbox(portal)).map(({ channel }) => channel)).toEqual(['email', 'text'])
    const saved = { memberNumber, about: accountNumber, now: portal.clock.now() }
    await inTransaction(portal.db, async (tx) =>
      saveChoices(tx, saved, [{ topic: 'usage-threshold', byEmail: false, byText: false }]),
    )
    await read(reading(addDays(yesterday, 1), 90))
    await runJob()
    expect(await outbox(portal)).toHaveLength(2)
  })

  it('sends alerts after ordinary mail and sign-in codes', async () => {
    await save({ dailyKwh: 50 })
    await read(reading(yesterday, 90))
    await runJob()
    const { priority } = await portal.db.selectFrom('outbox.message').select('priority').executeTakeFirstOrThrow()
    await inTransaction(portal.db, async (tx) => {
      const code = { channel: 'email', recipient: 'a@b.test', subject: '', bodyText: '', language: 'en' } as const
      await insertMessage(tx, { ...code, dedupeKey: 'normal', now: portal.clock.now() })
    })
    const normal = await portal.db
      .selectFrom('outbox.message')
      .select('priority')
      .where('dedupe_key', '=', 'normal')
      .executeTakeFirstOrThrow()
    // A lower number leaves first.
    expect(priority).toBeGreaterThan(normal.priority)
  })

  it('sends no alert to the next owner of the account', async () => {
    await save({ dailyKwh: 50 })
    await giveToBen(portal.db, accountNumber)
    await read(reading(yesterday, 90))
    await runJob()
    expect(await mails()).toEqual([])
  })
})

describe('other alerts', () => {
  it('alerts about running water on a meter that counts CCF, for accounts of water only', async () => {
    await meter('W-2', 'CCF', 60)
    await save({ continuousWater: true })
    await read(reading(yesterday, 1, { meterNumber: 'W-2', unit: 'CCF' }))
    await hours('W-2', 10, () => 5)
    await runJob()
    expect(await mails()).toEqual([])
    await portal.db.updateTable('cis.account').set({ account_type: 'Water' }).execute()
    await portal.db.updateTable('portal.usage_alert').set({ evaluated_through: null }).execute()
    await runJob()
    expect(await mails()).toHaveLength(1)
  })

  it('alerts once when water has run for a day', async () => {
    await meter('W-1', 'Gallons', 60)
    await save({ continuousWater: true })
    await read(reading(yesterday, 1, { meterNumber: 'W-1', unit: 'Gallons' }))
    await hours('W-1', 10, (ago, hour) => (ago === 2 && hour === 3 ? 0 : 5))
    await runJob()
    portal.clock.advance(24 * 3600)
    const today = addDays(yesterday, 1)
    await read(reading(today, 1, { meterNumber: 'W-1', unit: 'Gallons' }))
    await upsertIntervalDays(portal.db, [
      {
        accountNumber,
        meterNumber: 'W-1',
        day: today,
        minutes: 60,
        used: Array.from({ length: 24 }, () => 5),
        received: null,
        status: 'actual',
      },
    ])
    await runJob()
    const [mail, ...more] = await outbox(portal)
    expect(more).toEqual([])
    expect(mail?.text).toContain('Water has been running without a stop since 11/17/2026 (account ending in 0101).')
  })

  it('alerts about a doubled base load with its first day', async () => {
    await meter('E-1', 'kWh', 60)
    await save({ baseLoadDoubled: true })
    await read(reading(yesterday, 20))
    await hours('E-1', 60, (ago, hour) => (hour < 5 ? (ago < 10 ? 600 : 300) : 1_500))
    await runJob()
    expect((await outbox(portal))[0]?.text).toContain('Since 11/13/2026, what runs day and night')
  })

  it('alerts once per billing period when the projected bill exceeds the limit', async () => {
    await save({ projectedBillCents: 8_000 })
    await seedBills(600)
    await read(...Array.from({ length: 260 }, (_, ago) => reading(addDays(yesterday, -ago), 20)))
    await runJob()
    portal.clock.advance(24 * 3600)
    await read(reading(addDays(yesterday, 1), 20))
    await runJob()
    const [mail, ...more] = await outbox(portal)
    expect(more).toEqual([])
    expect(mail?.text).toContain(
      'The next bill for account ending in 0101 is projected at $84.00 (likely $84.00 to $84.00). Your limit is $80.00.',
    )
  })
})

it('projects and alerts by the energy that the bills of a net-metered account count', async () => {
  await meter('E-1', 'kWh', null)
  await save({ projectedBillCents: 6_000 })
  await seedBills(300)
  const sunny = { received: 10_000 }
  await read(...Array.from({ length: 260 }, (_, ago) => reading(addDays(yesterday, -ago), 20, sunny)))
  const shown = (await portal.call(insights.show, { ...ada, params })).json<InsightsAnswer>()
  expect(shown.projectedBill).toMatchObject({ used: 300_000, amount: 5_400 })
  await runJob()
  expect(await mails()).toEqual([])
  await save({ projectedBillCents: 5_000 })
  portal.clock.advance(24 * 3600)
  await read(reading(addDays(yesterday, 1), 20, sunny))
  await runJob()
  expect((await outbox(portal)).map(({ text }) => text)).toEqual([
    expect.stringContaining('is projected at $54.00 (likely $54.00 to $54.00). Your limit is $50.00.'),
  ])
})

it('shows insights with their figures and leaves out those with too little data', async () => {
  const show = async () => portal.call(insights.show, { ...ada, params })
  await meter('E-1', 'kWh', 60)
  expect((await show()).json()).toEqual({
    through: null,
    baseLoad: null,
    comparison: null,
    highestHour: null,
    projectedBill: null,
    newestBill: null,
  })
  await read(...Array.from({ length: 40 }, (_, ago) => reading(addDays(yesterday, -ago), 24)))
  await hours('E-1', 30, (ago, hour) => (hour < 5 ? 400 : ago === 3 && hour === 18 ? 9_000 : 1_000))
  expect((await show()).json()).toEqual({
    through: '2026-11-19',
    baseLoad: { watts: 400, days: 30, sharePercent: 40 },
    comparison: null,
    highestHour: { day: '2026-11-16', hour: 18, used: 9_000 },
    projectedBill: null,
    newestBill: null,
  })
})

it('derives no figures and sends no alert from two years of zeros', async () => {
  await meter('E-1', 'kWh', 60)
  await save({ dailyKwh: 1, baseLoadDoubled: true, projectedBillCents: cents(100) })
  await portal.db
    .insertInto('meter.weather_day')
    .values(
      Array.from({ length: 760 }, (_, ago) => ({
        station: 'KEAU',
        day: addDays(yesterday, -ago),
        low: String(20 + (ago % 50)),
        high: String(40 + (ago % 50)),
        average: String(30 + (ago % 50)),
      })),
    )
    .execute()
  await portal.db.insertInto('meter.weather_zip').values({ zip: '*', station: 'KEAU' }).execute()
  await read(...Array.from({ length: 760 }, (_, ago) => reading(addDays(yesterday, -ago), 0)))
  await hours('E-1', 60, () => 0)
  expect((await portal.call(insights.show, { ...ada, params })).json()).toEqual({
    through: '2026-11-19',
    baseLoad: { watts: 0, days: 30, sharePercent: 0 },
    comparison: null,
    highestHour: null,
    projectedBill: null,
    newestBill: null,
  })
  await runJob()
  expect(await mails()).toEqual([])
})

it('returns neither insights nor alerts while usage is suspended', async () => {
  await meter('E-1', 'kWh', 60)
  await save({ dailyKwh: 50 })
  await read(reading(yesterday, 90))
  await portal.db
    .insertInto('cis.account_detail')
    .values({ account_number: accountNumber, usage_suspended: true })
    .execute()
  await runJob()
  expect(await mails()).toEqual([])
  expect((await portal.call(insights.show, { ...ada, params })).statusCode).toBe(400)
})
