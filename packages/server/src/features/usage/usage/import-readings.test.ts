import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Tx } from '../../../platform/db/open-database.ts'
import { publicData } from '@coopline/testing/public-data'
import { bundleFolder } from '../../../testing/bundle-folder.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import type { ImportEntry } from '../../site/integration/public.ts'
import { csvSource } from './csv-source.ts'
import { importReadings } from './import-readings.ts'
import { importWeather } from './import-weather.ts'
import { loadDailyReadings, loadIntervalDays, loadWeather } from './readings.store.ts'

const portal = useTestPortal()
const [accountNumber, timeZone] = ['100100101', 'America/Chicago'] as const
const all = { from: calendarDate('1990-01-01'), to: calendarDate('2030-01-01') }
beforeEach(async () => {
  portal.clock.set('2026-11-20T15:00:00Z')
  await seedAccount(portal.db)
  await portal.db
    .insertInto('cis.meter')
    .values([
      { account_number: accountNumber, meter_number: 'E-1', interval_minutes: 60 },
      { account_number: accountNumber, meter_number: 'W-1', unit: 'Gallons' },
    ])
    .execute()
})

async function take(text: string, over: Partial<Parameters<typeof importReadings>[3]> = {}) {
  const entries: ImportEntry[] = []
  const path = join(bundleFolder({ 'r.csv': text }), 'r.csv')
  const summary = await importReadings(portal.deps, path, csvSource(path), {
    timeZone,
    report: (entry) => void entries.push(entry),
    ...over,
  })
  return {
    ...summary,
    entries: entries.map(({ severity, line, column, value, reason }) =>
      [severity, line, column, value, reason].join('|'),
    ),
  }
}
const daily = async (meterNumber = 'E-1') => loadDailyReadings(portal.db, { accountNumber, meterNumber, ...all })
const intervals = async (meterNumber = 'E-1') => loadIntervalDays(portal.db, { accountNumber, meterNumber, ...all })
const lines = (...rows: readonly string[]) => `${rows.join('\n')}\n`
const dayHeader = 'account_number,meter_number,day,used,received,demand,status,end_reading,charge,prepaid_vendor'

describe('daily readings from CSV', () => {
  it('imports daily readings with their quality and replaces them with a later correction', async () => {
    const first = await take(
      lines(
        dayHeader,
        `${accountNumber},E-1,2026-11-01,31.4567,2.5,4.2,estimated,10432,3.10,Vendor`,
        `${accountNumber},W-1,2026-11-01,88,,,,,,`,
      ),
    )
    expect([first.written, first.refused, first.entries]).toEqual([2, 0, []])
    expect(await daily()).toMatchObject([
      {
        used: 31_457,
        received: 2_500,
        demand: 4_200,
        status: 'estimated',
        endReading: 10_432_000,
        charge: 310,
        unit: 'kWh',
      },
    ])
    expect(await daily('W-1')).toMatchObject([{ used: 88_000, received: null, demand: null, unit: 'Gallons' }])
    await take(lines('account_number,meter_number,day,used,status', `${accountNumber},E-1,2026-11-01,30,keyed`))
    expect(await daily()).toMatchObject([{ used: 30_000, status: 'keyed' }])
  })

  it('reports negative, absurd, future, unreadable and unknown readings, duplicates and gaps, and stores none of them as zero', async () => {
    const row = (day: string, used: string, meter = 'E-1') => `${accountNumber},${meter},${day},${used}`
    const taken = await take(
      lines(
        'account_number,meter_number,day,used',
        row('2026-11-01', '-1'),
        row('2026-11-02', '1000000000000'),
        row('2026-11-21', '10'),
        row('1989-12-31', '10'),
        row('2026-02-30', '10'),
        row('2026-11-03', ''),
        row('2026-11-03', '1e3'),
        row('2026-11-03', '10', 'E-9'),
        row('2026-11-03', '12'),
        row('2026-11-03', '12'),
        row('2026-11-03', '13'),
        row('2026-11-06', '0'),
        `${accountNumber},E-1,2026-11-07`,
      ),
    )
    expect(taken.entries).toEqual([
      'error|3|used|1000000000000|is more than 1000000, which no meter measures',
      'error|4|day|2026-11-21|is in the future',
      'error|5|day|1989-12-31|is before 1990-01-01',
      'error|6|day|2026-02-30|is not a date in the form yyyy-MM-dd',
      'error|7|used||is empty; leave the row out when there is no reading',
      'error|8|used|1e3|is no number',
      'error|14|||has 3 values, the header 4',
      'error|2|used|-1|is negative; give what goes back as received',
      'error|9|meter_number|100100101 E-9|names no meter on file',
      'notice|11|day|2026-11-03|is the same as an earlier row',
      'error|12|day|2026-11-03|has another reading in line 10, which counts',
      'notice|13|day|2026-11-04 to 2026-11-05|has no reading (2 days)',
    ])
    expect((await daily()).map(({ day, used }) => [day, used])).toEqual([
      ['2026-11-03', 12_000],
      ['2026-11-06', 0],
    ])
  })

  it('stores nothing in a dry run or from a file with an unknown or repeated column', async () => {
    const text = lines('account_number,meter_number,day,used', `${accountNumber},E-1,2026-11-01,1`)
    expect((await take(text, { dryRun: true })).written).toBe(1)
    await expect(take(text.replace('used', 'usage'))).rejects.toThrow(
      "unknown column 'usage'. Nothing of it was imported.",
    )
    await expect(take(text.replace('day,used', 'day,day,used'))).rejects.toThrow("the column 'day' twice")
    await expect(importReadings(portal.deps, '/nowhere.csv', csvSource('/nowhere.csv'), { timeZone })).rejects.toThrow(
      'cannot be read',
    )
    expect(await daily()).toEqual([])
  })
})

/** The advisory lock of readings imports. */
const readingsLock = 8675316

it('imports one readings file at a time, because two with the same days in another order could deadlock', async () => {
  const text = (day: string) => lines('account_number,meter_number,day,used', `${accountNumber},E-1,${day},1`)
  const [first, second] = ['2026-11-01', '2026-11-02'] as const
  let inside = 0
  const both = Promise.withResolvers<void>()
  const thenTouch = (day: string) => async (tx: Tx) => {
    inside += 1
    if (inside === 2) both.resolve()
    await Promise.race([both.promise, sleep(400)])
    await sql`insert into meter.daily_reading (account_number, meter_number, day, used, status, unit)
      values (${accountNumber}, 'E-1', ${day}, 1, 'actual', 'kWh') on conflict do nothing`.execute(tx)
  }
  const ended = await Promise.allSettled([
    take(text(first), { beforeCommit: thenTouch(second) }),
    take(text(second), { beforeCommit: thenTouch(first) }),
  ])
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
})

describe('partitions of a file’s months', () => {
  it('creates partitions before the transaction, so it holds no lock on them', async () => {
    const text = lines('account_number,meter_number,day,used', `${accountNumber},E-1,2019-02-03,1`)
    expect((await take(text, { dryRun: true })).written).toBe(1)
    const { rows } = await sql`select to_regclass('meter.daily_reading_2019_02') as name`.execute(portal.db)
    expect(rows).toEqual([{ name: 'meter.daily_reading_2019_02' }])
    let during: number | undefined
    await take(text.replace('2019', '2018'), {
      beforeCommit: async (tx) => {
        const held = await sql<{ readonly count: number }>`
          select count(*)::integer as count from pg_locks
          where locktype = 'advisory' and pid = pg_backend_pid() and objid <> ${readingsLock}`.execute(tx)
        during = held.rows[0]?.count
      },
    })
    expect(during).toBe(0)
  })

  it('drops the oldest one, also when the database looks at the names of all its tables first', async () => {
    await take(lines('account_number,meter_number,day,used', `${accountNumber},E-1,2017-05-03,1`))
    const dropped = await portal.db.transaction().execute(async (tx) => {
      for (const plan of ['enable_nestloop', 'enable_mergejoin', 'enable_indexscan', 'enable_bitmapscan'])
        await sql`select set_config(${plan}, 'off', true)`.execute(tx)
      return (await sql<{ n: number }>`select meter.drop_months('daily_reading', '2017-06-01') as n`.execute(tx)).rows
    })
    expect(dropped).toEqual([{ n: 1 }])
    const { rows } = await sql`select to_regclass('meter.daily_reading_2017_05') as name`.execute(portal.db)
    expect(rows).toEqual([{ name: null }])
  })
})

describe('intervals from CSV', () => {
  it('sums complete days of intervals into daily readings, which only daily files replace', async () => {
    await portal.db.updateTable('cis.meter').set({ interval_minutes: 60 }).where('meter_number', '=', 'E-1').execute()
    const hour = (start: string, used: string) => `${accountNumber},E-1,${start},${used}`
    const day = (from: number, to: number, used: string) =>
      Array.from({ length: to - from }, (_none, at) =>
        hour(
          new Date(Date.parse('2026-10-05T05:00:00Z') + (from + at) * 3_600_000).toISOString().replace('.000', ''),
          used,
        ),
      )
    const header = 'account_number,meter_number,start,used'
    await take(lines(header, ...day(0, 23, '1')))
    expect(await daily()).toEqual([])
    await take(lines(header, ...day(23, 24, '2.5')))
    expect(await daily()).toMatchObject([{ day: '2026-10-05', used: 25_500, status: 'actual', unit: 'kWh' }])
    await take(lines(header, ...day(0, 1, '2')))
    expect(await daily()).toMatchObject([{ used: 26_500 }])
    await take(lines('account_number,meter_number,day,used,status', `${accountNumber},E-1,2026-10-05,26,keyed`))
    await take(lines(header, ...day(0, 1, '9')))
    expect(await daily()).toMatchObject([{ used: 26_000, status: 'keyed' }])
  })

  const header = 'account_number,meter_number,start,used,received'
  const hoursOf = (first: string, count: number) =>
    Array.from({ length: count }, (_none, hour) =>
      new Date(Date.parse(first) + hour * 3_600_000).toISOString().replace('.000', ''),
    )

  it('fills the 23 and 25 hours of the days of a clock change', async () => {
    const starts = [...hoursOf('2026-03-08T06:00:00Z', 23), ...hoursOf('2026-11-01T05:00:00Z', 25)]
    const taken = await take(lines(header, ...starts.map((start, at) => `${accountNumber},E-1,${start},${at},1`)))
    expect(taken).toMatchObject({ rows: 48, written: 2, refused: 0, notices: 0 })
    expect(
      (await intervals()).map(({ day, used, received }) => [day, used.length, used.at(-1), received?.length]),
    ).toEqual([
      ['2026-03-08', 23, 22_000, 23],
      ['2026-11-01', 25, 47_000, 25],
    ])
  })

  it('keeps missing values as gaps and refuses a start between two intervals, a second value and a wrong interval length', async () => {
    const row = (start: string, used: number) => `${accountNumber},E-1,${start},${used},`
    const taken = await take(
      lines(
        header,
        row('2026-11-02T06:00:00Z', 1),
        row('2026-11-02T06:10:00Z', 1),
        row('2026-11-02T06:00:00Z', 2),
        row('2026-11-20T15:30:00Z', 1),
        `${accountNumber},W-1,2026-11-02T06:00:00Z,1,`,
      ),
    )
    expect(taken.entries).toEqual([
      'error|5|start|2026-11-20T15:30:00Z|is in the future',
      'error|3|start|2026-11-02T06:10:00Z|is not the start of an interval of 60 minutes',
      'error|4|start|2026-11-02T06:00:00Z|has another value in an earlier row, which counts',
      'error|6|minutes||must be 5, 15, 30 or 60, here or in meters.csv',
      'notice|2|start|E-1 2026-11-02|lacks 23 of 24 intervals',
    ])
    expect((await intervals())[0]?.used).toEqual([1_000, ...Array.from({ length: 23 }, () => null)])
  })

  it('reads a time that several rows have with the minutes of each row, and refuses it in each', async () => {
    const row = (start: string, minutes: string) => `${accountNumber},E-1,${start},${minutes},1`
    const { entries } = await take(
      lines(
        'account_number,meter_number,start,minutes,used',
        row('2026-11-02T06:00:00Z', '60'),
        row('2026-11-02T06:00:00Z', '30'),
        row('2026-11-31T06:00:00Z', '60'),
        row('2026-11-31T06:00:00Z', '60'),
      ),
    )
    const reason = 'is no moment written as yyyy-MM-ddThh:mm:ss-06:00'
    expect(entries.filter((entry) => entry.startsWith('error'))).toEqual([
      `error|4|start|2026-11-31T06:00:00Z|${reason}`,
      `error|5|start|2026-11-31T06:00:00Z|${reason}`,
      'error|3|minutes|30|differs from 60 earlier on this day',
    ])
  })
})

/** Public data sets next to the project; absent from a checkout. */
const shared = publicData
const noaa = join(shared, 'weather-milwaukee-ghcn/GHCN_USW00014839.csv')

describe('public data sets', () => {
  it.skipIf(!existsSync(noaa))(
    'imports NOAA weather for every day with temperatures',
    { timeout: 60_000 },
    async () => {
      const taken = await importWeather(portal.deps, noaa, { station: 'USW00014839', zips: ['*'] })
      expect([taken.refused, taken.notices, taken.rows - taken.written]).toEqual([0, 1, 1])
      const days = await loadWeather(portal.db, {
        zip: '54701',
        from: calendarDate('2025-01-01'),
        to: calendarDate('2025-12-31'),
      })
      expect(days).toHaveLength(365)
    },
  )
})

describe('weather', () => {
  const weather = async (text: string, dryRun = false) =>
    importWeather(portal.deps, join(bundleFolder({ 'w.csv': text }), 'w.csv'), {
      station: 'W',
      zips: ['54701'],
      dryRun,
    })

  it('stores nothing in a dry run', async () => {
    expect(await weather(lines('DATE,TMAX,TMIN', '2026-01-02,12,-5'), true)).toMatchObject({ rows: 1, written: 1 })
    expect(await portal.db.selectFrom('meter.weather_day').select('day').execute()).toEqual([])
    expect(await portal.db.selectFrom('meter.weather_zip').select('zip').execute()).toEqual([])
  })

  it('imports weather from a Climate Data Online export and refuses impossible temperatures', async () => {
    const taken = await weather(
      lines(
        '"STATION","NAME","DATE","TMAX","TMIN"',
        '"USW1","EAU CLAIRE, WI US","2026-01-02","12","-5"',
        '"USW1","X","2026-01-03","",""',
        '"USW1","X","2026-01-04","1","9"',
        '"USW1","X","2026-01-05","999","9"',
      ),
    )
    expect(taken).toEqual({ rows: 4, written: 1, refused: 2, notices: 1 })
    expect(await loadWeather(portal.db, { zip: '54701', ...all })).toEqual([
      { day: '2026-01-02', low: -5, high: 12, average: 3.5 },
    ])
    await expect(weather(lines('DATE,PRCP', '2026-01-01,0'))).rejects.toThrow('has no column TMAX')
  })
})
