import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '../../../platform/db/open-database.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { createMonthsJob } from './create-months.job.ts'
import {
  type DailyReading,
  type IntervalDay,
  loadDailyReadings,
  loadIntervalDays,
  loadWeather,
  monthlyTotals,
} from './readings.store.ts'
import {
  createMonths,
  setWeatherStation,
  upsertDailyReadings,
  upsertIntervalDays,
  upsertWeather,
} from './write-readings.store.ts'

const portal = useTestPortal()
let database: OpenDatabase
beforeAll(async () => {
  database = portal.database
})

const [first, last] = [calendarDate('2026-01-01'), calendarDate('2026-03-31')]
const meter = { accountNumber: '100100101', meterNumber: 'E-1' }
const daily = (day: string, over: Partial<DailyReading> = {}): DailyReading => ({
  ...meter,
  day: calendarDate(day),
  used: 12_345,
  received: null,
  demand: 4_200,
  status: 'actual',
  unit: 'kWh',
  endReading: null,
  charge: null,
  prepaidVendor: null,
  ...over,
})
const intervals = (day: string, over: Partial<IntervalDay> = {}): IntervalDay => ({
  ...meter,
  day: calendarDate(day),
  minutes: 60,
  used: Array.from({ length: 24 }, (_none, hour) => hour),
  received: null,
  status: 'actual',
  ...over,
})

describe('daily readings', () => {
  it('reads daily readings as written, by meter and day, and replaces only the values that a later one has, with its quality', async () => {
    await createMonths(database.db, first, last)
    const rows = [
      daily('2026-02-01', { charge: cents(310), prepaidVendor: 'Vendor "X", {Y}' }),
      daily('2026-01-31', { status: 'estimated', received: 5, endReading: 9_000_000_000_000 }),
      daily('2026-01-31', { meterNumber: 'W-2', unit: 'Gallons', demand: null }),
    ]
    expect(await upsertDailyReadings(database.db, rows)).toBe(3)
    expect(await upsertDailyReadings(database.db, rows)).toBe(0)
    const corrected = daily('2026-01-31', { used: 1, status: 'keyed' })
    expect(await upsertDailyReadings(database.db, [corrected])).toBe(1)
    const all = { accountNumber: meter.accountNumber, from: first, to: last }
    expect(await loadDailyReadings(database.db, all)).toEqual([
      { ...corrected, received: 5, endReading: 9_000_000_000_000 },
      rows[0],
      rows[2],
    ])
    expect(await loadDailyReadings(database.db, { ...all, meterNumber: 'W-2' })).toEqual([rows[2]])
    expect(await loadDailyReadings(database.db, { ...all, to: calendarDate('2026-01-30') })).toEqual([])
  })

  it('adds up daily readings by meter and month', async () => {
    await createMonths(database.db, first, last)
    await upsertDailyReadings(database.db, [
      daily('2026-01-30', { used: 1, received: 7, charge: cents(5) }),
      daily('2026-01-31', { used: 2, demand: 9_000, status: 'keyed' }),
      daily('2026-02-01', { used: 4 }),
    ])
    const totals = await monthlyTotals(database.db, { accountNumber: meter.accountNumber, from: first, to: last })
    const common = { meterNumber: 'E-1', unit: 'kWh' }
    expect(totals).toEqual([
      { ...common, month: '2026-01', used: 3, received: 7, demand: 9_000, charge: 5, days: 2, estimatedDays: 1 },
      { ...common, month: '2026-02', used: 4, received: null, demand: 4_200, charge: null, days: 1, estimatedDays: 0 },
    ])
  })
})

describe('intervals', () => {
  it('keeps gaps and fills them from a later delivery', async () => {
    await createMonths(database.db, first, last)
    const morning = intervals('2026-03-08', { used: [1, 2, null, null], received: [0, null, 0, 0] })
    const evening = intervals('2026-03-08', { used: [9, null, null, 4], received: null, status: 'estimated' })
    expect(await upsertIntervalDays(database.db, [morning])).toBe(1)
    expect(await upsertIntervalDays(database.db, [morning])).toBe(0)
    expect(await upsertIntervalDays(database.db, [evening])).toBe(1)
    const days = { ...meter, from: first, to: last }
    const merged = { ...evening, used: [9, 2, null, 4], received: [0, null, 0, 0], qualities: [2, 0, null, 2] }
    expect(await loadIntervalDays(database.db, days)).toEqual([merged])
    const finer = intervals('2026-03-08', { minutes: 30, used: [5, 5] })
    await upsertIntervalDays(database.db, [finer])
    expect(await loadIntervalDays(database.db, days)).toEqual([{ ...finer, qualities: null }])
  })
})

describe('months', () => {
  it('creates each month’s partition once, and the database refuses readings of other months', async () => {
    const [from, to] = [calendarDate('2027-11-30'), calendarDate('2028-01-01')]
    expect([await createMonths(database.db, from, to), await createMonths(database.db, from, to)]).toEqual([6, 0])
    await expect(upsertDailyReadings(database.db, [daily('1991-04-01')])).rejects.toThrow('no partition')
    await expect(createMonths(database.db, calendarDate('0001-01-01'), to)).rejects.toThrow('no partitions from')
  })

  it('creates the partitions of the next 62 days with a job', async () => {
    portal.clock.set('1993-05-15T12:00:00Z')
    await portal.jobs.run(createMonthsJob, {})
    await upsertDailyReadings(database.db, [daily('1993-05-15'), daily('1993-07-16')])
    await expect(upsertDailyReadings(database.db, [daily('1993-08-01')])).rejects.toThrow('no partition')
  })
})

describe('weather', () => {
  it('reads the weather of the ZIP code’s station, or of the default station', async () => {
    const day = { day: first, low: -4.9, high: 12.5, average: 3.8 }
    expect(await upsertWeather(database.db, 'A', [day])).toBe(1)
    expect(await upsertWeather(database.db, 'A', [day])).toBe(0)
    await upsertWeather(database.db, 'B', [{ ...day, low: 7 }])
    expect(await loadWeather(database.db, { zip: '54701', from: first, to: last })).toEqual([])
    await setWeatherStation(database.db, ['54701', '54702'], 'A')
    await setWeatherStation(database.db, ['*'], 'B')
    expect(await loadWeather(database.db, { zip: '54701-0001', from: first, to: last })).toEqual([day])
    expect(await loadWeather(database.db, { zip: '54999', from: first, to: last })).toEqual([{ ...day, low: 7 }])
  })
})
