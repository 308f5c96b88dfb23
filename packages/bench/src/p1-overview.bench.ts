import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadRecipe } from './floors/read-recipe.ts'
import {
  type Benchmark,
  type BenchmarkOptions,
  type BenchmarkResult,
  compare,
  throughput,
  totals,
} from './support/benchmark.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import { overviewReads, type Reader } from './support/fill-cooperative.ts'
import { type FilledCooperative, months, poolSize, readers, startCooperative } from './support/filled-portal.ts'
import { createClient, type HttpClient } from './support/http-client.ts'
import { interleave, type Runs } from './support/interleave.ts'
import { loadFor, loadTimes } from './support/load.ts'
import { floorProcess } from './support/portal-process.ts'
import { type PostgresqlServer, startPostgresql } from './support/postgresql-server.ts'
import { type RunningServer, startServer } from './support/processes.ts'
import { recordStatements } from './support/record-statements.ts'

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
  const { portal, url, signedIn } = await startCooperative(cleanUp, server, 'coopline', 10_000)
  const recipe = join(cleanUp.folder('p1'), 'recipe.json')
  const recorded = await recordReads(cleanUp, server, portal, signedIn)
  writeFileSync(recipe, JSON.stringify(recorded))
  const floor = floorProcess('read-server.ts', { RECIPE: recipe, DATABASE_POOL: poolSize, DATABASE_URL: url })
  const bare = await startServer(cleanUp, floor)

  const seconds = quick ? 3 : 12
  const ours = () => measure(portal, signedIn, seconds, readOurs)
  const theirs = () => measure(bare, signedIn, seconds, readTheirs)
  await ours()
  await theirs()
  const runs = await interleave<'coopline' | 'floor'>(
    quick ? 3 : 7,
    [
      { name: 'coopline', run: ours },
      { name: 'floor', run: theirs },
    ],
    tell,
  )
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
      `Statements of the reads: ${recorded.reads.map(({ statements }) => statements.length).join(' + ')} (accounts, account, bills, payments), the session's included.`,
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
    run: () => measure(portal, signedIn, seconds, readOurs),
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

/** The reads of one member, recorded after another one's, so that nothing is done for the first time. */
async function recordReads(
  cleanUp: CleanUp,
  server: PostgresqlServer,
  portal: RunningServer,
  [first, second]: readonly Reader[],
): Promise<ReadRecipe> {
  if (first === undefined || second === undefined) throw new Error('Two readers are needed')
  const client = createClient(portal.origin, 1)
  cleanUp.add(client.close)
  await loadTimes(2, 1, async () => readOurs(client, first))
  await readOurs(client, second)
  const answers: string[] = []
  const statements = await recordStatements(
    server,
    overviewReads(second).map((path) => async () => {
      const { text } = await client.call({ method: 'GET', path, headers: second.headers })
      answers.push(text)
    }),
  )
  return {
    reader: { ...second, tokenHash: `\\x${second.tokenHash.toString('hex')}` },
    reads: statements.map((said, index) => ({ statements: said, answer: answers[index] ?? '' })),
  }
}

type Read = (client: HttpClient, reader: Reader) => Promise<void>

const readOurs: Read = async (client, reader) => {
  for (const path of overviewReads(reader)) await client.call({ method: 'GET', path, headers: reader.headers })
}

const readTheirs: Read = async (client, { memberNumber, accountNumber, loginId, tokenHash }) => {
  const headers = {
    'x-member': memberNumber,
    'x-account': accountNumber,
    'x-login': loginId,
    'x-token-hash': `\\x${tokenHash.toString('hex')}`,
  }
  for (const read of [0, 1, 2, 3]) await client.call({ method: 'GET', path: `/${read}`, headers })
}

async function measure(server: RunningServer, signedIn: readonly Reader[], seconds: number, read: Read) {
  const client = createClient(server.origin, atOnce)
  try {
    return throughput(
      await loadFor(seconds, atOnce, async (index) => {
        const reader = signedIn[(index * 97) % signedIn.length]
        if (reader !== undefined) await read(client, reader)
      }),
    )
  } finally {
    client.close()
  }
}
