import { cpSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Benchmark,
  type BenchmarkOptions,
  type BenchmarkResult,
  compare,
  figuresOf,
  type Row,
} from './support/benchmark.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import { loadEnv, makeCooperative, newKey } from './support/cooperative.ts'
import { interleave, type Runs } from './support/interleave.ts'
import { floorProcess, portalProcess } from './support/portal-process.ts'
import { startPostgresql } from './support/postgresql-server.ts'
import { type ServerProcess, startServer } from './support/processes.ts'
import { spreadOf } from './support/statistics.ts'

export const startBenchmark: Benchmark = {
  name: 'P14',
  title: 'From process start to ready, on a database that is there',
  floor: 'a bare server that opens the same database, asks it one thing and listens',
  run: (options) => withCleanUp((cleanUp) => run(cleanUp, options)),
}

type Name = 'coopline' | 'floor' | 'coopline-pglite' | 'floor-pglite'

async function run(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  const size = { accounts: quick ? 200 : 2_000, months: 12 }
  const server = await startPostgresql(cleanUp)
  const folder = cleanUp.folder('p14')
  const [ours, bare] = [join(folder, 'ours'), join(folder, 'bare')]
  const env = { ...loadEnv(newKey()), WORKERS: 'Y', DATA_DIR: ours }
  const onPostgresql = { ...env, DATABASE_URL: server.url('portal') }
  await server.makeDatabase('portal')
  await makeCooperative(onPostgresql, folder, size)
  await makeCooperative(env, folder, size)
  // The first start makes what later ones find: the tables of the job queue.
  for (const first of [onPostgresql, env]) await startOnce(cleanUp, portalProcess(first))
  cpSync(ours, bare, { recursive: true })
  const once = (process: ServerProcess) => () => startOnce(cleanUp, process)
  const runs = await interleave<Name>(
    quick ? 3 : 9,
    [
      { name: 'coopline', run: once(portalProcess(onPostgresql)) },
      { name: 'floor', run: once(floorProcess('ready-server.ts', { DATABASE_URL: server.url('portal') })) },
      { name: 'coopline-pglite', run: once(portalProcess(env)) },
      { name: 'floor-pglite', run: once(floorProcess('ready-server.ts', { DATA_DIR: bare })) },
    ],
    tell,
  )
  return {
    rows: [
      compare(runs, { what: 'ready, PostgreSQL', ...ready, ours: 'coopline', floor: 'floor', goal: null }),
      more(runs, 'coopline', 'floor', 'PostgreSQL', 1500),
      compare(runs, { what: 'ready, PGlite', ...ready, ours: 'coopline-pglite', floor: 'floor-pglite', goal: null }),
      more(runs, 'coopline-pglite', 'floor-pglite', 'PGlite', 3000),
    ],
    notes: [
      `Ready: GET /readyz answers 200. A cooperative of ${size.accounts} accounts, migrated and started once before; jobs run in the process.`,
      'The floor loads its driver and nothing else; ended with SIGTERM between runs on both sides.',
    ],
  }
}

const ready = { unit: 'ms', figure: 'readyMs' } as const

async function startOnce(cleanUp: CleanUp, process: ServerProcess) {
  const server = await startServer(cleanUp, process)
  await server.stop()
  return { readyMs: server.readyAfterMs }
}

/** Compares the milliseconds that ours and the floor take to be ready, pair by pair. */
function more(runs: Runs<Name>, ours: Name, floor: Name, where: string, mostMs: number): Row {
  const bare = figuresOf(runs[floor], 'readyMs')
  const spread = spreadOf(figuresOf(runs[ours], 'readyMs').map((value, index) => value - (bare[index] ?? Number.NaN)))
  const goal = `≤ ${mostMs.toLocaleString('en-US')} ms`
  const what = `more than the floor, ${where}`
  return { what, unit: 'ms', ours: spread, floor: null, ratio: null, goal, met: spread.median <= mostMs }
}
