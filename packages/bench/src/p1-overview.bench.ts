import { type Benchmark, type BenchmarkOptions, type BenchmarkResult, compare, totals } from './support/benchmark.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import { overviewReads } from './support/fill-cooperative.ts'
import { poolSize, readers, startCooperative } from './support/filled-portal.ts'
import { compareReads, startReadFloor } from './support/member-reads.ts'
import { startPostgresql } from './support/postgresql-server.ts'

const atOnce = 32

export const overviewBenchmark: Benchmark = {
  name: 'P1',
  title: 'Account overview: its four reads',
  floor: 'the very statements of the portal, recorded and run again by node:http and pg; answers of the same size',
  run: (options) => withCleanUp((cleanUp) => runAgainstFloor(cleanUp, options)),
}

async function runAgainstFloor(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  const server = await startPostgresql(cleanUp)
  tell('Filling a cooperative of 10,000 accounts')
  const filled = await startCooperative(cleanUp, server, 'coopline', 10_000)
  const floor = await startReadFloor(cleanUp, server, filled, overviewReads)

  const runs = await compareReads(filled, floor, overviewReads, { atOnce, quick, tell })
  const against = { ours: 'coopline', floor: 'floor' } as const
  return {
    rows: [
      compare(runs, {
        what: 'overviews',
        unit: '1/s',
        figure: 'perSecond',
        ...against,
        goal: { text: '≥ 0.80 ×', isMet: (ratio) => ratio >= 0.8 },
      }),
      compare(runs, { what: 'p50 of an overview', unit: 'ms', figure: 'p50', ...against, goal: null }),
      compare(runs, {
        what: 'p95 of an overview',
        unit: 'ms',
        figure: 'p95',
        ...against,
        goal: { text: '≤ 1.3 ×', isMet: (ratio) => ratio <= 1.3 },
      }),
    ],
    notes: [
      `${atOnce} connections, ${readers} members; an overview is its four reads one after another; ${poolSize} connections to the database each; one process each.`,
      `Statements of the reads: ${floor.recorded.reads.map(({ statements }) => statements.length).join(' + ')} (accounts, account, bills, payments), the session's included.`,
      `Overviews that failed: ${totals(runs, 'failed')}.`,
    ],
  }
}
