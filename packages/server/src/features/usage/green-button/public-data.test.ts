import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { usage } from '@coopline/contract/usage/usage/usage.contract'
import { addDays, calendarDate } from '@coopline/rules/kernel/calendar-date'
import { describe, expect, it } from 'vitest'
import { publicData } from '@coopline/testing/public-data'
import { adaSignedIn, type SignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { loadDailyReadings, type MeterName } from '../usage/public.ts'
import { importReadingsFile } from './import-readings-file.ts'

/** Public data sets next to the project. Tests are skipped in a checkout without them. */
const shared = publicData
const households = globSync('household-sgsc-halfhour/*.csv', { cwd: shared })
const feeds = globSync('greenbutton-datasdk/*.xml', { cwd: shared })
const hint = households.length === 0 ? ' (skipped: no data beside the project)' : ''

const portal = useTestPortal()
let ada: SignedIn
const [memberNumber, accountNumber] = ['10001', '100100101']

async function openAt(now: string, timeZone: string, meters: readonly string[]): Promise<void> {
  portal.clock.set(now)
  ada = await adaSignedIn(portal)
  portal.set({ MDMEnabled: true, timeZone })
  await portal.db
    .insertInto('cis.meter')
    .values(
      meters.map((meter_number) => ({
        account_number: accountNumber,
        meter_number,
        unit: meter_number === 'G-1' ? 'Therms' : 'kWh',
        interval_minutes: 30,
      })),
    )
    .execute()
}

interface DrawnDay {
  readonly date: string
  readonly usageValue: number
}

/** The values the member's chart shows for the last 180 days, by meter. */
async function drawn(): Promise<ReadonlyMap<string, readonly DrawnDay[]>> {
  const today = calendarDate(portal.clock.now().toISOString().slice(0, 10))
  const query = { fromDate: addDays(today, -179), toDate: today }
  const response = await portal.call(usage.daily, { ...ada, params: { memberNumber, accountNumber }, query })
  expect(response.statusCode, response.body).toBe(200)
  const { usagesByMeter } = response.json<{ usagesByMeter: { meterId: string; meterUsages: DrawnDay[] }[] }>()
  return new Map(usagesByMeter.map(({ meterId, meterUsages }) => [meterId, meterUsages]))
}

describe.skipIf(households.length === 0)(`half-hourly readings of real households${hint}`, () => {
  it.each(households)(
    'imports %s without refusals and charts its complete days',
    { timeout: 120_000 },
    async (name) => {
      const path = join(shared, name)
      const rows = readFileSync(path, 'utf8').trim().split('\n').slice(1)
      const last = rows.at(-1)?.slice(0, 10) ?? ''
      await openAt(`${addDays(calendarDate(last), 1)}T13:00:00Z`, 'Australia/Sydney', ['E-1'])
      const of = { accountNumber, meterNumber: 'E-1' }
      const taken = await importReadingsFile(portal.deps, path, { timeZone: 'Australia/Sydney', of })
      expect([taken.rows, taken.refused]).toEqual([rows.length, 0])
      const days = (await drawn()).get('E-1') ?? []
      expect(days.length).toBeGreaterThan(150)
      expect(days.every(({ usageValue }) => usageValue > 0)).toBe(true)
    },
  )
})

describe.skipIf(feeds.length === 0)(`public Green Button files${hint}`, () => {
  const importFeed = async (
    name: string,
    over: { usagePoints?: ReadonlyMap<string, MeterName>; meterNumber?: string },
  ) => {
    const { usagePoints, meterNumber } = over
    return importReadingsFile(portal.deps, join(shared, 'greenbutton-datasdk', name), {
      timeZone: 'America/Chicago',
      spreadsMonths: true,
      ...(usagePoints === undefined ? { of: { accountNumber, meterNumber: meterNumber ?? 'E-1' } } : { usagePoints }),
    })
  }
  const valuesOf = (name: string) => {
    const text = readFileSync(join(shared, 'greenbutton-datasdk', name), 'utf8')
    return [...text.matchAll(/<IntervalReading>[\s\S]*?<value>\s*(\d+)\s*<\/value>/gu)].map(([, value]) =>
      Number(value),
    )
  }

  it.each([
    ['1dayLP_365Days.xml', '2012-12-31T20:00:00Z', 180],
    ['15minLP_15Days.xml', '2012-03-20T20:00:00Z', 13],
    ['1hrLP_32Days.xml', '2012-05-05T20:00:00Z', 31],
    ['hourlyForMonthMar.xml', '2011-04-05T20:00:00Z', 30],
    ['Electric.xml', '2012-05-20T20:00:00Z', 41],
    ['Gas.xml', '2012-05-01T20:00:00Z', 163],
    ['Coastal_Single_Family_Jan_1_2011_to_Jan_1_2012.xml', '2012-01-01T20:00:00Z', 178],
  ])('imports %s at %s and charts %i days', { timeout: 60_000 }, async (name, now, count) => {
    const meterNumber = name === 'Gas.xml' ? 'G-1' : 'E-1'
    await openAt(now, 'America/Chicago', [meterNumber])
    const taken = await importFeed(name, { meterNumber })
    const days = (await drawn()).get(meterNumber) ?? []
    expect(days).toHaveLength(count)
    const stored = await loadDailyReadings(portal.db, {
      accountNumber,
      from: calendarDate('2011-01-01'),
      to: calendarDate('2012-12-31'),
    })
    const total = stored.reduce((sum, { used }) => sum + used, 0)
    // Days at both ends of a file may be incomplete in the portal's time zone, and are then not charted.
    const values = valuesOf(name).reduce((sum, value) => sum + value, 0)
    expect(total / values).toBeGreaterThan(0.85)
    expect(total).toBeLessThanOrEqual(values)
    expect(total === values || taken.notices > 0).toBe(true)
  })

  it('imports five usage points with padded numbers into five meters', { timeout: 60_000 }, async () => {
    const meters = ['E-1', 'E-2', 'E-3', 'E-4', 'E-5']
    await openAt('2012-05-05T20:00:00Z', 'America/Chicago', meters)
    const usagePoints = new Map(
      meters.map((meterNumber, at) => [`User/9b6c706${at + 3}/UsagePoint/01`, { accountNumber, meterNumber }]),
    )
    const shared01 = new Map([['01', { accountNumber, meterNumber: 'E-1' }]])
    expect((await importFeed('1hrLP_32DaysFiveUsagePoints_M.xml', { usagePoints: shared01 })).written).toBe(0)
    const taken = await importFeed('1hrLP_32DaysFiveUsagePoints_M.xml', { usagePoints })
    expect(taken.refused).toBe(0)
    expect([...(await drawn())].map(([meter, days]) => [meter, days.length])).toEqual(
      meters.map((meter) => [meter, 31]),
    )
  })
})
