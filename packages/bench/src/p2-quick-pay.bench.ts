import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReplayRecipe } from './floors/replay-recipe.ts'
import {
  type Benchmark,
  type BenchmarkOptions,
  type BenchmarkResult,
  compare,
  throughput,
  totals,
} from './support/benchmark.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import { limitsNote, loadEnv, makeCooperative, newKey } from './support/cooperative.ts'
import { createClient, type HttpClient } from './support/http-client.ts'
import { interleave, type Runs } from './support/interleave.ts'
import { loadFor, loadTimes } from './support/load.ts'
import { floorProcess, portalProcess } from './support/portal-process.ts'
import { type PostgresqlServer, startPostgresql } from './support/postgresql-server.ts'
import { type RunningServer, startServer } from './support/processes.ts'
import { addressOf, pay, readSettings, verify } from './support/quick-payer.ts'
import { recordStatements } from './support/record-statements.ts'
import { accountNumberOf, memberNumberOf } from './support/write-bundle.ts'

const payersAtOnce = 32
const poolSize = '8'
const amount = 5_000

export const quickPayBenchmark: Benchmark = {
  name: 'P2',
  title: 'Quick Pay: verify, settings, pay',
  floor: 'the very statements of the portal, recorded and run again by node:http and pg; answers of the same size',
  run: (options) => withCleanUp((cleanUp) => run(cleanUp, options)),
}

type Name = 'coopline' | 'floor' | 'floor-prepared'

async function run(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  const accounts = quick ? 500 : 5_000
  const server = await startPostgresql(cleanUp)
  const folder = cleanUp.folder('p2')
  const env = { ...loadEnv(newKey()), DATA_DIR: folder, DATABASE_POOL: poolSize }
  await server.makeDatabase('empty')
  tell(`Making a cooperative of ${accounts} accounts`)
  await makeCooperative({ ...env, DATABASE_URL: server.url('empty') }, folder, { accounts, months: 6 })
  for (const name of ['coopline', 'floor', 'prepared']) await server.makeDatabase(name, 'empty')

  const portal = await startServer(cleanUp, portalProcess({ ...env, DATABASE_URL: server.url('coopline') }))
  const recipe = join(folder, 'recipe.json')
  const recorded = await recordFlow(server, portal, cleanUp)
  writeFileSync(recipe, JSON.stringify(recorded))
  const floor = { RECIPE: recipe, DATABASE_POOL: poolSize }
  const bare = await startServer(
    cleanUp,
    floorProcess('replay-server.ts', { ...floor, DATABASE_URL: server.url('floor') }),
  )
  const prepared = await startServer(
    cleanUp,
    floorProcess('replay-server.ts', { ...floor, DATABASE_URL: server.url('prepared'), PREPARED: 'Y' }),
  )

  const seconds = quick ? 3 : 12
  const contender = <N extends Name>(name: N, process: RunningServer) => ({
    name,
    run: () => measure(process, accounts, seconds),
  })
  for (const process of [portal, bare, prepared]) await measure(process, accounts, quick ? 1 : 5)
  const runs = await interleave<Name>(
    quick ? 3 : 7,
    [contender('coopline', portal), contender('floor', bare), contender('floor-prepared', prepared)],
    tell,
  )
  return resultOf(runs, recorded)
}

/** Records the flow of one payer after that of another one, so that no statement runs for the first time. */
async function recordFlow(server: PostgresqlServer, portal: RunningServer, cleanUp: CleanUp): Promise<ReplayRecipe> {
  const client = createClient(portal.origin, 1)
  cleanUp.add(client.close)
  await loadTimes(3, 1, (index) => flow(client, index))
  const index = 7
  const answers: string[] = []
  let grant = await verify(client, index + 1)
  const [verified = [], settings = [], paid = []] = await recordStatements(server, [
    async () => void (grant = await verify(client, index, (text) => answers.push(text))),
    async () => void answers.push(await readSettings(client, grant)),
    async () => void answers.push(await pay(client, grant, amount)),
  ])
  const call = (statements: ReplayRecipe['verify']['statements'], at: number) => ({
    statements,
    answer: answers[at] ?? '',
  })
  return {
    payer: { accountNumber: accountNumberOf(index), memberNumber: memberNumberOf(index), address: addressOf(index) },
    token: grant.quickPayToken,
    verify: call(verified, 0),
    settings: call(settings, 1),
    pay: call(paid, 2),
  }
}

async function flow(client: HttpClient, index: number): Promise<void> {
  const grant = await verify(client, index)
  await readSettings(client, grant)
  await pay(client, grant, amount)
}

async function measure(server: RunningServer, accounts: number, seconds: number) {
  const client = createClient(server.origin, payersAtOnce)
  const before = server.cpuMs()
  try {
    const load = await loadFor(seconds, payersAtOnce, () => flow(client, randomInt(accounts)))
    const after = server.cpuMs()
    const cpu = before === null || after === null ? {} : { cpuMs: (after - before) / load.timesMs.length }
    return { ...throughput(load), ...cpu }
  } finally {
    client.close()
  }
}

function resultOf(runs: Runs<Name>, recorded: ReplayRecipe): BenchmarkResult {
  const count = [recorded.verify, recorded.settings, recorded.pay].map(({ statements }) => statements.length)
  const against = (floor: Name) => ({ ours: 'coopline', floor }) as const
  const goal = { text: '≥ 0.60 ×', isMet: (ratio: number) => ratio >= 0.6 }
  const hasCpu = runs.coopline.every((figures) => 'cpuMs' in figures)
  return {
    rows: [
      compare(runs, { what: 'whole flows', unit: '1/s', figure: 'perSecond', ...against('floor'), goal }),
      compare(runs, { what: 'p50 of a flow', unit: 'ms', figure: 'p50', ...against('floor'), goal: null }),
      compare(runs, { what: 'p95 of a flow', unit: 'ms', figure: 'p95', ...against('floor'), goal: null }),
      ...(hasCpu
        ? [
            compare(runs, {
              what: 'processor time of the server for a flow',
              unit: 'ms',
              figure: 'cpuMs',
              ...against('floor'),
              goal: null,
            }),
          ]
        : []),
      compare(runs, {
        what: 'whole flows, against the floor with named prepared statements',
        unit: '1/s',
        figure: 'perSecond',
        ...against('floor-prepared'),
        goal: null,
      }),
    ],
    notes: [
      `${payersAtOnce} payers at once, ${poolSize} connections to the database each; one process each; every commit written to the disk.`,
      `Statements of a flow, begin and commit included: ${count.join(' + ')} (verify, settings, pay).`,
      `Flows that failed: ${totals(runs, 'failed')}.`,
      limitsNote,
    ],
  }
}
