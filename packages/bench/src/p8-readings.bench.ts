import { createWriteStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Benchmark, type BenchmarkOptions, type BenchmarkResult, compare, figuresOf } from './support/benchmark.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import { coopline, runToEnd } from './support/coopline.ts'
import { importSettings, loadEnv, newKey } from './support/cooperative.ts'
import { fillCooperative, onConnection } from './support/fill-cooperative.ts'
import { interleave, type Runs } from './support/interleave.ts'
import { type PostgresqlServer, queryOnce, startPostgresql } from './support/postgresql-server.ts'

/** Quarter hours of a day, and the days of the files: none has a clock change. */
const [perDay, days] = [96, 30]
const firstDay = Date.UTC(2026, 4, 1, 5)
const quarterHour = 900_000

export const readingsBenchmark: Benchmark = {
  name: 'P8',
  title: 'Import of interval readings, CSV and Green Button XML',
  floor: 'COPY of the same readings into a table of one row each, with a primary key, streamed (pg-copy-streams)',
  run: (options) => withCleanUp((cleanUp) => run(cleanUp, options)),
}

async function run(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  const meters = quick ? 20 : 200
  const readings = meters * perDay * days
  const server = await startPostgresql(cleanUp)
  const folder = cleanUp.folder('p8')
  const env = { ...loadEnv(newKey()), DATA_DIR: folder }
  await makeMeters(server, { ...env, DATABASE_URL: server.url('meters') }, folder, meters)
  tell(`Writing files of ${readings.toLocaleString('en-US')} readings`)
  const { csv, xml, points } = await writeFiles(folder, meters)
  const fresh = async () => {
    await server.makeDatabase('run', 'meters')
    return { ...env, DATABASE_URL: server.url('run') }
  }
  const imported = (args: readonly string[]) => async () => {
    const { seconds, maxRssMb } = await coopline(
      ['import', 'readings', ...args, '--report', join(folder, 'report.csv')],
      await fresh(),
    )
    await checkCount(
      server.url('run'),
      'select sum(cardinality(used)) as rows from meter.interval_day where array_position(used, null) is null',
      readings,
    )
    return { perSecond: readings / seconds, maxRssMb }
  }
  const runs = await interleave<'csv' | 'xml' | 'copy'>(
    quick ? 3 : 5,
    [
      { name: 'csv', run: imported([csv]) },
      { name: 'xml', run: imported([xml, '--usage-points', points]) },
      {
        name: 'copy',
        run: async () => {
          const columns = { COLUMNS_readings: 'account_number, meter_number, start, used' }
          const copy = 'packages/bench/src/floors/copy-files.ts'
          const { seconds } = await runToEnd(copy, [folder, 'readings.csv'], { ...(await fresh()), ...columns })
          await checkCount(server.url('run'), 'select count(*) as rows from cis.reading', readings)
          return { perSecond: readings / seconds }
        },
      },
    ],
    tell,
  )
  return resultOf(runs, readings, meters)
}

/** Makes a database with meters of quarter hours, and a bare table for the floor. */
async function makeMeters(
  server: PostgresqlServer,
  env: Readonly<Record<string, string>>,
  folder: string,
  meters: number,
): Promise<void> {
  await server.makeDatabase('meters')
  await importSettings(env, folder)
  await fillCooperative(server.url('meters'), { accounts: meters, months: 1 })
  await onConnection(server.url('meters'), async (client) => {
    await client.query('update cis.meter set interval_minutes = 15')
    await client.query(`create table cis.reading (account_number text, meter_number text, start timestamptz, used numeric,
      primary key (account_number, meter_number, start))`)
  })
}

/** Writes the same readings as CSV and as Green Button XML. */
async function writeFiles(folder: string, meters: number) {
  const files = {
    csv: join(folder, 'readings.csv'),
    xml: join(folder, 'readings.xml'),
    points: join(folder, 'usage-points.csv'),
  }
  await pipeline(Readable.from(csvLines(meters)), createWriteStream(files.csv))
  await pipeline(Readable.from(xmlEntries(meters)), createWriteStream(files.xml))
  writeFileSync(files.points, usagePoints(meters))
  return files
}

function resultOf(runs: Runs<'csv' | 'xml' | 'copy'>, readings: number, meters: number): BenchmarkResult {
  const goal = { text: '≥ 0.40 ×', isMet: (ratio: number) => ratio >= 0.4 }
  const rate = { unit: '1/s', figure: 'perSecond', floor: 'copy', goal } as const
  return {
    rows: [
      compare(runs, { what: 'readings, CSV', ours: 'csv', ...rate }),
      compare(runs, { what: 'readings, Green Button XML', ours: 'xml', ...rate }),
    ],
    notes: [
      `${readings.toLocaleString('en-US')} quarter hours of ${meters} meters. Both are whole commands: the start of the process counts.`,
      'The import checks every reading against meters, clock and limits, finds gaps and repeated readings, keeps a day as one row, and sums the days; COPY writes one row for each reading.',
      `Peak memory of the import: CSV ${Math.max(...figuresOf(runs.csv, 'maxRssMb')).toFixed(0)} MB, XML ${Math.max(...figuresOf(runs.xml, 'maxRssMb')).toFixed(0)} MB.`,
    ],
  }
}

/** @throws Error when another number of readings came in. */
async function checkCount(url: string, statement: string, expected: number): Promise<void> {
  const [row] = await queryOnce(url, statement)
  if (Number(row?.['rows']) !== expected) throw new Error(`${String(row?.['rows'])} readings came in, not ${expected}`)
}

const accountOf = (meter: number): number => 100_000_000 + meter
/** Returns the usage of an interval in watt-hours. */
const used = (meter: number, index: number): number => 100 + ((meter * 7_919 + index * 104_729) % 900)

function* csvLines(meters: number): Generator<string> {
  yield 'account_number,meter_number,start,used\n'
  for (let meter = 0; meter < meters; meter += 1)
    for (let day = 0; day < days; day += 1) {
      const lines = Array.from({ length: perDay }, (_, quarter) => {
        const index = day * perDay + quarter
        const start = new Date(firstDay + index * quarterHour).toISOString().replace('.000Z', 'Z')
        return `${accountOf(meter)},E-${meter},${start},${used(meter, index) / 1_000}\n`
      })
      yield lines.join('')
    }
}

const usagePoints = (meters: number): string =>
  [
    'usage_point,account_number,meter_number',
    ...Array.from({ length: meters }, (_, meter) => `P${meter},${accountOf(meter)},E-${meter}`),
  ].join('\n')

const entry = (path: string, related: string, content: string): string =>
  `<entry><link rel="self" href="/espi/1_1/resource/Subscription/1/UsagePoint/${path}"/>${related}<content>${content}</content></entry>\n`

function* xmlEntries(meters: number): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:espi="http://naesb.org/espi">\n'
  const type =
    '<espi:ReadingType><espi:accumulationBehaviour>4</espi:accumulationBehaviour><espi:flowDirection>1</espi:flowDirection><espi:intervalLength>900</espi:intervalLength><espi:powerOfTenMultiplier>0</espi:powerOfTenMultiplier><espi:uom>72</espi:uom></espi:ReadingType>'
  yield `<entry><link rel="self" href="/espi/1_1/resource/ReadingType/1"/><content>${type}</content></entry>\n`
  for (let meter = 0; meter < meters; meter += 1) {
    yield entry(
      `P${meter}`,
      '',
      '<espi:UsagePoint><espi:ServiceCategory><espi:kind>0</espi:kind></espi:ServiceCategory></espi:UsagePoint>',
    )
    yield entry(
      `P${meter}/MeterReading/1`,
      '<link rel="related" href="/espi/1_1/resource/ReadingType/1"/>',
      '<espi:MeterReading/>',
    )
    for (let day = 0; day < days; day += 1) {
      const at = (index: number) => (firstDay + index * quarterHour) / 1_000
      const first = day * perDay
      const readings = Array.from({ length: perDay }, (_, quarter) => {
        const period = `<espi:timePeriod><espi:duration>900</espi:duration><espi:start>${at(first + quarter)}</espi:start></espi:timePeriod>`
        return `<espi:IntervalReading>${period}<espi:value>${used(meter, first + quarter)}</espi:value></espi:IntervalReading>`
      })
      const interval = `<espi:interval><espi:duration>86400</espi:duration><espi:start>${at(first)}</espi:start></espi:interval>`
      yield entry(
        `P${meter}/MeterReading/1/IntervalBlock/${day}`,
        '',
        `<espi:IntervalBlock>${interval}${readings.join('')}</espi:IntervalBlock>`,
      )
    }
  }
  yield '</feed>\n'
}
