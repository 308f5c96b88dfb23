import { apiPrefix } from '@coopline/contract/paths'
import { type Benchmark, type BenchmarkOptions, type BenchmarkResult, compare, totals } from './support/benchmark.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import type { Reader } from './support/fill-cooperative.ts'
import { fillReadings } from './support/fill-readings.ts'
import { startCooperative } from './support/filled-portal.ts'
import { interleave } from './support/interleave.ts'
import { compareReads, measureReads, readFrom, startReadFloor } from './support/member-reads.ts'
import { startPostgresql } from './support/postgresql-server.ts'

/** Members who look at their usage at the same time. */
const atOnce = 8

export const usageBenchmark: Benchmark = {
  name: 'P5',
  title: 'Daily usage and weather, 180 days, one meter',
  floor:
    'the very statements of the portal, recorded and run again by node:http and pg; JSON.stringify of the same answers',
  run: (options) => withCleanUp((cleanUp) => runAgainstFloor(cleanUp, options)),
}

export const usageSizeBenchmark: Benchmark = {
  name: 'USAGE',
  title: 'Daily usage with 13 months of days of many more meters',
  floor: 'itself with 10,000 meters',
  run: (options) => withCleanUp((cleanUp) => runAtTwoSizes(cleanUp, options)),
}

/** Lists the requests of the daily view of the usage page. The range includes both days. */
function usageReads({ memberNumber, accountNumber }: Reader): readonly string[] {
  const usage = `${apiPrefix}/v3/members/${memberNumber}/accounts/${accountNumber}/usage`
  return ['daily', 'temperatures'].map((read) => `${usage}/${read}?fromDate=2026-05-05&toDate=2026-10-31`)
}

async function runAgainstFloor(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  const server = await startPostgresql(cleanUp)
  const meters = quick ? 500 : 10_000
  tell(`Filling a cooperative of ${meters.toLocaleString('en-US')} meters`)
  const filled = await startCooperative(cleanUp, server, 'coopline', meters, {
    fillMore: (url) => fillReadings(url, meters),
  })
  const floor = await startReadFloor(cleanUp, server, filled, usageReads, true)
  const runs = await compareReads(filled, floor, usageReads, { atOnce, quick, tell })
  const against = { ours: 'coopline', floor: 'floor' } as const
  return {
    rows: [
      compare(runs, {
        what: 'p50 of 180 days',
        unit: 'ms',
        figure: 'p50',
        ...against,
        goal: { text: '≤ 1.3 ×', isMet: (ratio) => ratio <= 1.3 },
      }),
      compare(runs, { what: 'p95 of 180 days', unit: 'ms', figure: 'p95', ...against, goal: null }),
      compare(runs, { what: '180 days', unit: '1/s', figure: 'perSecond', ...against, goal: null }),
    ],
    notes: [
      `${atOnce} connections; one piece of work is the two reads of the daily view, one after another; one process each.`,
      `Size of the answers: ${floor.recorded.reads.map(({ answer }) => `${Math.round(answer.length / 1024)} KB`).join(' + ')}; statements: ${floor.recorded.reads.map(({ statements }) => statements.length).join(' + ')}, the session's included.`,
      `Reads that failed: ${totals(runs, 'failed')}.`,
    ],
  }
}

async function runAtTwoSizes(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  const server = await startPostgresql(cleanUp)
  const [small, large] = quick ? [500, 5_000] : [10_000, Number(process.env['BENCH_METERS'] ?? 1_000_000)]
  const fill = async (name: string, meters: number) => {
    tell(`Filling a cooperative of ${meters.toLocaleString('en-US')} meters with 13 months of days`)
    const { portal, signedIn } = await startCooperative(cleanUp, server, name, meters, {
      fillMore: (url) => fillReadings(url, meters),
    })
    return async () => measureReads(portal, readFrom(usageReads), { signedIn, atOnce, seconds: quick ? 3 : 12 })
  }
  const contenders = [
    { name: 'many' as const, run: await fill('many', large) },
    { name: 'few' as const, run: await fill('few', small) },
  ]
  for (const { run } of contenders) await run()
  const runs = await interleave<'many' | 'few'>(quick ? 3 : 7, contenders, tell)
  const against = { ours: 'many', floor: 'few' } as const
  return {
    rows: [
      compare(runs, {
        what: 'p95 of the daily view',
        unit: 'ms',
        figure: 'p95',
        ...against,
        goal: { text: '≤ 1.2 ×', isMet: (ratio) => ratio <= 1.2 },
      }),
      compare(runs, { what: 'p50 of the daily view', unit: 'ms', figure: 'p50', ...against, goal: null }),
    ],
    notes: [
      `${large.toLocaleString('en-US')} meters against ${small.toLocaleString('en-US')} on one PostgreSQL with 512 MB of shared buffers, a partition for each month. BENCH_METERS=N takes another number; a million needs 60 GB.`,
      `Reads that failed: ${totals(runs, 'failed')}.`,
    ],
  }
}
