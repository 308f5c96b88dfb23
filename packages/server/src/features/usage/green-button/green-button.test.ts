import { join } from 'node:path'
import { greenButton } from '@coopline/contract/usage/green-button/green-button.contract'
import { type CalendarDate, calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { beforeEach, describe, expect, it } from 'vitest'
import { bundleFolder } from '../../../testing/bundle-folder.ts'
import { espiVersions, hasEspiSchemas, lintEspi, parseEspi } from '../../../testing/green-button-readers.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { daysFrom, seedDays, seedIntervals, seedMeter } from '../../../testing/seed-usage.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { loadIntervalDays } from '../usage/public.ts'
import { importReadingsFile } from './import-readings-file.ts'
import { localTimeOf } from './dst-rules.ts'

const portal = useTestPortal()
const ada = useFresh(async () => adaSignedIn(portal))
beforeEach(async () => seedMeter(portal.db))

const params = { memberNumber: '10001', accountNumber: '100100101' }
const year = { fromDate: '2025-11-21', toDate: '2026-11-20' }

const download = async (query: Record<string, string> = year): Promise<string> => {
  const response = await portal.call(greenButton.download, { ...ada, params, query })
  expect(response.statusCode, response.body).toBe(200)
  return response.body
}

/** The text of every element with a name, in document order. */
const textsOf = (xml: string, name: string): readonly string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'gu'))].map(([, text = '']) => text)
/** The entries that contain a kind of resource. */
const entriesOf = (xml: string, name: string): readonly string[] =>
  [...xml.matchAll(/<entry>.*?<\/entry>/gsu)].map(([entry]) => entry).filter((entry) => entry.includes(`<${name} `))
const sumOf = (xml: string): number => textsOf(xml, 'value').reduce((sum, value) => sum + Number(value), 0)
/** The readings of the series whose entries match. */
const readingsOf = (xml: string, series: string): string =>
  entriesOf(xml, 'IntervalBlock')
    .filter((entry) => entry.includes(`/MeterReading/${series}/`))
    .join('')

/** Seeds every kind of reading a file can hold: solar, estimated, keyed, prepaid, gaps, and both clock changes. */
async function seedEverything(): Promise<void> {
  await seedDays(
    portal.db,
    { day: '2026-09-30', used: 30_000, charge: cents(412) },
    { day: '2026-10-01', used: 31_000, status: 'estimated' },
    { day: '2026-10-03', used: 29_500, received: 4_000, status: 'keyed' },
    { day: '2026-11-01' },
  )
  await seedIntervals(
    portal.db,
    { day: '2026-03-08' },
    { day: '2026-11-01', received: Array.from({ length: 25 }, () => 2) },
    { day: '2026-11-02', used: [5, null, 7], status: 'estimated' },
    { day: '2026-11-03', minutes: 15 },
  )
}

describe('a Green Button file', () => {
  it('returns a named Atom feed in which every link points to a resource or collection of the feed', async () => {
    await seedEverything()
    await seedBill(portal.db)
    const response = await portal.call(greenButton.download, { ...ada, params, query: year })
    expect(response.headers).toMatchObject({
      'content-type': 'application/atom+xml; charset=utf-8',
      'content-disposition': 'attachment; filename="usage-100100101-2025-11-21-2026-11-20.xml"',
    })
    const xml = response.body
    const self = [...xml.matchAll(/rel="self" href="([^"]+)"/gu)].map(([, href = '']) => href)
    const related = [...xml.matchAll(/rel="related" href="([^"]+)"/gu)].map(([, href = '']) => href)
    expect(related.filter((href) => !self.some((one) => one === href || one.startsWith(`${href}/`)))).toEqual([])
    const ids = textsOf(xml, 'id')
    expect(new Set(ids).size).toBe(ids.length)
    expect(
      ids.filter((id) => !/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u.test(id)),
    ).toEqual([])
    expect((await download()) === xml).toBe(true)
  })

  it('writes value, time and quality of each reading, energy sent to the grid separately, and nothing for a gap', async () => {
    await seedEverything()
    const xml = await download()
    const daily = readingsOf(xml, '1440-kWh-delivered')
    expect(textsOf(daily, 'value')).toEqual(['30000', '31000', '29500'])
    expect(textsOf(daily, 'quality')).toEqual(['8', '7'])
    expect(textsOf(daily, 'cost')).toEqual(['412000'])
    // One block per month, so there are two, each with its own interval.
    expect(textsOf(daily, 'start').map(Number)).toEqual([
      Date.parse('2026-09-30T05:00:00Z') / 1_000,
      Date.parse('2026-09-30T05:00:00Z') / 1_000,
      Date.parse('2026-10-01T05:00:00Z') / 1_000,
      Date.parse('2026-10-01T05:00:00Z') / 1_000,
      Date.parse('2026-10-03T05:00:00Z') / 1_000,
    ])
    expect(textsOf(readingsOf(xml, '1440-kWh-received'), 'value')).toEqual(['4000'])
    const types = entriesOf(xml, 'ReadingType').map((entry) => [
      textsOf(entry, 'flowDirection')[0],
      textsOf(entry, 'intervalLength')[0],
    ])
    expect(types).toEqual([
      ['1', '3600'],
      ['1', '86400'],
      ['19', '86400'],
      ['19', '3600'],
      ['1', '900'],
    ])
    const estimated = entriesOf(xml, 'IntervalBlock').filter((entry) => entry.includes('/IntervalBlock/2026-11-02"'))
    expect(textsOf(estimated.join(''), 'value')).toEqual(['5', '7'])
    expect(textsOf(estimated.join(''), 'quality')).toEqual(['8', '8'])
  })

  it('writes 23 and 25 consecutive hours on the days of a clock change', async () => {
    await seedEverything()
    await seedDays(portal.db, { day: '2025-11-30' }, { day: '2026-03-08' })
    const xml = await download()
    for (const [day, hours] of [
      ['2026-03-08', 23],
      ['2026-11-01', 25],
    ] as const) {
      const [entry = ''] = entriesOf(xml, 'IntervalBlock').filter((one) =>
        one.includes(`delivered/IntervalBlock/${day}"`),
      )
      const [start = 0, ...starts] = textsOf(entry, 'start').map(Number)
      expect(Number(textsOf(entry, 'duration')[0])).toBe(hours * 3_600)
      expect(starts).toEqual(Array.from({ length: hours }, (_none, index) => start + index * 3_600))
    }
    await portal.db.deleteFrom('meter.interval_day').execute()
    const days = readingsOf(await download(), '1440-kWh-delivered')
    expect(textsOf(days, 'duration').filter((one) => one === '82800')).toHaveLength(2)
  })

  it('adds up to the stored total', async () => {
    const days = daysFrom('2026-01-01', '2026-10-31')
    await seedDays(portal.db, ...days.map((day, index) => ({ day, used: 1_000 + index })))
    const expected = days.reduce((sum, _day, index) => sum + 1_000 + index, 0)
    expect(sumOf(await download())).toBe(expected)
    expect(sumOf(await download({ ...year, toDate: '2026-01-31' }))).toBe(31 * 1_000 + 465)
  })

  it.each([
    ['kWh', 'Electric', '0', '1', '72', '0'],
    ['Gallons', 'Water', '2', '9', '128', '-3'],
    ['Therms', 'Gas', '1', '7', '169', '-3'],
    ['CCF', 'Gas', '1', '7', '119', '-1'],
    ['CCF', 'Water', '2', '9', '119', '-1'],
    ['MCF', 'Gas', '1', '7', '119', '0'],
  ])(
    'writes the ESPI codes for %s on an account of type %s',
    async (unit, accountType, service, commodity, uom, multiplier) => {
      await portal.db.updateTable('cis.account').set({ account_type: accountType }).execute()
      await portal.db.updateTable('cis.meter').set({ unit }).execute()
      await seedDays(portal.db, { day: '2026-11-19', unit, used: 12_345 })
      const xml = await download()
      const said = ['kind', 'commodity', 'uom', 'powerOfTenMultiplier', 'value'].map((name) => textsOf(xml, name)[0])
      expect(said).toEqual([service, commodity, uom, multiplier, '12345'])
    },
  )

  it('includes each bill’s charge and usage for its period', async () => {
    await seedDays(portal.db, { day: '2026-11-01' })
    await seedBill(portal.db)
    const [summary = ''] = entriesOf(await download(), 'UsageSummary')
    expect(textsOf(summary, 'billLastPeriod')).toEqual(['14237000'])
    expect([textsOf(summary, 'start')[0], textsOf(summary, 'duration')[0]].map(Number)).toEqual([
      Date.parse('2026-10-12T05:00:00Z') / 1_000,
      31 * 86_400 + 3_600,
    ])
    expect(textsOf(summary, 'value')).toEqual(['896600'])
  })

  it('includes a bill of several meters once, at an electric meter in service', async () => {
    await seedMeter(portal.db, { meterNumber: 'A-1', unit: 'Gallons' })
    await seedMeter(portal.db, { meterNumber: 'D-1' })
    await portal.db
      .updateTable('cis.meter')
      .set({ in_service_to: calendarDate('2026-01-31') })
      .where('meter_number', '=', 'D-1')
      .execute()
    await seedBill(portal.db)
    const summaries = entriesOf(await download(), 'UsageSummary')
    expect(summaries.map((entry) => textsOf(entry, 'title'))).toEqual([
      ['Bill of 2026-11-13, all 3 meters of the account'],
    ])
    const points = entriesOf(await download(), 'UsagePoint').filter((entry) => entry.includes('/UsageSummary"'))
    expect(points.map((entry) => textsOf(entry, 'title'))).toEqual([['Meter E-1']])
    expect(entriesOf(await download({ ...year, meterId: 'A-1' }), 'UsageSummary')).toEqual([])
    expect(entriesOf(await download({ ...year, meterId: 'E-1' }), 'UsageSummary')).toHaveLength(1)
  })

  it('keeps a bill at the meter that was in service on its last day after that meter is exchanged', async () => {
    await seedMeter(portal.db, { meterNumber: 'B-9' })
    const inService = async (
      meterNumber: string,
      days: { in_service_from?: CalendarDate; in_service_to?: CalendarDate },
    ) => portal.db.updateTable('cis.meter').set(days).where('meter_number', '=', meterNumber).execute()
    await inService('E-1', { in_service_to: calendarDate('2026-11-15') })
    await inService('B-9', { in_service_from: calendarDate('2026-11-16') })
    await seedBill(portal.db)
    const points = entriesOf(await download(), 'UsagePoint').filter((entry) => entry.includes('/UsageSummary"'))
    expect(points.map((entry) => textsOf(entry, 'title'))).toEqual([['Meter E-1']])
  })

  it('escapes a meter name that contains XML [SEC-58]', async () => {
    await portal.db.updateTable('cis.meter').set({ meter_number: '<a href="x">&\'' }).execute()
    await seedDays(portal.db, { day: '2026-11-19', meterNumber: '<a href="x">&\'' })
    const xml = await download()
    expect(xml).toContain('<title>Meter &lt;a href=&quot;x&quot;&gt;&amp;&#39;</title>')
    expect(sumOf(xml)).toBe(1_000)
  })
})

describe('local time parameters', () => {
  it.each([
    ['America/Chicago', -21_600, 3_600, '360E2000', 'B40E2000'],
    ['America/New_York', -18_000, 3_600, '360E2000', 'B40E2000'],
    ['Europe/Berlin', 3_600, 3_600, '3E0E2000', 'AE0E3000'],
    ['America/Phoenix', -25_200, 0, 'FFFFFFFF', 'FFFFFFFF'],
  ])('describes the clock changes of %s with ESPI rules', (timeZone, tzOffset, dstOffset, dstStartRule, dstEndRule) => {
    expect(localTimeOf(timeZone, 2026)).toEqual({ tzOffset, dstOffset, dstStartRule, dstEndRule })
  })
})

describe('third-party readers', () => {
  it.skipIf(!hasEspiSchemas).each(espiVersions)(
    'produces a file that is valid under the ESPI %s schema',
    { timeout: 60_000 },
    async (version) => {
      await seedEverything()
      await seedBill(portal.db)
      const xml = await download()
      expect(await lintEspi(xml, version)).toEqual([])
      expect(await lintEspi(xml.replace('<status>1</status>', '<status>on</status>'), version)).not.toEqual([])
    },
  )

  it('produces a file that imports into another meter with the same readings', async () => {
    await seedIntervals(
      portal.db,
      { day: '2026-03-08' },
      { day: '2026-11-01', received: Array.from({ length: 25 }, () => 2) },
      {
        day: '2026-11-02',
        used: Array.from({ length: 24 }, (_none, hour) => (hour === 7 ? null : hour)),
        status: 'estimated',
      },
    )
    const path = join(bundleFolder({ 'usage.xml': await download() }), 'usage.xml')
    await seedMeter(portal.db, { meterNumber: 'E-2' })
    await portal.db
      .updateTable('cis.meter')
      .set({ interval_minutes: 60, is_net_metered: true })
      .where('meter_number', '=', 'E-2')
      .execute()
    const of = { accountNumber: '100100101', meterNumber: 'E-2' }
    const taken = await importReadingsFile(portal.deps, path, { timeZone: 'America/Chicago', of })
    expect(taken.refused).toBe(0)
    const days = { from: calendarDate('2026-01-01'), to: calendarDate('2026-12-31') }
    const of1 = await loadIntervalDays(portal.db, { accountNumber: '100100101', meterNumber: 'E-1', ...days })
    const of2 = await loadIntervalDays(portal.db, { accountNumber: '100100101', meterNumber: 'E-2', ...days })
    expect(of1).toHaveLength(3)
    expect(of2.map((day) => ({ ...day, meterNumber: 'E-1' }))).toEqual(of1)
  })

  it('produces a file in which another program reads the same totals', async () => {
    await seedEverything()
    const entries = await parseEspi(await download())
    const values = entries.flatMap(({ content }) =>
      (content.IntervalBlock ?? []).flatMap((block) => block.IntervalReading.map(({ value }) => value)),
    )
    const [march, november, quarters] = [(23 * 24) / 2, (25 * 26) / 2, (96 * 97) / 2]
    const sum = values.reduce((all, value) => all + value, 0)
    expect(sum).toBe(30_000 + 31_000 + 29_500 + 4_000 + march + november + 25 * 2 + 12 + quarters)
    expect(values).toHaveLength(4 + 23 + 25 + 25 + 2 + 96)
  })

  it('produces a file of two electric meters and a water meter in which another program reads the same totals', async () => {
    await seedMeter(portal.db, { meterNumber: 'E-2' })
    await seedMeter(portal.db, { meterNumber: 'W-1', unit: 'Gallons' })
    const days = daysFrom('2026-10-01', '2026-10-31')
    await seedDays(
      portal.db,
      ...days.flatMap((day) => [
        { day, used: 20_000 },
        { day, meterNumber: 'E-2', used: 5_000 },
        { day, meterNumber: 'W-1', unit: 'Gallons', used: 130_500 },
      ]),
    )
    await seedBill(portal.db, { bill_date: calendarDate('2026-10-13'), amount: cents(10_001), usage_kwh: '700' })
    await seedBill(portal.db)
    const xml = await download()
    const entries = await parseEspi(xml)
    const totalOf = (point: string) =>
      entries
        .filter(({ links }) => links.self?.includes(`/UsagePoint/${point}/`))
        .flatMap(({ content }) => content.IntervalBlock ?? [])
        .flatMap(({ IntervalReading: readings }) => readings)
        .reduce((sum, { value }) => sum + value, 0)
    const points = entries
      .filter(({ content }) => content.UsagePoint !== undefined)
      .map(({ links }) => links.self?.split('/').at(-1) ?? '')
    expect(points.map(totalOf)).toEqual([31 * 20_000, 31 * 5_000, 31 * 130_500])
    const summaries = entries.map(({ content }) => content.UsageSummary).filter((summary) => summary !== undefined)
    expect(summaries.reduce((sum, { billLastPeriod = 0 }) => sum + billLastPeriod, 0)).toBe((10_001 + 14_237) * 1_000)
    expect(summaries.reduce((sum, { overallConsumptionLastPeriod: usage }) => sum + (usage?.value ?? 0), 0)).toBe(
      700_000 + 896_600,
    )
    const ids = textsOf(xml, 'id')
    expect(new Set(ids).size).toBe(ids.length)
  })
})
