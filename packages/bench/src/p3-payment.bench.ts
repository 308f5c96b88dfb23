import { cpSync } from 'node:fs'
import { join } from 'node:path'
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
import { countRows } from './support/count-rows.ts'
import { createClient } from './support/http-client.ts'
import { interleave, type Runs } from './support/interleave.ts'
import { type LoadResult, loadTimes } from './support/load.ts'
import { floorProcess, portalProcess } from './support/portal-process.ts'
import { postBack } from './support/postback.ts'
import { startPostgresql } from './support/postgresql-server.ts'
import { type RunningServer, startServer } from './support/processes.ts'
import { type Grant, pay, transNoOf, verify } from './support/quick-payer.ts'
import { accountNumberOf } from './support/write-bundle.ts'

const amount = 500

export const paymentBenchmark: Benchmark = {
  name: 'P3',
  title: 'Payment asked for and confirmed by a signed postback',
  floor: 'the same rows in one bare transaction, behind node:http and one call; pg, or PGlite itself',
  run: (options) => withCleanUp((cleanUp) => run(cleanUp, options)),
}

type Name = 'coopline' | 'floor'

interface Place {
  readonly name: 'PostgreSQL' | 'PGlite'
  readonly payments: number
  readonly atOnce: number
  readonly rounds: number
  readonly key: Buffer
  readonly coopline: Readonly<Record<string, string>>
  readonly floor: Readonly<Record<string, string>>
}

async function run(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  const server = await startPostgresql(cleanUp)
  const onPostgresql = await preparePostgresql(cleanUp, server, quick)
  const before = await countRows(server.url('coopline'))
  const postgresql = await measurePlace(cleanUp, onPostgresql, tell)
  const after = await Promise.all([countRows(server.url('coopline')), countRows(server.url('floor'))])
  const payments = onPostgresql.payments * (onPostgresql.rounds + 1)
  const perPayment = after.map((rows) => Math.round(((rows - before) / payments) * 10) / 10)
  const pglite = await measurePlace(cleanUp, await preparePglite(cleanUp, quick), tell)
  return {
    rows: [...rowsOf('PostgreSQL', postgresql), ...rowsOf('PGlite', pglite)],
    notes: [
      'PostgreSQL: 16 payments at once, 8 connections; PGlite: 4 at once, one connection, as always. Every commit of PostgreSQL is written to the disk; PGlite leaves that to the system.',
      'Payers were verified beforehand; a payment is the call that asks for it and the postback that confirms it.',
      `Rows of a payment, those that are counted: coopline ${perPayment[0]}, floor ${perPayment[1]}. Failed: PostgreSQL ${totals(postgresql, 'failed')}; PGlite ${totals(pglite, 'failed')}.`,
      limitsNote,
    ],
  }
}

async function preparePostgresql(
  cleanUp: CleanUp,
  server: Awaited<ReturnType<typeof startPostgresql>>,
  quick: boolean,
): Promise<Place> {
  const [folder, key, payments] = [cleanUp.folder('p3'), newKey(), quick ? 100 : 1000]
  const env = { ...loadEnv(key), DATA_DIR: folder }
  await server.makeDatabase('empty')
  await makeCooperative({ ...env, DATABASE_URL: server.url('empty') }, folder, { accounts: payments, months: 2 })
  for (const name of ['coopline', 'floor']) await server.makeDatabase(name, 'empty')
  return {
    name: 'PostgreSQL',
    payments,
    atOnce: 16,
    rounds: quick ? 3 : 7,
    key,
    coopline: { ...env, DATABASE_URL: server.url('coopline') },
    floor: { DATABASE_URL: server.url('floor') },
  }
}

async function preparePglite(cleanUp: CleanUp, quick: boolean): Promise<Place> {
  const [folder, key, payments] = [cleanUp.folder('p3-pglite'), newKey(), quick ? 40 : 200]
  const [ours, bare] = [join(folder, 'ours'), join(folder, 'bare')]
  const coopline = { ...loadEnv(key), DATA_DIR: ours }
  await makeCooperative(coopline, folder, { accounts: payments, months: 2 })
  cpSync(ours, bare, { recursive: true })
  const rounds = quick ? 3 : 7
  return { name: 'PGlite', payments, atOnce: 4, rounds, key, coopline, floor: { DATA_DIR: bare } }
}

async function measurePlace(cleanUp: CleanUp, place: Place, tell: (line: string) => void): Promise<Runs<Name>> {
  const portal = await startServer(cleanUp, portalProcess(place.coopline))
  const bare = await startServer(cleanUp, floorProcess('payment-server.ts', place.floor))
  const contenders = [
    { name: 'coopline', run: async () => throughput(await payHere(portal, place)) },
    { name: 'floor', run: async () => throughput(await writeThere(bare, place)) },
  ] as const
  for (const contender of contenders) await contender.run()
  const runs = await interleave<Name>(place.rounds, contenders, (line) => tell(`${place.name} ${line}`))
  await portal.stop()
  await bare.stop()
  return runs
}

/** Asks for a payment of every account and confirms each. Grants are opened first, outside the time that counts. */
async function payHere({ origin }: RunningServer, { payments, atOnce, key }: Place): Promise<LoadResult> {
  const client = createClient(origin, atOnce)
  try {
    const grants = new Map<number, Grant>()
    await loadTimes(payments, atOnce, async (index) => void grants.set(index, await verify(client, index)))
    return await loadTimes(payments, atOnce, async (index) => {
      const grant = grants.get(index)
      if (grant === undefined) throw new Error(`Account ${index} was not verified`)
      const transNo = transNoOf(await pay(client, grant, amount))
      await postBack(client, key, { transNo, accountNumber: accountNumberOf(index), amount })
    })
  } finally {
    client.close()
  }
}

async function writeThere({ origin }: RunningServer, { payments, atOnce }: Place): Promise<LoadResult> {
  const client = createClient(origin, atOnce)
  try {
    return await loadTimes(payments, atOnce, async (index) => {
      await client.call({ method: 'POST', path: '/payment', body: JSON.stringify({ index, amount }) })
    })
  } finally {
    client.close()
  }
}

function rowsOf(place: Place['name'], runs: Runs<Name>) {
  const sides = { ours: 'coopline', floor: 'floor' } as const
  const embedded = place === 'PGlite'
  const rateGoal = embedded
    ? { text: '≥ 15/s', isMet: (_ratio: number, ours: number) => ours >= 15 }
    : { text: '≥ 0.50 ×', isMet: (ratio: number) => ratio >= 0.5 }
  const p95Goal = embedded ? { text: '< 300 ms', isMet: (_ratio: number, ours: number) => ours < 300 } : null
  return [
    compare(runs, { what: `payments, ${place}`, unit: '1/s', figure: 'perSecond', ...sides, goal: rateGoal }),
    compare(runs, { what: `p50, ${place}`, unit: 'ms', figure: 'p50', ...sides, goal: null }),
    compare(runs, { what: `p95, ${place}`, unit: 'ms', figure: 'p95', ...sides, goal: p95Goal }),
  ]
}
