import { parseArgs } from 'node:util'
import { type CleanUp, withCleanUp } from '../support/clean-up.ts'
import { loadEnv, makeCooperative, newKey } from '../support/cooperative.ts'
import { portalProcess } from '../support/portal-process.ts'
import { queryOnce } from '../support/postgresql-server.ts'
import { holdingsOf, type RunningServer, startServer, watched } from '../support/processes.ts'
import { eventually, type Node, type Pooler, startPair, startPooler } from './cluster.ts'
import { type Books, compareBooks } from './compare-books.ts'
import { type LoadRecord, longestGap, startMixedLoad } from './mixed-load.ts'
import { followPrimary, type Monitor, startMonitoredPair } from './monitored-pair.ts'

const usage = `Usage: npm run drill -- [--accounts 1000000] [--seconds 60] [--payers 12] [--monitor]

Three portal processes and PgBouncer on PostgreSQL with a streaming replica, under mixed load, with a restart of the
database after a third of the time and a failover to the replica after two thirds. The former primary is fenced: it is
started again and must refuse writes. Needs PostgreSQL's and PgBouncer's programs (Debian: postgresql, pgbouncer). Without
PgBouncer there is the restart only.
--monitor: pg_auto_failover watches the database, promotes the replica and keeps the former primary from writing, and
deploy/pgbouncer/follow-primary.sh leads PgBouncer (Debian: pg-auto-failover-cli, postgresql-15-auto-failover).`

const database = 'coopline'
const portals = 3
const tell = (text: string): void => console.log(`${new Date().toISOString().slice(11, 19)}  ${text}`)
const pause = async (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

interface Order {
  readonly accounts: number
  readonly seconds: number
  readonly payers: number
  /** True when pg_auto_failover does the failover. */
  readonly isMonitored: boolean
}

/** Exits with 0 when no payment was lost or doubled and nothing differs, 1 when one was, 2 for wrong words. */
async function main(argv: readonly string[]): Promise<number> {
  const option = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...argv],
    options: { accounts: option, seconds: option, payers: option, monitor: { type: 'boolean' } },
  })
  const order = {
    accounts: Number(values.accounts ?? 1_000_000),
    seconds: Number(values.seconds ?? 60),
    payers: Number(values.payers ?? 12),
  }
  const isFit =
    Object.values(order).every((value) => Number.isInteger(value) && value > 0) && order.accounts <= 1_000_000
  if (!isFit) {
    console.error(usage)
    return 2
  }
  return withCleanUp(async (cleanUp) => drill(cleanUp, { ...order, isMonitored: values.monitor === true }))
}

async function drill(cleanUp: CleanUp, { accounts, seconds, payers, isMonitored }: Order): Promise<number> {
  const providerKey = newKey()
  const env = { ...loadEnv(providerKey), LOG_LEVEL: 'fatal', WORKERS: 'Y', DATA_DIR: cleanUp.folder('drill-data') }
  tell(`Loading ${accounts} accounts`)
  const fill = async (node: Node) => {
    await queryOnce(node.url('postgres'), `create database ${database}`)
    const folder = cleanUp.folder('drill-bundle')
    await makeCooperative({ ...env, DATABASE_URL: node.url(database) }, folder, { accounts, months: 2 })
  }
  const { primary, replica, monitor } = isMonitored
    ? await startMonitoredPair(cleanUp, fill)
    : await startPair(cleanUp, fill)
  const pooler = await startPooler(cleanUp, primary, database)
  if (pooler === null) tell('NOTICE: PgBouncer is not installed: no failover, as nothing would lead to the replica')
  const reached =
    pooler === null
      ? { DATABASE_URL: primary.url(database) }
      : { DATABASE_URL: pooler.url(database), DATABASE_POOLER: 'Y' }
  if (monitor !== null && pooler !== null) followPrimary(cleanUp, monitor, pooler)
  tell(`Starting ${portals} portals`)
  const servers: RunningServer[] = []
  for (let number = 0; number < portals; number += 1)
    servers.push(await startServer(cleanUp, watched(portalProcess({ ...env, ...reached }))))
  const load = startMixedLoad(
    servers.map(({ origin }) => origin),
    { accounts, payers, providerKey },
  )
  await pause(seconds / 6)
  const memoryBefore = await memoryOf(servers)
  await pause(seconds / 6)
  tell('Killing the database and starting it again')
  const restartAt = performance.now()
  await primary.crash()
  await pause(seconds / 3)
  const failoverAt = performance.now()
  const { leading, strayWrites } = await failOver([primary, replica], pooler, monitor)
  await pause(seconds / 3)
  const endAt = performance.now()
  const memoryAfter = await memoryOf(servers)
  await load.end()
  const books = await eventually('The database', async () => compareBooks(leading.url(database), load.record.payments))
  for (const server of servers) await server.stop()
  const gapOf = (from: number, to: number) => longestGap(load.record.confirmedAt, from, to)
  return report(load.record, books, {
    restart: gapOf(restartAt, failoverAt),
    failover: pooler === null ? 0 : gapOf(failoverAt, endAt),
    strayWrites,
    memory: [memoryBefore, memoryAfter],
  })
}

/** The memory of each portal, in whole MB. */
const memoryOf = async (servers: readonly RunningServer[]): Promise<readonly number[]> =>
  Promise.all(servers.map(async (server) => Math.round((await holdingsOf(server)).memoryMb)))

/**
 * Ends the primary, has the replica promoted, and starts the former primary again.
 *
 * @returns the new primary, and how many of ten writes the former one takes.
 */
async function failOver(pair: readonly [Node, Node], pooler: Pooler | null, monitor: Monitor | null) {
  if (pooler === null) return { leading: pair[0], strayWrites: 0 }
  // A monitor may have promoted the replica already when the primary crashed.
  const [former, leading] = monitor === null ? pair : await monitor.roles(pair)
  tell('Killing the primary, fencing it and promoting the replica')
  await former.stop('killed')
  if (monitor === null) {
    former.fence()
    await queryOnce(leading.url('postgres'), 'select pg_promote()')
    pooler.pointTo(leading)
  } else await monitor.becomesPrimary(leading)
  tell('Starting the former primary again')
  await former.start()
  const strayWrites = await countStrayWrites(former)
  await monitor?.roles(pair)
  return { leading, strayWrites }
}

/** Counts the writes that a fenced server accepts of ten, one each half second. */
async function countStrayWrites(node: Node): Promise<number> {
  let taken = 0
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await queryOnce(node.url(database), 'update portal.setting_version set version = version').then(
      () => (taken += 1),
      () => {},
    )
    await pause(0.5)
  }
  return taken
}

interface Course {
  /** Seconds without a confirmed payment. */
  readonly restart: number
  readonly failover: number
  readonly strayWrites: number
  /** The memory of each portal in MB, after a sixth of the time and at its end. */
  readonly memory: readonly [readonly number[], readonly number[]]
}

function report({ requests, errors, payments }: LoadRecord, books: Books, course: Course): number {
  const failed = [...errors.values()].reduce((sum, count) => sum + count, 0)
  console.log(`\nrequests             ${requests}, of them failed and retried ${failed}`)
  for (const [kind, count] of [...errors].toSorted(([one], [other]) => one.localeCompare(other)))
    console.log(`  ${kind.padEnd(40)} ${count}`)
  console.log(`payments begun       ${payments.length}`)
  console.log(`payments confirmed   ${payments.filter(({ confirmed }) => confirmed).length}`)
  console.log(
    `without writes       ${course.restart.toFixed(1)} s at the restart, ${course.failover.toFixed(1)} s at the failover`,
  )
  const [before, after] = course.memory
  console.log(`memory, MB           ${before.join(', ')} after a sixth of the time, ${after.join(', ')} at its end`)
  console.log(`taken when fenced    ${course.strayWrites} of 10 writes to the former primary`)
  for (const [name, found] of Object.entries(books) as [string, readonly string[]][])
    console.log(`${name.padEnd(20)} ${found.length}${found.length > 0 ? `: ${found.slice(0, 5).join(' ')}` : ''}`)
  const isWhole = Object.values(books).every((found: readonly string[]) => found.length === 0)
  return isWhole && payments.length > 0 && course.strayWrites === 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
