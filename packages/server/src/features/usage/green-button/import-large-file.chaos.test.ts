import { spawn } from 'node:child_process'
import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../../../platform/db/migrate.ts'
import type { OpenDatabase } from '../../../platform/db/open-database.ts'
import { openPostgresql } from '../../../platform/db/open-postgresql.ts'
import { processEnvironment } from '../../../testing/portal-process.ts'
import { type PostgresqlServer, startPostgresql } from '../../../testing/postgresql-server.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedMeter } from '../../../testing/seed-usage.ts'

const megabyte = 1_048_576
const command = join(import.meta.dirname, '../../../cli/coopline.ts')
const [accountNumber, daysPerMeter] = ['100100101', 365] as const
const mostMeters = 19

let postgresql: PostgresqlServer
let database: OpenDatabase
let folder: string
beforeAll(async () => {
  postgresql = await startPostgresql()
  const options = { poolSize: 2, acquireTimeoutMs: 30_000, statementTimeoutMs: 60_000, onError: () => {} }
  const admin = openPostgresql({ ...options, url: postgresql.url('postgres') })
  await admin.runScript('create database large')
  await admin.close()
  database = openPostgresql({ ...options, url: postgresql.url('large') })
  await migrate(database)
  folder = mkdtempSync(join(tmpdir(), 'coopline-large-'))
  await seedAccount(database.db)
  const lines = ['usage_point,account_number,meter_number']
  for (let meter = 1; meter <= mostMeters; meter += 1) {
    await seedMeter(database.db, { accountNumber, meterNumber: `L-${meter}` })
    lines.push(`RetailCustomer/1/UsagePoint/${meter},${accountNumber},L-${meter}`)
  }
  await database.db.updateTable('cis.meter').set({ interval_minutes: 15 }).execute()
  writeFileSync(join(folder, 'usage-points.csv'), `${lines.join('\n')}\n`)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.close()
  await postgresql.stop()
})

/** A year of 15-minute readings for each meter, in the style of other utilities: with indentation and prefixes. */
function* feedOf(meters: number): Generator<string> {
  const entry = (self: string, related: string, content: string) =>
    `<entry>\n<id>urn:uuid:${self}</id>\n<link rel="self" href="${self}"/>\n<link rel="related" href="${related}"/>\n<title/>\n<content>${content}</content>\n</entry>\n`
  const resource = 'xmlns:espi="http://naesb.org/espi"'
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n`
  yield entry(
    'ReadingType/1',
    '',
    `<espi:ReadingType ${resource}><espi:accumulationBehaviour>4</espi:accumulationBehaviour><espi:commodity>1</espi:commodity><espi:flowDirection>1</espi:flowDirection><espi:intervalLength>900</espi:intervalLength><espi:kind>12</espi:kind><espi:powerOfTenMultiplier>0</espi:powerOfTenMultiplier><espi:uom>72</espi:uom></espi:ReadingType>`,
  )
  for (let meter = 1; meter <= meters; meter += 1) {
    const point = `RetailCustomer/1/UsagePoint/${meter}`
    const reading = `${point}/MeterReading/1`
    yield entry(point, `${point}/MeterReading`, `<espi:UsagePoint ${resource}/>`)
    yield entry(reading, 'ReadingType/1', `<espi:MeterReading ${resource}/>`)
    // The year begins and ends at a local midnight, so that no day lacks a part.
    for (let day = 0; day < daysPerMeter; day += 1) {
      const start = Date.parse('2025-06-01T05:00:00Z') / 1_000 + day * 86_400
      let readings = ''
      for (let at = 0; at < 96; at += 1)
        readings += `<espi:IntervalReading><espi:timePeriod><espi:duration>900</espi:duration><espi:start>${start + at * 900}</espi:start></espi:timePeriod><espi:value>${100 + ((meter + at) % 50)}</espi:value></espi:IntervalReading>\n`
      yield entry(
        `${reading}/IntervalBlock/${day}`,
        '',
        `<espi:IntervalBlock ${resource}><espi:interval><espi:duration>86400</espi:duration><espi:start>${start}</espi:start></espi:interval>${readings}</espi:IntervalBlock>`,
      )
    }
  }
  yield '</feed>\n'
}

async function writeFeed(name: string, meters: number): Promise<string> {
  const path = join(folder, name)
  await pipeline(Readable.from(feedOf(meters)), createWriteStream(path))
  return path
}

/** Starts `coopline import readings` in a separate process. */
function startImport(path: string) {
  const [peakFile, report] = [`${path}.peak`, `${path}.report.csv`]
  const words = ['import', 'readings', path, '--usage-points', join(folder, 'usage-points.csv'), '--report', report]
  const child = spawn(process.execPath, [command, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: processEnvironment({
      DATABASE_URL: postgresql.url('large'),
      NODE_OPTIONS: `--import=${import.meta.resolve('../../../testing/report-peak.ts')}`,
      PEAK_FILE: peakFile,
    }),
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      printed += piece.toString()
    })
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve))
  return {
    kill: () => child.kill('SIGKILL'),
    finish: async () => {
      const exitCode = await ended
      const peak = existsSync(peakFile) ? Number(readFileSync(peakFile, 'utf8')) : Number.NaN
      return { exitCode, peak, printed, report: existsSync(report) ? readFileSync(report, 'utf8') : '' }
    },
  }
}

const stored = async () => {
  const { rows } = await sql<{ readonly days: number; readonly sum: number }>`
    select count(*)::int as days, coalesce(sum((select sum(value) from unnest(used) as value)), 0)::bigint as sum
    from meter.interval_day`.execute(database.db)
  return rows[0]
}

/** Returns the sum of the readings of the first `meters` meters. */
const sumOf = (meters: number) => {
  let sum = 0
  for (let meter = 1; meter <= meters; meter += 1) for (let at = 0; at < 96; at += 1) sum += 100 + ((meter + at) % 50)
  return sum * daysPerMeter
}

const nothing = { days: 0, sum: 0 }

it('imports nothing of a file that ends in the middle, and says so', async () => {
  const path = await writeFeed('cut.xml', 3)
  truncateSync(path, Math.floor(statSync(path).size * 0.6))
  const { exitCode, printed } = await startImport(path).finish()
  expect(exitCode).toBe(1)
  expect(printed).toMatch(/cut\.xml line \d+: the file ends in the middle: .*Nothing of it was imported\./u)
  expect(await stored()).toEqual(nothing)
})

it('imports a file of 100 MB in the memory that one of 10 MB takes, and nothing of it when it is killed', async () => {
  const small = await writeFeed('small.xml', 2)
  const large = await writeFeed('large.xml', mostMeters)
  const sizes = [small, large].map((path) => statSync(path).size / megabyte)
  expect(sizes[1]).toBeGreaterThan(100)

  const killed = startImport(large)
  await expect
    .poll(
      async () =>
        (
          await sql`select from pg_stat_activity where datname = 'large' and xact_start is not null
            and query like '%insert into meter.interval_day%'`.execute(database.db)
        ).rows.length,
      { timeout: 300_000, interval: 20 },
    )
    .toBeGreaterThan(0)
  killed.kill()
  expect((await killed.finish()).exitCode).toBeNull()
  expect(await stored()).toEqual(nothing)

  const first = await startImport(small).finish()
  expect([first.exitCode, first.report]).toEqual([0, ''])
  expect(await stored()).toMatchObject({ sum: sumOf(2) })
  const started = performance.now()
  const second = await startImport(large).finish()
  const seconds = (performance.now() - started) / 1_000
  expect([second.exitCode, second.report]).toEqual([0, ''])
  expect(second.printed).toMatch(/^large\.xml: \d+ rows, \d+ days written, 0 refused, 0 notices\n$/u)
  expect(await stored()).toMatchObject({ sum: sumOf(mostMeters) })

  const peaks = [first.peak, second.peak].map((bytes) => bytes / megabyte)
  const figures = [0, 1].map((at) => `${sizes[at]?.toFixed(1)} MB: peak ${peaks[at]?.toFixed(0)} MB resident`)
  process.stdout.write(`Green Button import: ${figures.join('; ')}; ${seconds.toFixed(0)} s for the larger one\n`)
  expect(peaks[1]).toBeLessThan(320)
  expect(peaks[1]).toBeLessThan((peaks[0] ?? 0) + 128)
})
