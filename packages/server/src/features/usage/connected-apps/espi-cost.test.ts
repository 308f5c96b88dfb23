import type { FileAnswer } from '@coopline/contract/endpoint'
import { ownScopes } from '@coopline/rules/usage/connected-apps/espi-scope'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { anAccount } from '@coopline/testing/builders/account'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Deps } from '../../../platform/deps.ts'
import type { DataCaller } from './check-data-token.ts'
import { recordStatements } from '../../../testing/record-statements.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { seedLogin } from '../../../testing/seed-login.ts'
import { daysFrom, seedDays, seedIntervals, seedMeter } from '../../../testing/seed-usage.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import type { DailyReading, IntervalDay } from '../usage/public.ts'
import { sumIntervalDays } from '../usage/write-readings.store.ts'
import { espiBase, usagePointId } from '../green-button/public.ts'
import { seedConnection } from './connected-apps.fixtures.ts'
import { listMeterReadings, readIntervalBlock, readMeterReading, readReadingType } from './read-espi-usage.ts'

const portal = useTestPortal({ settings: { connectEnabled: true, connectReadsPerHour: 1_000 } })
const statementsOf = recordStatements(portal)
const meters = ['100100101', '100100102', '100100103'].map((accountNumber) => ({ accountNumber, meterNumber: 'M1' }))
const [first = { accountNumber: '', meterNumber: '' }] = meters
let loginId: string
beforeEach(async () => {
  for (const [at, meter] of meters.entries()) {
    const account = anAccount(meter.accountNumber)
    await seedAccount(portal.db, at === 0 ? account : account.secondary())
    await seedMeter(portal.db, meter)
  }
  loginId = await seedLogin(portal)
})

type Connection = Awaited<ReturnType<typeof seedConnection>>

const connect = async (chosen: readonly (typeof meters)[number][] = meters) =>
  seedConnection(portal, loginId, { scope: ownScopes.interval, meters: chosen })
const read = async ({ token }: Connection, path: string) =>
  portal.inject({
    method: 'GET',
    url: `/api/espi/1_1/resource/${path}`,
    headers: { authorization: `Bearer ${token}` },
  })
const pointOf = (meter: (typeof meters)[number]) => usagePointId({ base: espiBase(portal.deps) }, meter)

describe('a single resource', () => {
  it('takes as many statements from a connection of three meters as from one of one meter', async () => {
    await seedDays(portal.db, ...meters.map((meter) => ({ ...meter, day: '2026-11-18' })))
    await seedBill(portal.db)
    const [one, three] = [await connect([first]), await connect()]
    const point = `Subscription/own/UsagePoint/${pointOf(first)}`
    for (const path of [
      point,
      `${point}/MeterReading/1440-kWh-delivered`,
      `${point}/MeterReading/1440-kWh-delivered/IntervalBlock/2026-11-18`,
      `${point}/UsageSummary/2026-11-13`,
      'ReadingType/electricity-1440-kWh-delivered',
    ]) {
      const counts: number[] = []
      for (const connection of [one, three]) {
        const statements = await statementsOf(async () =>
          expect((await read(connection, path)).statusCode, path).toBe(200),
        )
        counts.push(statements.length)
      }
      expect(counts[1], path).toBe(counts[0])
    }
  })

  it('reads no more days of intervals than it shows, however long the history', async () => {
    for (const meter of meters)
      await seedIntervals(portal.db, ...daysFrom('2026-08-01', '2026-11-18').map((day) => ({ ...meter, day })))
    const { grantId } = await connect()
    const ids = {
      subscriptionId: 'own',
      usagePointId: pointOf(first),
      meterReadingId: '60-kWh-delivered',
      intervalBlockId: '2026-11-17',
    }
    const caller: DataCaller = { kind: 'data-token', memberNumber: '10001', grantId, scope: ownScopes.interval }
    expect(await daysReadBy(async (deps) => readIntervalBlock(deps, caller, ids))).toBe(1)
    expect(await daysReadBy(async (deps) => readMeterReading(deps, caller, ids))).toBe(1)
    const type = 'electricity-60-kWh-delivered'
    expect(await daysReadBy(async (deps) => readReadingType(deps, caller, type))).toBe(1)
    // A list must look at each day once to find its interval lengths. The count shows that the measurement works.
    const listed = await daysReadBy(async (deps) => listMeterReadings(deps, caller, ids, {}))
    expect(listed).toBeGreaterThanOrEqual(110)
  })
})

/** Counts the days of intervals that a read fetches from their table. */
const daysReadBy = async (work: (deps: Deps) => Promise<FileAnswer>): Promise<number> =>
  portal.db.transaction().execute(async (tx) => {
    // Without this, the small monthly partitions of a test would be read whole, unlike those of production.
    await sql`set local enable_seqscan = off`.execute(tx)
    const countFetched = async () => {
      const { rows } = await sql<{ readonly fetched: number }>`
        select coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)::int as fetched
        from pg_stat_xact_user_tables where schemaname = 'meter' and relname like 'interval_day%'`.execute(tx)
      return rows[0]?.fetched ?? 0
    }
    const before = await countFetched()
    const { pieces } = await work({ ...portal.deps, db: tx })
    const texts: unknown[] = []
    for await (const piece of pieces) texts.push(piece)
    expect(texts.join('')).toContain('<entry')
    return (await countFetched()) - before
  })

interface Stored {
  readonly daily?: Partial<DailyReading>
  readonly intervals?: Partial<IntervalDay>
  readonly isSummed?: boolean
}

describe('a series', () => {
  const received = Array.from({ length: 24 }, () => 7)
  const nothing = received.map(() => null)
  const candidates = ['1440', '60', '15'].flatMap((minutes) =>
    ['delivered', 'received'].map((flow) => `${minutes}-kWh-${flow}`),
  )
  const [daily, hourly] = ['1440-kWh-delivered', '60-kWh-delivered'] as const

  it.each<readonly [string, Stored, readonly string[]]>([
    ['of a day that was summed from its intervals', { intervals: {}, isSummed: true }, [hourly]],
    ['of a day with intervals and a daily reading of its own', { daily: {}, intervals: {} }, [hourly]],
    ['of daily readings with received energy', { daily: { received: 5 } }, [daily, '1440-kWh-received']],
    ['of intervals with received energy', { intervals: { received } }, [hourly, '60-kWh-received']],
    [
      'of intervals without a value beside a daily reading',
      { daily: {}, intervals: { used: nothing, received } },
      [daily],
    ],
    [
      'of intervals with gaps beside a daily reading',
      { daily: {}, intervals: { used: [null, 1], received: null } },
      [hourly],
    ],
  ])('%s is listed, served and in the batch feed alike', async (_what, stored, expected) => {
    const day = '2026-11-18'
    if (stored.daily !== undefined) await seedDays(portal.db, { ...first, ...stored.daily, day })
    if (stored.intervals !== undefined) await seedIntervals(portal.db, { ...first, ...stored.intervals, day })
    if (stored.isSummed === true) await sumIntervalDays(portal.db, [{ ...first, day: calendarDate(day), unit: 'kWh' }])
    const connection = await connect([first])
    const point = `Subscription/own/UsagePoint/${pointOf(first)}`
    const namesIn = (xml: string) => [
      ...new Set([...xml.matchAll(/\/MeterReading\/([\w-]+)"/gu)].map(([, name = '']) => name)),
    ]
    expect(namesIn((await read(connection, `${point}/MeterReading`)).body).toSorted()).toEqual(expected.toSorted())
    expect(namesIn((await read(connection, 'Batch/Subscription/own')).body).toSorted()).toEqual(expected.toSorted())
    const isServed = async (path: string) => (await read(connection, path)).statusCode === 200
    for (const name of candidates) {
      const is = expected.includes(name)
      expect(await isServed(`${point}/MeterReading/${name}`), name).toBe(is)
      expect(await isServed(`${point}/MeterReading/${name}/IntervalBlock`), name).toBe(is)
      expect(await isServed(`${point}/MeterReading/${name}/IntervalBlock/${day}`), name).toBe(is)
      expect(await isServed(`ReadingType/electricity-${name}`), name).toBe(is)
    }
  })
})
