import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildWebIfNeeded } from '../../../tools/launch/build-web.ts'
import {
  alone,
  type Benchmark,
  type BenchmarkOptions,
  type BenchmarkResult,
  compare,
  figuresOf,
  type Row,
} from './support/benchmark.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import { loadEnv, makeCooperative, newKey } from './support/cooperative.ts'
import { runToEnd } from './support/coopline.ts'
import type { FrozenFile } from './support/freeze-page.ts'
import { hostileKinds } from './support/hostile-kinds.ts'
import { createClient } from './support/http-client.ts'
import { interleave, type Runs } from './support/interleave.ts'
import { loadFor } from './support/load.ts'
import { floorProcess, portalProcess } from './support/portal-process.ts'
import { startPostgresql } from './support/postgresql-server.ts'
import { holdingsOf, type RunningServer, type ServerProcess, startServer, watched } from './support/processes.ts'
import type { Holdings } from './support/report-holdings.ts'
import { percentile, spreadOf } from './support/statistics.ts'

export const hostileLoadBenchmark: Benchmark = {
  name: 'P13',
  title: 'Memory and stalls of a serving process under ordinary and hostile load',
  floor: 'a bare static server with the same answers, under the same load',
  run: (options) => withCleanUp((cleanUp) => run(cleanUp, options)),
}

type Name = 'coopline' | 'floor'

/** The paths that visitors request. The floor serves the same answers as files. */
const paths = ['/livez', '/api/v3/site', '/home', '/api/openapi.json']
const visitors = 16
const probeEveryMs = 50
/** The number of times that memory is read during the ordinary load. */
const samples = 12
/** Time that the process may take to clean up after the last hostile client has left. */
const settleMs = 5_000

interface Times {
  readonly ordinarySeconds: number
  /** The seconds of each kind of hostile client. */
  readonly hostileSeconds: number
}

async function run(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  buildWebIfNeeded(tell)
  const times = quick ? { ordinarySeconds: 6, hostileSeconds: 3 } : { ordinarySeconds: 300, hostileSeconds: 50 }
  const database = await startPostgresql(cleanUp)
  await database.makeDatabase('coopline')
  const folder = cleanUp.folder('p13')
  // Hostile clients come from addresses of their own, not from a trusted proxy: the limits for each address count them.
  const { TRUSTED_PROXIES: _none, ...load } = loadEnv(newKey())
  const env = { ...load, DATA_DIR: folder, DATABASE_URL: database.url('coopline') }
  await makeCooperative(env, folder, { accounts: 200, months: 2 })
  const files = join(folder, 'floor.json')
  const portal = await startServer(cleanUp, portalProcess(env))
  writeFileSync(files, JSON.stringify(await Promise.all(paths.map(async (path) => fetchFile(portal.origin, path)))))
  await portal.stop()
  const once = (process: ServerProcess) => () => putThrough(cleanUp, process, times, tell)
  const runs = await interleave<Name>(
    quick ? 1 : 2,
    [
      { name: 'coopline', run: once(portalProcess(env)) },
      { name: 'floor', run: once(floorProcess('static-server.ts', { FILES: files })) },
    ],
    tell,
  )
  return {
    rows: rowsOf(runs),
    notes: [
      `Ordinary load: ${visitors} visitors ask for ${paths.join(', ')} for ${times.ordinarySeconds} s. Hostile load: 192 clients from 24 addresses, ${times.hostileSeconds} s for each of: ${hostileKinds.join('; ')}.`,
      'Memory is the resident set of the server process, after every kind of load and once the hostile clients have left. Flat: the last third of the ordinary load against the second.',
      `A stall is the longest time in which the process did nothing else, from its own event loop. Meanwhile another client asks for /livez every ${probeEveryMs} ms; the load comes from a process of its own.`,
      'The floor keeps no limits and no log, and never asks a database. The limit of requests per client is raised; those of connections, pipelining and slow readers are as they come.',
    ],
  }
}

async function fetchFile(origin: string, path: string): Promise<FrozenFile> {
  const answer = await fetch(origin + path)
  const type = answer.headers.get('content-type') ?? ''
  return { path, type, brotli: false, base64: Buffer.from(await answer.arrayBuffer()).toString('base64') }
}

/** Starts a server, runs ordinary and then hostile load, and measures its memory and stalls. */
async function putThrough(
  cleanUp: CleanUp,
  process: ServerProcess,
  { ordinarySeconds, hostileSeconds }: Times,
  tell: (line: string) => void,
) {
  const server = await startServer(cleanUp, watched(process))
  const holdings = async () => holdingsOf(server)
  try {
    const atStart = await holdings()
    const ordinary: Holdings[] = []
    for (let sample = 0; sample < samples; sample += 1) {
      await visit(server, ordinarySeconds / samples)
      ordinary.push(await holdings())
    }
    const hostile: Holdings[] = []
    const probes: number[] = []
    for (const kind of hostileKinds) {
      const [answered] = await Promise.all([
        probe(server, hostileSeconds),
        runToEnd('packages/bench/src/support/send-hostile.ts', [server.origin, kind, String(hostileSeconds)], {}),
      ])
      hostile.push(await holdings())
      probes.push(...answered)
      tell(`${kind}: ${hostile.at(-1)?.memoryMb.toFixed(0)} MB, stall ${hostile.at(-1)?.longestStallMs.toFixed(0)} ms`)
    }
    await sleep(settleMs)
    return {
      ...memoryFigures(atStart, ordinary, hostile, await holdings()),
      ...stallFigures(ordinary, hostile, probes),
    }
  } finally {
    await server.stop()
  }
}

async function visit(server: RunningServer, seconds: number): Promise<void> {
  const client = createClient(server.origin, visitors)
  try {
    const ask = async (index: number) =>
      void (await client.call({ method: 'GET', path: paths[index % paths.length] ?? '/livez' }))
    await loadFor(seconds, visitors, ask)
  } finally {
    client.close()
  }
}

/** Requests /livez again and again, on a new connection each time, and returns the times in milliseconds. */
async function probe(server: RunningServer, seconds: number): Promise<readonly number[]> {
  const until = performance.now() + seconds * 1000
  const times: number[] = []
  while (performance.now() < until) {
    const client = createClient(server.origin, 1)
    const begun = performance.now()
    await client.call({ method: 'GET', path: '/livez' })
    times.push(performance.now() - begun)
    client.close()
    await sleep(probeEveryMs)
  }
  return times
}

function memoryFigures(
  atStart: Holdings,
  ordinary: readonly Holdings[],
  hostile: readonly Holdings[],
  atEnd: Holdings,
) {
  const median = (some: readonly Holdings[]) => spreadOf(some.map(({ memoryMb }) => memoryMb)).median
  const third = samples / 3
  return {
    startMb: atStart.memoryMb,
    ordinaryMb: median(ordinary.slice(-third)),
    growth: median(ordinary.slice(-third)) / median(ordinary.slice(third, 2 * third)),
    hostileMb: Math.max(...hostile.map(({ memoryMb }) => memoryMb)),
    endMb: atEnd.memoryMb,
  }
}

const stallFigures = (ordinary: readonly Holdings[], hostile: readonly Holdings[], probes: readonly number[]) => ({
  ordinaryStallMs: Math.max(...ordinary.map(({ longestStallMs }) => longestStallMs)),
  hostileStallMs: Math.max(...hostile.map(({ longestStallMs }) => longestStallMs)),
  probeP99: percentile(probes, 0.99),
})

function rowsOf(runs: Runs<Name>): readonly Row[] {
  const both = (what: string, unit: string, figure: string) =>
    compare(runs, { what, unit, figure, ours: 'coopline', floor: 'floor', goal: null })
  return [
    both('memory, ready', 'MB', 'startMb'),
    both('memory after the ordinary load', 'MB', 'ordinaryMb'),
    moreMemory(runs, 'ordinaryMb', 'after the ordinary load'),
    alone('last third of the ordinary load ÷ the second', '×', figuresOf(runs.coopline, 'growth'), {
      text: '≤ 1.10 ×',
      isMet: (median) => median <= 1.1,
    }),
    both('most memory under hostile load', 'MB', 'hostileMb'),
    both('memory once the hostile clients have left', 'MB', 'endMb'),
    moreMemory(runs, 'endMb', 'once the hostile clients have left'),
    both('longest stall under ordinary load', 'ms', 'ordinaryStallMs'),
    both('longest stall under hostile load', 'ms', 'hostileStallMs'),
    both('p99 of /livez for others meanwhile', 'ms', 'probeP99'),
  ]
}

/** Compares the memory of ours with that of the floor, pair by pair. */
function moreMemory(runs: Runs<Name>, figure: string, when: string): Row {
  const bare = figuresOf(runs.floor, figure)
  const more = figuresOf(runs.coopline, figure).map((value, index) => value - (bare[index] ?? Number.NaN))
  return alone(`more memory than the floor ${when}`, 'MB', more, {
    text: '≤ 150 MB',
    isMet: (median) => median <= 150,
  })
}
