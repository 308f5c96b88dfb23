import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { checkPostgresql, UnfitDatabase } from './check-postgresql.ts'
import { isDatabaseAway } from './is-database-away.ts'
import { openPostgresql } from './open-postgresql.ts'

/** A server that answers the first message of each connection with an error, as PgBouncer does. */
async function refusing<T>(message: string, work: (url: string) => Promise<T>): Promise<T> {
  const fields = `SFATAL\0C08P01\0M${message}\0\0`
  const answer = Buffer.concat([Buffer.from('E\0\0\0\0'), Buffer.from(fields)])
  answer.writeUInt32BE(fields.length + 4, 1)
  const server = createServer((socket) => socket.once('data', () => socket.end(answer)).on('error', () => {}))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    return await work(`postgres://a@127.0.0.1:${(server.address() as AddressInfo).port}/a`)
  } finally {
    server.close()
  }
}

const failing = async (message: string): Promise<unknown> =>
  refusing(message, async (url) => {
    const limits = { poolSize: 1, statementTimeoutMs: 1_000, acquireTimeoutMs: 1_000 }
    const database = openPostgresql({ url, ...limits, onError: () => {} })
    const error: unknown = await checkPostgresql(database, 'test').catch((thrown: unknown) => thrown)
    await database.close()
    return error
  })

it.each([
  'server login has been failing, try again later (server_login_retry)',
  'server conn crashed?',
  'query_wait_timeout',
])('takes "%s" of PgBouncer for a database that is away [REL-20]', async (message) => {
  expect(isDatabaseAway(await failing(message))).toBe(true)
})

it('says what to set when PgBouncer refuses the limits of a session', async () => {
  const error = await failing('unsupported startup parameter: statement_timeout')
  expect(error).toBeInstanceOf(UnfitDatabase)
  expect(isDatabaseAway(error)).toBe(false)
  expect(String(error)).toContain('DATABASE_POOLER=Y')
})
