import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiPrefix } from '@coopline/contract/paths'
import { root } from '../../../tools/launch/portal-processes.ts'
import {
  alone,
  type Benchmark,
  type BenchmarkOptions,
  type BenchmarkResult,
  compare,
  figuresOf,
  type Row,
  throughput,
} from './support/benchmark.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import { coopline } from './support/coopline.ts'
import { importSettings, loadEnv, newKey } from './support/cooperative.ts'
import { createClient } from './support/http-client.ts'
import { interleave, type Runs } from './support/interleave.ts'
import { loadFor } from './support/load.ts'
import { poolSize } from './support/filled-portal.ts'
import { portalProcess } from './support/portal-process.ts'
import { type PostgresqlServer, startPostgresql } from './support/postgresql-server.ts'
import { type RunningServer, startServer } from './support/processes.ts'

/** Visitors at once. */
const atOnce = 64
/** Incidents that are active in the storm. */
const incidents = 100

export const stormBenchmark: Benchmark = {
  name: 'P4',
  title: 'Public outage summary and site settings in a storm',
  floor: 'a static file of the same size from the same server',
  run: (options) => withCleanUp((cleanUp) => run(cleanUp, options)),
}

const publicReads = [`${apiPrefix}/v3/outages`, `${apiPrefix}/v3/site`] as const
const headers = { applicationid: 'Web', 'accept-encoding': 'br' }

async function run(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  const server = await startPostgresql(cleanUp)
  const folder = cleanUp.folder('p4')
  await server.makeDatabase('portal')
  const env = {
    ...loadEnv(newKey()),
    DATA_DIR: folder,
    DATABASE_POOL: poolSize,
    DATABASE_URL: server.url('portal'),
  }
  await importSettings(env, folder, { Outage: true, publicOutages: true })
  const importStorm = async () => {
    writeFileSync(join(folder, 'storm.json'), JSON.stringify(stormFile()))
    await coopline(['import', 'outages', join(folder, 'storm.json')], env)
  }
  await importStorm()
  const portal = await startServer(cleanUp, portalProcess(env))
  const sizes = await Promise.all(publicReads.map(async (path) => bytesOf(portal, path)))
  const file = nearestAsset(sizes.reduce((sum, size) => sum + size, 0) / sizes.length)
  const seconds = quick ? 2 : 10
  const ours = () => storm(portal, publicReads, seconds)
  const theirs = () => storm(portal, [file.path], seconds)
  await ours()
  await theirs()
  const runs = await interleave<'coopline' | 'file'>(
    quick ? 3 : 7,
    [
      { name: 'coopline', run: ours },
      { name: 'file', run: theirs },
    ],
    tell,
  )
  tell('While an outage file is imported again and again')
  const importing = await whileWorking(() => storm(portal, publicReads, seconds), importStorm)
  tell('While the database is stopped for ten seconds')
  const away = await withoutDatabase(server, () => storm(portal, publicReads, quick ? 4 : 14))
  const failed = [...figuresOf(runs.coopline, 'failed'), importing.failed, away.failed]
  return {
    rows: rowsOf(runs, importing.p95, away.p95),
    notes: [
      `${atOnce} connections that stay open, one process with a pool of ${poolSize}; outage summary of ${incidents} incidents and site settings in turn (${sizes.join(' and ')} bytes, brotli), against a file of ${file.size} bytes.`,
      `Requests that failed: ${failed.reduce((sum, one) => sum + one, 0)} in all; during the import ${importing.failed}, without the database ${away.failed}.`,
    ],
  }
}

function rowsOf(runs: Runs<'coopline' | 'file'>, importingMs: number, awayMs: number): readonly Row[] {
  const against = { ours: 'coopline', floor: 'file' } as const
  const p95 = { text: '< 100 ms', isMet: (ms: number) => ms < 100 }
  return [
    compare(runs, {
      what: 'answers',
      unit: '1/s',
      figure: 'perSecond',
      ...against,
      goal: { text: '≥ 0.80 ×, ≥ 2,500/s', isMet: (ratio, rate) => ratio >= 0.8 && rate >= 2_500 },
    }),
    compare(runs, {
      what: 'p95 of an answer',
      unit: 'ms',
      figure: 'p95',
      ...against,
      goal: { text: p95.text, isMet: (_, ms) => p95.isMet(ms) },
    }),
    alone('p95 during an import', 'ms', [importingMs], p95),
    alone('p95 without the database', 'ms', [awayMs], p95),
  ]
}

/** An outage file of a storm, written now. */
const stormFile = () => ({
  format: 'coopline-outages/1',
  generatedAt: new Date().toISOString(),
  scope: 'full',
  incidents: Array.from({ length: incidents }, (_, index) => ({
    id: `S-${index}`,
    status: 'active',
    startedAt: new Date(Date.now() - 3_600_000).toISOString(),
    cause: 'weather',
    crew: 'assigned',
    estimatedRestoration: new Date(Date.now() + 7_200_000 + Math.round(Math.random() * 600_000)).toISOString(),
    customersAffected: 10 + index,
    point: { longitude: -91.5 + index / 1_000, latitude: 44.8 },
  })),
})

/** The length of an answer as it is sent. */
async function bytesOf({ origin }: RunningServer, path: string): Promise<number> {
  const client = createClient(origin, 1)
  try {
    const { text } = await client.call({ method: 'GET', path, headers })
    return text.length
  } finally {
    client.close()
  }
}

/** The built file whose compressed size is nearest to the given one. */
function nearestAsset(bytes: number): { readonly path: string; readonly size: number } {
  const folder = join(root, 'packages/web/dist/client/assets')
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.js.br'))
    .map((name) => ({ path: `/assets/${name.slice(0, -3)}`, size: statSync(join(folder, name)).size }))
    .toSorted((a, b) => Math.abs(a.size - bytes) - Math.abs(b.size - bytes))
  const [nearest] = files
  if (nearest === undefined) throw new Error('Build the pages first: npm run build')
  return nearest
}

async function storm(portal: RunningServer, paths: readonly string[], seconds: number) {
  const client = createClient(portal.origin, atOnce)
  try {
    return throughput(
      await loadFor(seconds, atOnce, async (index) => {
        await client.call({ method: 'GET', path: paths[index % paths.length] ?? '/', headers })
      }),
    )
  } finally {
    client.close()
  }
}

/** Measures while `work` runs in a loop. */
async function whileWorking<T>(measure: () => Promise<T>, work: () => Promise<void>): Promise<T> {
  const over = new AbortController()
  const working = (async () => {
    while (!over.signal.aborted) await work()
  })()
  try {
    return await measure()
  } finally {
    over.abort()
    await working
  }
}

/** Measures with the database stopped after two seconds, for ten seconds. */
async function withoutDatabase<T>(server: PostgresqlServer, measure: () => Promise<T>): Promise<T> {
  const stopped = (async () => {
    await sleep(2_000)
    await server.stopFor(10_000)
  })()
  const [figures] = await Promise.all([measure(), stopped])
  return figures
}
