import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@coopline/testing/free-port'
import { root } from '../../../../tools/launch/portal-processes.ts'
import type { CleanUp } from '../support/clean-up.ts'
import { queryOnce } from '../support/postgresql-server.ts'
import { eventually, type Node, ownerNamed, type Pooler, programsFolder } from './cluster.ts'

const user = 'coopline'
/** Debian's PostgreSQL keeps its sockets in a folder of this user. */
const owner = ownerNamed('postgres')

/** Creates and runs a node of pg_auto_failover. @param words arguments of `pg_autoctl create`. */
async function createNode(cleanUp: CleanUp, folder: string, name: string, words: readonly string[]) {
  const [dataDir, port] = [join(folder, name), await freePort()]
  const env = {
    PATH: `${programsFolder()}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    LC_ALL: 'C',
  }
  const at = ['--pgdata', dataDir, '--pgport', String(port), '--hostname', '127.0.0.1', '--no-ssl', '--auth', 'trust']
  const made = spawnSync('pg_autoctl', ['create', ...words, ...at], { ...owner, env, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`pg_autoctl create failed: ${String(made.error ?? made.stderr)}`)
  let keeper: ChildProcess | undefined
  const url = (database: string) => `postgres://${user}@127.0.0.1:${port}/${database}`
  const stop = async (how: 'in order' | 'killed') => {
    if (keeper?.pid === undefined || keeper.exitCode !== null || keeper.signalCode !== null) return
    const ended = new Promise((resolve) => keeper?.once('exit', resolve))
    // PostgreSQL is in the group of its keeper.
    if (how === 'killed') process.kill(-keeper.pid, 'SIGKILL')
    else keeper.kill('SIGTERM')
    await ended
  }
  const crash = async () => {
    process.kill(Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  }
  const start = async () => {
    keeper = spawn('pg_autoctl', ['run', '--pgdata', dataDir], { ...owner, env, stdio: 'ignore', detached: true })
  }
  cleanUp.add(async () => stop('in order'))
  await start()
  return { port, dataDir, url, start, stop, crash, fence: () => {} }
}

export interface Monitor {
  readonly url: string
  /** Waits until one of two nodes is the primary and the other one follows it. @returns them in that order. */
  readonly roles: (pair: readonly [Node, Node]) => Promise<readonly [Node, Node]>
  /** Waits until the node is the primary, with or without a replica. */
  readonly becomesPrimary: (node: Node) => Promise<void>
}

const createMonitor = (url: string): Monitor => {
  const stateOf = async ({ port }: Node) => {
    const found = await queryOnce(
      url,
      `select reportedstate as state from pgautofailover.node where nodeport = ${port}`,
    )
    return String(found[0]?.['state'])
  }
  const expectState = async (node: Node, ...states: readonly string[]) => {
    const state = await stateOf(node)
    if (!states.includes(state)) throw new Error(`It is ${state}`)
  }
  return {
    url,
    roles: async ([one, other]) =>
      eventually('A primary with a replica', async () => {
        const pair = (await stateOf(one)) === 'primary' ? ([one, other] as const) : ([other, one] as const)
        await expectState(pair[0], 'primary')
        await expectState(pair[1], 'secondary')
        return pair
      }),
    becomesPrimary: async (node) =>
      eventually('A new primary', async () => expectState(node, 'wait_primary', 'primary')),
  }
}

/**
 * Starts a primary and its replica, watched by a monitor that promotes the replica when the primary fails (pg_auto_failover).
 *
 * @param fill fills the primary before the replica is made as a copy of it.
 */
export async function startMonitoredPair(
  cleanUp: CleanUp,
  fill: (primary: Node) => Promise<void>,
): Promise<{ readonly primary: Node; readonly replica: Node; readonly monitor: Monitor }> {
  const folder = cleanUp.folder('monitored')
  chmodSync(folder, 0o755)
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid ?? 0)
  const { port } = await createNode(cleanUp, folder, 'monitor', ['monitor'])
  const url = `postgres://autoctl_node@127.0.0.1:${port}/pg_auto_failover`
  await eventually('The monitor', async () => queryOnce(url, 'select 1'))
  const words = (name: string) => [
    'postgres',
    '--monitor',
    url,
    '--username',
    user,
    '--dbname',
    'postgres',
    '--name',
    name,
  ]
  const primary = await createNode(cleanUp, folder, 'first', words('first'))
  await eventually('The primary', async () =>
    queryOnce(primary.url('postgres'), 'create table public.written (id int)'),
  )
  await fill(primary)
  const replica = await createNode(cleanUp, folder, 'second', words('second'))
  const monitor = createMonitor(url)
  await monitor.roles([primary, replica])
  return { primary, replica, monitor }
}

/** Runs the shipped script that points PgBouncer to the primary. */
export function followPrimary(cleanUp: CleanUp, monitor: Monitor, pooler: Pooler): void {
  const script = spawn(join(root, 'deploy/pgbouncer/follow-primary.sh'), {
    env: { ...process.env, MONITOR: monitor.url, PGBOUNCER_INI: pooler.ini, RELOAD: `kill -HUP ${pooler.pid}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  cleanUp.add(() => void script.kill())
}
