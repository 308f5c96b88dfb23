import { type Benchmark, type BenchmarkOptions, type BenchmarkResult, compare, totals } from './support/benchmark.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import { overviewReads } from './support/fill-cooperative.ts'
import { type FilledCooperative, months, poolSize, readers, startCooperative } from './support/filled-portal.ts'
import { interleave, type Runs } from './support/interleave.ts'
import { compareReads, measureReads, readFrom, startReadFloor } from './support/member-reads.ts'
import { startPostgresql } from './support/postgresql-server.ts'

const atOnce = 32

export const overviewBenchmark: Benchmark = {
  name: 'P1',
  title: 'Account overview: its four reads',
  floor: 'the very statements of the portal, recorded and run again by node:http and pg; answers of the same size',
  run: (options) => withCleanUp((cleanUp) => runAgainstFloor(cleanUp, options)),
}

export const sizeBenchmark: Benchmark = {
  name: 'P12',
  title: 'Account overview in a cooperative a hundred times larger',
  floor: 'itself with 10,000 accounts',
  run: (options) => withCleanUp((cleanUp) => runAtTwoSizes(cleanUp, options)),
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

async function runAtTwoSizes(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  const server = await startPostgresql(cleanUp)
  const large = quick ? 200_000 : 1_000_000
  tell('Filling a cooperative of 10,000 accounts')
  const few = await startCooperative(cleanUp, server, 'few', 10_000)
  tell(`Filling a cooperative of ${large.toLocaleString('en-US')} accounts`)
  const many = await startCooperative(cleanUp, server, 'many', large)
  const seconds = quick ? 3 : 12
  const contender = <N extends string>(name: N, { portal, signedIn }: FilledCooperative) => ({
    name,
    run: () => measureReads(portal, readFrom(overviewReads), { signedIn, atOnce, seconds }),
  })
  const contenders = [contender('many', many), contender('few', few)]
  for (const { run } of contenders) await run()
  const runs: Runs<'many' | 'few'> = await interleave<'many' | 'few'>(quick ? 3 : 7, contenders, tell)
  const against = { ours: 'many', floor: 'few' } as const
  return {
    rows: [
      compare(runs, {
        what: 'p50 of an overview',
        unit: 'ms',
        figure: 'p50',
        ...against,
        goal: { text: '≤ 1.2 ×', isMet: (ratio) => ratio <= 1.2 },
      }),
      compare(runs, { what: 'p95 of an overview', unit: 'ms', figure: 'p95', ...against, goal: null }),
      compare(runs, { what: 'overviews', unit: '1/s', figure: 'perSecond', ...against, goal: null }),
    ],
    notes: [
      `${large.toLocaleString('en-US')} accounts against 10,000, ${months} bills and payments each, on one PostgreSQL with 512 MB of shared buffers; ${readers} members spread over all of them.`,
      `Overviews that failed: ${totals(runs, 'failed')}.`,
    ],
  }
}
