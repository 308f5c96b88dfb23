import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { apiPrefix } from '@coopline/contract/paths'
import { alone, type Benchmark, type BenchmarkOptions, type BenchmarkResult } from './support/benchmark.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import { onConnection, type Reader } from './support/fill-cooperative.ts'
import { startCooperative } from './support/filled-portal.ts'
import { startPostgresql } from './support/postgresql-server.ts'
import type { RunningServer } from './support/processes.ts'

/** The last day of the readings, and how many days there are: three years. */
const [from, to, days] = ['2023-11-01', '2026-10-31', 1_096]
const hook = join(import.meta.dirname, 'support/report-holdings.ts')

export const exportBenchmark: Benchmark = {
  name: 'EXPORT',
  title: 'Download of three years of 5-minute readings',
  floor: '–',
  run: (options) => withCleanUp((cleanUp) => run(cleanUp, options)),
}

async function run(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  const server = await startPostgresql(cleanUp)
  tell(`Filling a meter with ${days * 288} readings`)
  const options = { fillMore: fillIntervals, settings: { usageFilesPerHour: 100_000 }, execArgv: ['--import', hook] }
  const { portal, signedIn } = await startCooperative(cleanUp, server, 'coopline', 300, options)
  const [reader] = signedIn
  if (reader === undefined) throw new Error('A reader is needed')
  const before = await holdings(portal)
  const rows = []
  for (const [what, path] of [
    ['CSV', 'usage/csv'],
    ['Green Button XML', 'green-button'],
  ] as const) {
    const rates: number[] = []
    let bytes = 0
    let peakMb = 0
    for (let round = 0; round < (quick ? 2 : 5); round += 1) {
      const begun = performance.now()
      bytes = await download(portal, reader, path, async () => {
        peakMb = Math.max(peakMb, (await holdings(portal)).memoryMb)
      })
      const rate = bytes / 1024 ** 2 / ((performance.now() - begun) / 1_000)
      rates.push(rate)
      tell(`${what}: ${rate.toFixed(1)} MB/s`)
    }
    rows.push(alone(`${what}, ${(bytes / 1024 ** 2).toFixed(1)} MB`, 'MB/s', rates))
    rows.push(alone(`${what}: most memory more than before`, 'MB', [peakMb - before.memoryMb]))
  }
  return {
    rows,
    notes: [
      `One meter with ${(days * 288).toLocaleString('en-US')} readings; memory is the resident set of the portal's process, asked about every fiftieth piece.`,
    ],
  }
}

/** Gives the first meter of a filled cooperative three years of 5-minute readings. The days of a clock change have gaps. */
async function fillIntervals(url: string): Promise<void> {
  await onConnection(url, async (client) => {
    await client.query(`select meter.create_months('${from}', '${to}')`)
    await client.query(`update cis.meter set interval_minutes = 5 where account_number = '100000000'`)
    await client.query(
      `insert into meter.interval_day (account_number, meter_number, day, minutes, used, status)
         select '100000000', 'E-0', d, 5, (select array_agg(20 + (i * 7919 + extract(doy from d)::integer * 104729) % 300 order by i)
           from generate_series(0, 287) as i), 'actual'
         from generate_series(date '${from}', date '${to}', interval '1 day') as d
         where extract(month from d) not in (3, 11) or extract(dow from d) <> 0`,
    )
  })
}

interface Holdings {
  readonly memoryMb: number
}

const holdings = async ({ ask }: RunningServer): Promise<Holdings> => (await ask()) as Holdings

/** Downloads a file and forgets it. @returns its bytes. @throws Error when it does not come whole. */
async function download(
  { origin }: RunningServer,
  { memberNumber, accountNumber, headers }: Reader,
  file: string,
  look: () => Promise<void>,
): Promise<number> {
  const path = `${apiPrefix}/v3/members/${memberNumber}/accounts/${accountNumber}/${file}?fromDate=${from}&toDate=${to}`
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(origin + path, { headers }, resolve)
      .on('error', reject)
      .end()
  })
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`)
  let [bytes, pieces] = [0, 0]
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length
    pieces += 1
    if (pieces % 50 === 0) await look()
  }
  return bytes
}
