import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@coopline/testing/free-port'
import { root } from '../../../../tools/launch/portal-processes.ts'
import type { CleanUp } from '../support/clean-up.ts'
import { queryOnce } from '../support/postgresql-server.ts'

const user = 'coopline'

/** The programs of the newest PostgreSQL that Debian's packages installed. @throws Error without one. */
export function programsFolder(): string {
  const found = globSync('/usr/lib/postgresql/*/bin/postgres').sort().at(-1)
  if (found === undefined) throw new Error('PostgreSQL is not installed (Debian: apt install postgresql).')
  return join(found, '..')
}

/**
 * Returns the user and the group under which to start PostgreSQL or PgBouncer, which refuse to run as root; empty
 * unless this process runs as root.
 */
export function ownerNamed(name: string): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = (['-u', '-g'] as const).map((flag) =>
    Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout),
  )
  return { uid: uid ?? 0, gid: gid ?? 0 }
}
const asOwner = ownerNamed('nobody')
const giveToOwner = (path: string) => {
  if (asOwner.uid !== undefined) chownSync(path, asOwner.uid, asOwner.gid ?? 0)
}

export interface Node {
  readonly port: number
  readonly dataDir: string
  readonly url: (database: string) => string
  readonly start: () => Promise<void>
  /** Makes a stopped server a permanent standby: started again, it accepts no write. */
  readonly fence: () => void
  /** Ends it as `pg_ctl stop` does, or without warning as a power cut would. */
  readonly stop: (how: 'in order' | 'killed') => Promise<void>
  /** Ends PostgreSQL without warning; it is started again at once by what keeps it running. */
  readonly crash: () => Promise<void>
}

/** A server on a data folder. @param flags further `-c` settings. */
async function createNode(cleanUp: CleanUp, dataDir: string, flags: readonly string[]): Promise<Node> {
  const port = await freePort()
  const url = (database: string) => `postgres://${user}@127.0.0.1:${port}/${database}`
  let server: ChildProcess | undefined
  const stop = async (how: 'in order' | 'killed') => {
    if (server?.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server?.once('exit', resolve))
    if (how === 'killed') process.kill(-server.pid, 'SIGKILL')
    else server.kill('SIGINT')
    await ended
  }
  cleanUp.add(async () => stop('in order'))
  const start = async () => {
    const words = ['-D', dataDir, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-c', 'max_connections=100']
    const settings = flags.flatMap((flag) => ['-c', flag])
    await eventually('PostgreSQL', async () => {
      // Right after a crash, former backends still hold the shared memory, and a new server exits at once.
      if (server === undefined || server.exitCode !== null || server.signalCode !== null)
        server = spawn(join(programsFolder(), 'postgres'), [...words, ...settings], {
          ...asOwner,
          stdio: 'ignore',
          detached: true,
        })
      return queryOnce(url('postgres'), 'select 1')
    })
  }
  const fence = () => {
    const signal = join(dataDir, 'standby.signal')
    writeFileSync(signal, '')
    giveToOwner(signal)
  }
  const crash = async () => {
    await stop('killed')
    await start()
  }
  return { port, dataDir, url, start, fence, stop, crash }
}

/** Tries until it works. @throws Error after a minute. */
export async function eventually<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + 60_000
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > deadline) throw new Error(`${what} does not answer`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/**
 * A primary with a streaming replica. Commits wait for the replica: a failover then loses none that was answered.
 *
 * @param fill fills the primary before the replica is made as a copy of it.
 */
export async function startPair(
  cleanUp: CleanUp,
  fill: (primary: Node) => Promise<void>,
): Promise<{ readonly primary: Node; readonly replica: Node; readonly monitor: null }> {
  const folder = cleanUp.folder('drill')
  chmodSync(folder, 0o755)
  const [primaryDir, replicaDir] = [join(folder, 'primary'), join(folder, 'replica')]
  mkdirSync(primaryDir)
  giveToOwner(primaryDir)
  const words = ['-D', primaryDir, '-U', user, '-A', 'trust', '-E', 'UTF8', '--locale=C']
  const made = spawnSync(join(programsFolder(), 'initdb'), words, asOwner)
  if (made.status !== 0) throw new Error(`initdb failed: ${String(made.error ?? made.stderr)}`)
  // Faster while the database is filled. The server is stopped in order before it is copied.
  const quick = ['fsync=off', 'full_page_writes=off', 'max_wal_size=8GB', 'shared_buffers=512MB']
  const empty = await createNode(cleanUp, primaryDir, quick)
  await empty.start()
  await fill(empty)
  await empty.stop('in order')
  cpSync(primaryDir, replicaDir, { recursive: true })
  const primary = await createNode(cleanUp, primaryDir, ['synchronous_standby_names=*', 'wal_keep_size=512MB'])
  for (const path of ['', ...globSync('**/*', { cwd: replicaDir })]) giveToOwner(join(replicaDir, path))
  chmodSync(replicaDir, 0o700)
  const conninfo = `primary_conninfo=host=127.0.0.1 port=${primary.port} user=${user}`
  const replica = await createNode(cleanUp, replicaDir, [conninfo])
  replica.fence()
  await primary.start()
  await replica.start()
  await eventually('The replica', async () => {
    const [row] = await queryOnce(
      primary.url('postgres'),
      "select 1 from pg_stat_replication where sync_state = 'sync'",
    )
    if (row === undefined) throw new Error('It does not follow yet')
  })
  return { primary, replica, monitor: null }
}

export interface Pooler {
  readonly url: (database: string) => string
  readonly ini: string
  readonly pid: number
  /** Sends new transactions to another server. */
  readonly pointTo: (node: Node) => void
}

/** Starts PgBouncer with the shipped configuration, on other ports. `null` where it is not installed. */
export async function startPooler(cleanUp: CleanUp, node: Node, database: string): Promise<Pooler | null> {
  const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(
    (path) => spawnSync(path, ['--version']).status === 0,
  )
  if (program === undefined) return null
  const [folder, port] = [cleanUp.folder('pgbouncer'), await freePort()]
  chmodSync(folder, 0o755)
  const [ini, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')]
  writeFileSync(users, `"${user}" ""\n`)
  const write = (to: Node) =>
    writeFileSync(
      ini,
      readFileSync(join(root, 'deploy/pgbouncer/pgbouncer.ini'), 'utf8')
        .replace(
          /^coopline = host=\S+ port=\d+ dbname=coopline/mu,
          `${database} = host=127.0.0.1 port=${to.port} dbname=${database}`,
        )
        .replace(/^listen_port = .*$/mu, `listen_port = ${port}\nunix_socket_dir =`)
        .replace(/^auth_type = .*$/mu, 'auth_type = trust')
        .replace(/^auth_file = .*$/mu, `auth_file = ${users}`),
    )
  write(node)
  const pooler = spawn(program, ['--quiet', ini], { ...asOwner, stdio: ['ignore', 'ignore', 'inherit'] })
  cleanUp.add(() => void pooler.kill('SIGINT'))
  const url = (name: string) => `postgres://${user}@127.0.0.1:${port}/${name}`
  await eventually('PgBouncer', async () => queryOnce(url(database), 'select 1'))
  return {
    url,
    ini,
    pid: pooler.pid ?? 0,
    pointTo: (to) => {
      write(to)
      pooler.kill('SIGHUP')
    },
  }
}
