import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@coopline/testing/free-port'
import pg from 'pg'
import { vi } from 'vitest'
import { servingRole } from './postgresql-server.ts'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(
  (path) => spawnSync(path, ['--version']).status === 0,
)

/** True when this machine has PgBouncer (Debian: `apt install pgbouncer`). */
export const hasPgbouncer = program !== undefined

const shipped = join(import.meta.dirname, '../../../../deploy/pgbouncer/pgbouncer.ini')

export interface PgbouncerInTest {
  /** Address for the role that serves. */
  readonly url: string
  readonly stop: () => Promise<void>
}

/**
 * Starts PgBouncer with the shipped configuration in front of one database; only addresses and authentication differ.
 *
 * @param serverUrl address of the PostgreSQL server, without a database; a socket or a host.
 */
export async function startPgbouncer(serverUrl: string, database: string): Promise<PgbouncerInTest> {
  const folder = mkdtempSync(join(tmpdir(), 'coopline-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const { hostname, port: serverPort } = new URL(serverUrl)
  writeFileSync(join(folder, 'userlist.txt'), `"${servingRole}" ""\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    readFileSync(shipped, 'utf8')
      .replace(
        /^coopline = host=\S+ port=\d+ dbname=coopline/mu,
        `${database} = host=${decodeURIComponent(hostname)} port=${serverPort} dbname=${database}`,
      )
      .replace(/^listen_port = .*$/mu, `listen_port = ${port}\nunix_socket_dir =`)
      .replace(/^auth_type = .*$/mu, 'auth_type = trust')
      .replace(/^auth_file = .*$/mu, `auth_file = ${join(folder, 'userlist.txt')}`),
  )
  // PgBouncer does not run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child: ChildProcess = spawn(program ?? 'pgbouncer', ['-q', ...user, join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = `postgres://${servingRole}@127.0.0.1:${port}/${database}`
  const stop = async () => {
    child.kill('SIGINT')
    setTimeout(() => child.kill('SIGKILL'), 5_000).unref()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await vi.waitFor(async () => connectOnce(url), { timeout: 60_000, interval: 100 })
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

async function connectOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    await client.end().catch(() => {})
  }
}
