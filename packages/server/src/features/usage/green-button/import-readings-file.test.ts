import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { beforeEach, describe, expect, it } from 'vitest'
import { bundleFolder } from '../../../testing/bundle-folder.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import type { ImportEntry } from '../../site/integration/public.ts'
import { loadDailyReadings, loadIntervalDays } from '../usage/public.ts'
import { importReadingsFile } from './import-readings-file.ts'
import { readUsagePoints } from './read-usage-points.ts'

const portal = useTestPortal()
const [accountNumber, timeZone] = ['100100101', 'America/Chicago'] as const
const all = { from: calendarDate('1990-01-01'), to: calendarDate('2030-01-01') }
const electric = { accountNumber, meterNumber: 'E-1' }
beforeEach(async () => {
  portal.clock.set('2026-11-20T15:00:00Z')
  await seedAccount(portal.db)
  await portal.db
    .insertInto('cis.meter')
    .values([
      { account_number: accountNumber, meter_number: 'E-1' },
      { account_number: accountNumber, meter_number: 'W-1', unit: 'Gallons' },
      { account_number: accountNumber, meter_number: 'G-1', unit: 'Therms' },
      { account_number: accountNumber, meter_number: 'C-1', unit: 'CCF' },
    ])
    .execute()
})

const sample = (name: string) => join(import.meta.dirname, 'samples', name)
const fileOf = (text: string, name = 'readings.xml') => join(bundleFolder({ [name]: text }), name)

async function take(path: string, over: Partial<Parameters<typeof importReadingsFile>[2]> = {}) {
  const entries: ImportEntry[] = []
  const summary = await importReadingsFile(portal.deps, path, {
    timeZone,
    report: (entry) => void entries.push(entry),
    ...over,
  })
  return {
    ...summary,
    entries: entries.map(({ severity, column, value, reason }) => [severity, column, value, reason].join('|')),
  }
}
const daily = async (meterNumber = 'E-1') => loadDailyReadings(portal.db, { accountNumber, meterNumber, ...all })
const intervals = async (meterNumber = 'E-1') => loadIntervalDays(portal.db, { accountNumber, meterNumber, ...all })

interface Series {
  readonly type?: string
  readonly readings: string
}
/** A feed of one usage point with one meter reading per series. */
const feed = (...series: readonly Series[]) => `<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:e="http://naesb.org/espi">
  <entry><link rel="self" href="/UsagePoint/1"/><content><e:UsagePoint/></content></entry>
  ${series
    .map(
      ({ type = '<e:uom>72</e:uom>', readings }, at) => `
  <entry><link rel="self" href="/UsagePoint/1/MeterReading/${at}"/><link rel="related" href="/ReadingType/${at}"/>
    <content><e:MeterReading/></content></entry>
  <entry><link rel="self" href="/ReadingType/${at}"/><content><e:ReadingType>${type}</e:ReadingType></content></entry>
  <entry><link rel="up" href="/UsagePoint/1/MeterReading/${at}/IntervalBlock"/>
    <content><e:IntervalBlock>${readings}</e:IntervalBlock></content></entry>`,
    )
    .join('')}
</feed>`
const seconds = (moment: string) => String(Date.parse(moment) / 1000)
const reading = (moment: string, value: number | string, duration = 3600) =>
  `<e:IntervalReading><e:timePeriod><e:duration>${duration}</e:duration><e:start>${seconds(moment)}</e:start></e:timePeriod><e:value>${value}</e:value></e:IntervalReading>`

describe('importing a Green Button file', () => {
  it('imports values below zero in the delivered channel of a net meter as received', async () => {
    await portal.db.updateTable('cis.meter').set({ is_net_metered: true }).where('meter_number', '=', 'E-1').execute()
    const type =
      '<e:uom>72</e:uom><e:powerOfTenMultiplier>3</e:powerOfTenMultiplier><e:flowDirection>1</e:flowDirection>'
    const hours = Array.from({ length: 24 }, (_none, hour) =>
      reading(new Date(Date.parse('2026-11-10T06:00:00Z') + hour * 3_600_000).toISOString(), hour < 5 ? -4 : 5),
    )
    const taken = await take(fileOf(feed({ type, readings: hours.join('') })), {
      of: { accountNumber, meterNumber: 'E-1' },
    })
    expect(taken).toMatchObject({ rows: 24, refused: 0, entries: [] })
    expect(await daily()).toMatchObject([{ used: 95_000, received: 20_000 }])
  })

  it('imports readings whose block alone has times, each after the one before it, also of another month', async () => {
    const type =
      '<e:uom>72</e:uom><e:powerOfTenMultiplier>3</e:powerOfTenMultiplier><e:intervalLength>3600</e:intervalLength>'
    const block = `<e:interval><e:duration>172800</e:duration><e:start>${seconds('2026-10-31T05:00:00Z')}</e:start></e:interval>`
    const values = Array.from(
      { length: 49 },
      (_none, hour) => `<e:IntervalReading><e:value>${hour}</e:value></e:IntervalReading>`,
    )
    const of = { accountNumber, meterNumber: 'E-1' }
    const taken = await take(fileOf(feed({ type, readings: block + values.join('') })), { of })
    expect(taken).toMatchObject({ rows: 49, refused: 0, entries: [] })
    expect((await intervals()).map(({ day, used }) => [day, used.length, used[0], used.at(-1)])).toEqual([
      ['2026-10-31', 24, 0, 23_000],
      ['2026-11-01', 25, 24_000, 48_000],
    ])
    const withoutLength = fileOf(feed({ readings: block + values.join('') }))
    expect((await take(withoutLength, { of })).entries.slice(0, 2)).toEqual([
      'error|duration||is not 5, 15, 30 or 60 minutes, nor a day',
      'error|start||has no time, and its block has no start or its reading type no interval length',
    ])
  })

  it('counts a usage point once that the feed repeats beside each of its readings', async () => {
    const point = '<entry><link rel="self" href="/UsagePoint/1"/><content><e:UsagePoint/></content></entry>'
    const xml = feed({ type: '<e:uom>72</e:uom>', readings: reading('2026-11-10T06:00:00Z', 1_000) })
    const repeated = fileOf(xml.replace(point, point.repeat(3)))
    const of = { accountNumber, meterNumber: 'E-1' }
    expect(await take(repeated, { of })).toMatchObject({ rows: 1, refused: 0 })
    const usagePoints = new Map([['UsagePoint/1', of]])
    expect(await take(repeated, { usagePoints })).toMatchObject({ rows: 1, refused: 0 })
  })

  it('imports delivered and received hours of a 25-hour day with prefixed names and the meter in its customer part', async () => {
    expect(await take(sample('solar-home.xml'))).toEqual({ rows: 50, written: 1, refused: 0, notices: 0, entries: [] })
    const [day] = await intervals()
    expect([day?.day, day?.minutes, day?.used.length, day?.used[0], day?.used[24]]).toEqual([
      '2026-11-01',
      60,
      25,
      400,
      640,
    ])
    expect(day?.received?.slice(9, 15)).toEqual([0, 1000, 2000, 2000, 1000, 0])
    expect(await daily()).toMatchObject([
      { day: '2026-11-01', used: 13_000, received: 6_000, unit: 'kWh', status: 'actual' },
    ])
  })

  it('imports padded days of water and gas in the units of their meters, with quality codes as status and gaps reported', async () => {
    const map = fileOf(
      `usage_point,account_number,meter_number\n02,${accountNumber},W-1\nRetailCustomer/1/UsagePoint/03,${accountNumber},G-1\n`,
    )
    const taken = await take(sample('water-and-gas.xml'), { usagePoints: await readUsagePoints(map) })
    expect(taken.entries).toEqual(['notice|day|2026-10-03 to 2026-10-03|has no reading (1 days)'])
    const rows = async (meter: string) =>
      (await daily(meter)).map(({ day, used, status, unit }) => [day, used, status, unit])
    expect(await rows('W-1')).toEqual([
      ['2026-10-01', 88_000, 'actual', 'Gallons'],
      ['2026-10-02', 120_000, 'estimated', 'Gallons'],
      ['2026-10-04', 95_000, 'keyed', 'Gallons'],
    ])
    expect(await rows('G-1')).toEqual([
      ['2026-10-01', 1_250, 'actual', 'Therms'],
      ['2026-10-02', 0, 'actual', 'Therms'],
      ['2026-10-03', 2_875, 'estimated', 'Therms'],
    ])
  })

  it.each([
    ['Wh in kilowatt hours', 72, 3, 'E-1', 12, 12_000],
    ['cubic meters', 42, 0, 'W-1', 1, 264_172],
    ['cubic meters', 42, -3, 'C-1', 28_317, 10_000],
    ['cubic feet', 119, 2, 'C-1', 3, 3_000],
    ['liters', 134, 0, 'W-1', 1_000, 264_172],
    ['BTU', 132, 3, 'G-1', 100, 1_000],
  ])(
    'converts %s (uom %i, multiplier %i) to the unit of meter %s',
    async (_name, uom, multiplier, meterNumber, value, stored) => {
      const type = `<e:uom>${uom}</e:uom><e:powerOfTenMultiplier>${multiplier}</e:powerOfTenMultiplier>`
      const path = fileOf(feed({ type, readings: reading('2026-10-01T05:00:00Z', value, 86_400) }))
      expect(await take(path, { of: { accountNumber, meterNumber } })).toMatchObject({ refused: 0 })
      expect(await daily(meterNumber)).toMatchObject([{ used: stored }])
    },
  )

  it.each([
    [
      'usage point',
      (xml: string) => xml.replace('href="/UsagePoint/1/MeterReading/0"', 'href="/UsagePoint/9/MeterReading/0"'),
    ],
    ['meter reading', (xml: string) => xml.replace('/MeterReading/0/IntervalBlock', '/MeterReading/9/IntervalBlock')],
    [
      'reading type',
      (xml: string) => xml.replace('rel="related" href="/ReadingType/0"', 'rel="related" href="/ReadingType/9"'),
    ],
  ])('stores nothing of a series whose %s is not in the file', async (_name, rename) => {
    const xml = feed({ readings: reading('2026-10-01T05:00:00Z', 12_000, 86_400) })
    expect(rename(xml)).not.toBe(xml)
    const taken = await take(fileOf(rename(xml)), { of: electric })
    expect([taken.written, await daily()]).toEqual([0, []])
    expect(taken.refused).toBeGreaterThan(0)
  })

  it('divides an interval that spans a clock change and refuses one of zero length', async () => {
    const type = '<e:uom>72</e:uom><e:intervalLength>3600</e:intervalLength>'
    const readings = [
      reading('2026-03-08T07:00:00Z', 461, 7200),
      reading('2026-03-08T09:00:00Z', 462, 0),
      reading('2026-03-08T09:00:00Z', 441),
    ].join('')
    const taken = await take(fileOf(feed({ type, readings })), { of: electric })
    expect(taken.entries).toEqual([
      'notice|duration|2026-03-08T07:00:00Z|covers 2 intervals; it was divided among them and counts as estimated',
      'error|duration|0|is not 5, 15, 30 or 60 minutes, nor a day',
      'notice|start|E-1 2026-03-08|lacks 20 of 23 intervals',
    ])
    const [day] = await intervals()
    expect([day?.used.slice(0, 5), day?.status]).toEqual([[null, 230, 231, 441, null], 'estimated'])
    expect(await daily()).toEqual([])
  })

  it('splits net values by sign and adds received days to delivered ones', async () => {
    const type = (flow: number) => `<e:uom>72</e:uom><e:flowDirection>${flow}</e:flowDirection>`
    const day = (date: string, value: number) => reading(`${date}T05:00:00Z`, value, 86_400)
    await take(fileOf(feed({ type: type(4), readings: day('2026-10-01', -700) + day('2026-10-02', 900) })), {
      of: electric,
    })
    const taken = await take(
      fileOf(
        feed(
          { type: type(19), readings: day('2026-10-03', 250) + day('2026-10-09', 1) },
          { type: type(1), readings: day('2026-10-03', 8000) },
        ),
      ),
      { of: electric },
    )
    expect(taken.entries).toEqual(['error|day|2026-10-09|has received energy but no reading of what was used'])
    expect((await daily()).map(({ used, received }) => [used, received])).toEqual([
      [0, 700],
      [900, 0],
      [8000, 250],
    ])
  })

  it('refuses registers, other quantities and flows, unknown units and unknown meters, and names each once', async () => {
    const readings = reading('2026-10-01T05:00:00Z', 5) + reading('2026-10-01T06:00:00Z', 5)
    const typed = (extra: string) => ({ type: `<e:uom>72</e:uom>${extra}`, readings })
    const taken = await take(
      fileOf(
        feed(
          typed('<e:accumulationBehaviour>3</e:accumulationBehaviour>'),
          typed('<e:kind>37</e:kind>'),
          typed('<e:flowDirection>20</e:flowDirection>'),
          { type: '<e:uom>119</e:uom>', readings },
        ),
      ),
      { of: electric },
    )
    const suffix = '; its readings were not imported'
    expect(taken.entries).toEqual([
      `error|MeterReading|UsagePoint/1/MeterReading/0|is a cumulative register (accumulationBehaviour 3), not what passed in each interval${suffix}`,
      `error|MeterReading|UsagePoint/1/MeterReading/1|is no amount of energy, gas or water that passed in each interval${suffix}`,
      `error|MeterReading|UsagePoint/1/MeterReading/2|has the flow direction 20, which is neither delivered, received nor net${suffix}`,
      `error|MeterReading|UsagePoint/1/MeterReading/3|has the unit 119, which does not convert to kWh${suffix}`,
    ])
    expect((await take(fileOf(feed({ readings })))).entries).toEqual([
      `error|MeterReading|UsagePoint/1/MeterReading/0|belongs to the usage point UsagePoint/1, whose account and meter are not named${suffix}`,
    ])
    expect((await take(fileOf(feed({ readings })), { of: { accountNumber, meterNumber: 'E-9' } })).entries).toEqual([
      `error|MeterReading|UsagePoint/1/MeterReading/0|belongs to 100100101 E-9, which is no meter on file${suffix}`,
    ])
    expect(await intervals()).toEqual([])
  })

  it('reports negative, absurd, future, unreadable and duplicate values and stores none of them as zero', async () => {
    const readings = [
      reading('2026-11-01T05:00:00Z', -5),
      reading('2026-11-01T06:00:00Z', 10 ** 12),
      reading('2026-11-21T06:00:00Z', 5),
      reading('1989-11-21T06:00:00Z', 5),
      reading('2026-11-01T07:00:00Z', 'NaN'),
      reading('2026-11-01T08:00:00Z', ''),
      reading('2026-11-01T09:10:00Z', 5),
      reading('2026-11-01T09:00:00Z', 5, 600),
      reading('2026-11-01T10:00:00Z', 5),
      reading('2026-11-01T10:00:00Z', 5),
      reading('2026-11-01T10:00:00Z', 6),
    ].join('')
    const taken = await take(fileOf(feed({ readings })), { of: electric })
    expect(taken).toMatchObject({ rows: 11, written: 1, refused: 9, notices: 2 })
    expect(taken.entries).toEqual([
      'error|value|-5|is negative; give what goes back as received',
      'error|value|1000000000000|is more than 1000000, which no meter measures',
      'error|start|2026-11-21T06:00:00Z|is in the future',
      'error|start|1989-11-21T06:00:00Z|is before 1990-01-01',
      'error|value|NaN|is no number',
      'error|value||is no number',
      'error|duration|600|is not 5, 15, 30 or 60 minutes, nor a day',
      'notice|start|2026-11-01T10:00:00Z|is the same as an earlier row',
      'error|start|2026-11-01T10:00:00Z|has another value in an earlier row, which counts',
      'error|start|2026-11-01T09:10:00Z|is not the start of an interval of 60 minutes',
      'notice|start|E-1 2026-11-01|lacks 24 of 25 intervals',
    ])
    expect((await intervals()).flatMap(({ used }) => used.filter((value) => value !== null))).toEqual([5])
  })

  it('divides a monthly value among its days only on request, as estimates that add up to it', async () => {
    const path = fileOf(
      feed({ type: '<e:uom>169</e:uom>', readings: reading('2026-10-01T05:00:00Z', 100, 31 * 86_400) }),
    )
    const of = { accountNumber, meterNumber: 'G-1' }
    expect((await take(path, { of })).entries).toEqual([
      'error|duration|2678400|covers 31 days; it is divided evenly among them only with --spread',
    ])
    expect(await daily('G-1')).toEqual([])
    await take(path, { of, spreadsMonths: true })
    const rows = await daily('G-1')
    expect([rows[0]?.day, rows.at(-1)?.day, rows.length]).toEqual(['2026-10-01', '2026-10-31', 31])
    expect(rows.reduce((sum, { used }) => sum + used, 0)).toBe(100_000)
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['estimated']))
  })
})

describe('damaged and hostile files', () => {
  const good = feed({ readings: reading('2026-10-01T05:00:00Z', 5) })
  const laughs = `<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><feed>&b;</feed>`

  it.each([
    ['cut in the middle', good.slice(0, -60), 'the file ends in the middle: <feed> is not closed'],
    ['cut within a tag', good.slice(0, good.indexOf('<e:value') + 5), 'the file ends in the middle'],
    [
      'with a document type',
      good.replace('<feed', '<!DOCTYPE feed SYSTEM "file:///etc/passwd"><feed'),
      'has a document type',
    ],
    ['with a billion laughs', laughs, 'has a document type'],
    ['with an entity of its own', good.replace('>5<', '>&five;<'), 'is not well-formed XML'],
    ['of other XML', '<html><body>Not found</body></html>', 'is XML but not a Green Button file'],
    ['with endless nesting', '<feed>' + '<a>'.repeat(10_000), 'has more than 60 elements inside each other'],
    ['with an endless text', `<feed><entry><content>${'x'.repeat(1_200_000)}`, 'characters without a tag'],
    ['with an endless document type', `<!DOCTYPE feed [${' '.repeat(1_200_000)}`, 'characters without a tag'],
  ])('refuses the whole file: %s', async (_name, text, reason) => {
    await expect(take(fileOf(text), { of: electric })).rejects.toThrow(reason)
    expect(await intervals()).toEqual([])
  })

  it('stores nothing from a file that breaks after thousands of readings', async () => {
    const hours = Array.from({ length: 8_000 }, (_none, hour) =>
      reading(new Date(Date.parse('2025-11-01T05:00:00Z') + hour * 3_600_000).toISOString(), hour),
    ).join('')
    const path = fileOf(feed({ readings: hours }))
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, `${text.slice(0, -9)}</fed>`)
    await expect(take(path, { of: electric })).rejects.toThrow('is not well-formed XML')
    expect([await intervals(), await daily()]).toEqual([[], []])
  })

  it('stores nothing in a dry run', async () => {
    const taken = await take(sample('solar-home.xml'), { dryRun: true })
    expect(taken.written).toBe(1)
    expect([await intervals(), await daily()]).toEqual([[], []])
  })

  it('refuses --account and --meter for a file with several usage points', async () => {
    await expect(take(sample('water-and-gas.xml'), { of: electric })).rejects.toThrow(
      'has 2 usage points (RetailCustomer/1/UsagePoint/02, RetailCustomer/1/UsagePoint/03 …)',
    )
  })
})
