import { parseArgs } from 'node:util'
import { type CleanUp, withCleanUp } from '../support/clean-up.ts'
import { loadEnv, makeCooperative, newKey } from '../support/cooperative.ts'
import { portalProcess } from '../support/portal-process.ts'
import { queryOnce } from '../support/postgresql-server.ts'
import { startServer } from '../support/processes.ts'
import { eventually, startPair, startPooler } from './cluster.ts'
import { type Books, compareBooks } from './compare-books.ts'
import { type LoadRecord, startMixedLoad } from './mixed-load.ts'

const usage = `Usage: npm run drill -- [--accounts 20000] [--seconds 60] [--payers 12]

Three portal processes and PgBouncer on PostgreSQL with a streaming replica, under mixed load, with a restart of the
database after a third of the time and a failover to the replica after two thirds. Needs PostgreSQL's and PgBouncer's
programs (Debian: postgresql, pgbouncer). Without PgBouncer there is the restart only.`

const database = 'coopline'
const portals = 3
const tell = (text: string): void => console.log(`${new Date().toISOString().slice(11, 19)}  ${text}`)
const pause = async (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

interface Order {
  readonly accounts: number
  readonly seconds: number
  readonly payers: number
}

/** Exits with 0 when no payment was lost or doubled and nothing differs, 1 when one was, 2 for wrong words. */
async function main(argv: readonly string[]): Promise<number> {
  const option = { type: 'string' } as const
  const { values } = parseArgs({ args: [...argv], options: { accounts: option, seconds: option, payers: option } })
  const order = {
    accounts: Number(values.accounts ?? 20_000),
    seconds: Number(values.seconds ?? 60),
    payers: Number(values.payers ?? 12),
  }
  const isFit =
    Object.values(order).every((value) => Number.isInteger(value) && value > 0) && order.accounts <= 1_000_000
  if (!isFit) {
    console.error(usage)
    return 2
  }
  return withCleanUp(async (cleanUp) => drill(cleanUp, order))
}

async function drill(cleanUp: CleanUp, { accounts, seconds, payers }: Order): Promise<number> {
  const providerKey = newKey()
  const env = { ...loadEnv(providerKey), LOG_LEVEL: 'fatal', WORKERS: 'Y', DATA_DIR: cleanUp.folder('drill-data') }
  tell(`Loading ${accounts} accounts`)
  const { primary, replica } = await startPair(cleanUp, async (node) => {
    await queryOnce(node.url('postgres'), `create database ${database}`)
    const folder = cleanUp.folder('drill-bundle')
    await makeCooperative({ ...env, DATABASE_URL: node.url(database) }, folder, { accounts, months: 2 })
  })
  const pooler = await startPooler(cleanUp, primary, database)
  if (pooler === null) tell('NOTICE: PgBouncer is not installed: no failover, as nothing would lead to the replica')
  const reached =
    pooler === null
      ? { DATABASE_URL: primary.url(database) }
      : { DATABASE_URL: pooler.url(database), DATABASE_POOLER: 'Y' }
  tell(`Starting ${portals} portals`)
  const servers = []
  for (let number = 0; number < portals; number += 1)
    servers.push(await startServer(cleanUp, portalProcess({ ...env, ...reached })))
  const load = startMixedLoad(
    servers.map(({ origin }) => origin),
    { accounts, payers, providerKey },
  )
  await pause(seconds / 3)
  tell('Killing the database and starting it again')
  await primary.stop('killed')
  await primary.start()
  await pause(seconds / 3)
  if (pooler !== null) {
    tell('Killing the primary and promoting the replica')
    await primary.stop('killed')
    await queryOnce(replica.url('postgres'), 'select pg_promote()')
    pooler.pointTo(replica)
  }
  await pause(seconds / 3)
  await load.end()
  const last = pooler === null ? primary : replica
  const books = await eventually('The database', async () => compareBooks(last.url(database), load.record.payments))
  for (const server of servers) await server.stop()
  return report(load.record, books)
}

function report({ requests, errors, payments, longestGapMs }: LoadRecord, books: Books): number {
  const failed = [...errors.values()].reduce((sum, count) => sum + count, 0)
  console.log(`\nrequests             ${requests}, of them failed and retried ${failed}`)
  for (const [kind, count] of [...errors].toSorted(([one], [other]) => one.localeCompare(other)))
    console.log(`  ${kind.padEnd(40)} ${count}`)
  console.log(`payments begun       ${payments.length}`)
  console.log(`payments confirmed   ${payments.filter(({ confirmed }) => confirmed).length}`)
  console.log(`longest gap          ${(longestGapMs / 1000).toFixed(1)} s without a confirmed payment`)
  for (const [name, found] of Object.entries(books) as [string, readonly string[]][])
    console.log(`${name.padEnd(20)} ${found.length}${found.length > 0 ? `: ${found.slice(0, 5).join(' ')}` : ''}`)
  const isWhole = Object.values(books).every((found: readonly string[]) => found.length === 0)
  return isWhole && payments.length > 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
