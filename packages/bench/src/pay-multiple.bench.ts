import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiPrefix } from '@coopline/contract/paths'
import type { SeveralPayer, SeveralRecipe } from './floors/several-recipe.ts'
import {
  type Benchmark,
  type BenchmarkOptions,
  type BenchmarkResult,
  compare,
  throughput,
  totals,
} from './support/benchmark.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import { importSettings, limitsNote, loadEnv, newKey } from './support/cooperative.ts'
import { fillCooperative, giveAccountsToMembers, type Reader, signReadersIn } from './support/fill-cooperative.ts'
import { createClient, type HttpClient } from './support/http-client.ts'
import { interleave } from './support/interleave.ts'
import { loadFor, loadTimes } from './support/load.ts'
import { floorProcess, portalProcess } from './support/portal-process.ts'
import { type PostgresqlServer, startPostgresql } from './support/postgresql-server.ts'
import { type RunningServer, startServer } from './support/processes.ts'
import { addressOf } from './support/quick-payer.ts'
import { recordStatements } from './support/record-statements.ts'

const accountsEach = 60
const atOnce = 8
const poolSize = '8'
/** A small amount, so that all payments together do not overpay an account. */
const centsEach = 10

export const payMultipleBenchmark: Benchmark = {
  name: 'MULTI',
  title: `A member who is signed in pays ${accountsEach} accounts at once`,
  floor: 'the very statements of the portal, recorded and run again by node:http and pg; answers of the same size',
  run: (options) => withCleanUp((cleanUp) => run(cleanUp, options)),
}

/** A member of the filled cooperative who is signed in, with an address of their own. */
interface Payer extends SeveralPayer {
  readonly headers: Readonly<Record<string, string>>
}

async function run(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  const server = await startPostgresql(cleanUp)
  const folder = cleanUp.folder('multi')
  const env = { ...loadEnv(newKey()), DATA_DIR: folder, DATABASE_POOL: poolSize }
  const members = quick ? 16 : 128
  tell(`Filling a cooperative of ${members} members with ${accountsEach} accounts each`)
  const payers = await fill(server, env, folder, members)
  for (const name of ['coopline', 'floor']) await server.makeDatabase(name, 'filled')

  const portal = await startServer(cleanUp, portalProcess({ ...env, DATABASE_URL: server.url('coopline') }))
  const recorded = await recordFlow(server, portal, cleanUp, payers)
  const recipe = join(folder, 'recipe.json')
  writeFileSync(recipe, JSON.stringify(recorded))
  const floor = floorProcess('several-server.ts', {
    RECIPE: recipe,
    DATABASE_POOL: poolSize,
    DATABASE_URL: server.url('floor'),
  })
  const bare = await startServer(cleanUp, floor)

  const seconds = quick ? 3 : 12
  const contenders = [
    { name: 'coopline', run: () => measure(portal, payers, seconds, payAtPortal) },
    { name: 'floor', run: () => measure(bare, payers, seconds, payAtFloor) },
  ] as const
  for (const contender of contenders) await contender.run()
  const runs = await interleave<'coopline' | 'floor'>(quick ? 3 : 7, contenders, tell)
  const against = { ours: 'coopline', floor: 'floor' } as const
  const goal = { text: '≤ 1.5 ×', isMet: (ratio: number) => ratio <= 1.5 }
  return {
    rows: [
      compare(runs, { what: 'payments of 60 accounts', unit: '1/s', figure: 'perSecond', ...against, goal: null }),
      compare(runs, { what: 'p50 of a payment', unit: 'ms', figure: 'p50', ...against, goal: null }),
      compare(runs, { what: 'p95 of a payment', unit: 'ms', figure: 'p95', ...against, goal }),
    ],
    notes: [
      `${atOnce} payers at once, ${members} members; a payment is its three calls (amounts, settings, pay) one after another; ${poolSize} connections to the database each; one process each; every commit written to the disk.`,
      `Statements of the calls: ${recorded.calls.map(({ statements }) => statements.length).join(' + ')}, begin, commit and the session's included.`,
      `Payments that failed: ${totals(runs, 'failed')}.`,
      limitsNote,
    ],
  }
}

async function fill(
  server: PostgresqlServer,
  env: Readonly<Record<string, string>>,
  folder: string,
  members: number,
): Promise<readonly Payer[]> {
  await server.makeDatabase('filled')
  const url = server.url('filled')
  const accounts = members * accountsEach
  await importSettings({ ...env, DATABASE_URL: url }, folder)
  await fillCooperative(url, { accounts, months: 1 })
  await giveAccountsToMembers(url, accountsEach)
  return (await signReadersIn(url, accounts, members)).map(toPayer)
}

function toPayer({ memberNumber, accountNumber, loginId, tokenHash, headers }: Reader, index: number): Payer {
  const address = addressOf(index)
  return {
    memberNumber,
    firstAccount: Number(accountNumber),
    accounts: accountsEach,
    loginId,
    tokenHash: `\\x${tokenHash.toString('hex')}`,
    address,
    headers: { ...headers, 'content-type': 'application/json', 'x-forwarded-for': address },
  }
}

type Pay = (client: HttpClient, payer: Payer) => Promise<void>

/** The calls of the page, in order; the last one gets the answer of the first. */
function callsOf({ memberNumber, headers }: Payer) {
  const path = `${apiPrefix}/v3/members/${memberNumber}/payments`
  const get = (rest: string) => async (client: HttpClient) =>
    (await client.call({ method: 'GET', path: `${path}/${rest}`, headers })).text
  return [
    get('amounts'),
    get('settings?applicationId=Web'),
    async (client: HttpClient, amounts: string) => {
      const key = { 'idempotency-key': randomUUID() }
      const body = requestOf(amounts)
      return (await client.call({ method: 'POST', path, headers: { ...headers, ...key }, body })).text
    },
  ] as const
}

const payAtPortal: Pay = async (client, payer) => {
  const [readAmounts, readSettings, pay] = callsOf(payer)
  const amounts = await readAmounts(client)
  await readSettings(client)
  await pay(client, amounts)
}

/** Sends the floor requests of the same length as those to the portal. The floor reads their bodies and ignores them. */
const payAtFloor: Pay = async (client, { headers: _headers, ...payer }) => {
  const headers = { 'x-payer': JSON.stringify(payer) }
  const { text } = await client.call({ method: 'GET', path: '/0', headers })
  await client.call({ method: 'GET', path: '/1', headers })
  await client.call({ method: 'POST', path: '/2', headers, body: requestOf(text) })
}

/** The payment request as the page sends it: the figures that were shown, and an amount of each account. */
function requestOf(amounts: string): string {
  const { results } = JSON.parse(amounts) as { readonly results: readonly Readonly<Record<string, unknown>>[] }
  const accountsToPay = results.map((account) => {
    const shown = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, account[name]]))
    return {
      ...shown('accountNumber', 'accountBalance', 'dueDate', 'pastDueAmount', 'reconnectFee', 'additionalDeposit'),
      ...shown('arrangementAmount', 'liabilityConfirmationAmount', 'showLiabilityConfirmation', 'cutoffAmount'),
      ...shown('derivedStatus', 'disconnectFee', 'isPrepaidAccount', 'overPayAmount', 'prepaidReconnectAmount'),
      minimumPaymentAmount: account['minimumPaymentDue'],
      paymentAmount: centsEach,
    }
  })
  return JSON.stringify({
    accountsToPay,
    amount: accountsToPay.length * centsEach,
    reconnectFee: 0,
    additionalDeposit: 0,
    arrangementPaymentAmount: 0,
    reconnectMeter: 'N',
    paymentType: 'echeck',
  })
}

/** Records the payment of one member after that of another one, so that no statement runs for the first time. */
async function recordFlow(
  server: PostgresqlServer,
  portal: RunningServer,
  cleanUp: CleanUp,
  [first, second]: readonly Payer[],
): Promise<SeveralRecipe> {
  if (first === undefined || second === undefined) throw new Error('Two payers are needed')
  const client = createClient(portal.origin, 1)
  cleanUp.add(client.close)
  await loadTimes(2, 1, async () => payAtPortal(client, first))
  await payAtPortal(client, second)
  const answers: string[] = []
  const statements = await recordStatements(
    server,
    callsOf(second).map((call) => async () => void answers.push(await call(client, answers[0] ?? ''))),
  )
  const { headers: _headers, ...payer } = second
  return { payer, calls: statements.map((ofCall, index) => ({ statements: ofCall, answer: answers[index] ?? '' })) }
}

async function measure(server: RunningServer, payers: readonly Payer[], seconds: number, pay: Pay) {
  const client = createClient(server.origin, atOnce)
  try {
    return throughput(
      await loadFor(seconds, atOnce, async (index) => {
        const payer = payers[index % payers.length]
        if (payer !== undefined) await pay(client, payer)
      }),
    )
  } finally {
    client.close()
  }
}
