import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../../platform/db/migrate.ts'
import type { OpenDatabase } from '../../../platform/db/open-database.ts'
import { openPostgresql } from '../../../platform/db/open-postgresql.ts'
import { type PostgresqlServer, startPostgresql } from '../../../testing/postgresql-server.ts'
import { payingSettings, askToPay, verified } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'

let postgresql: PostgresqlServer
let database: OpenDatabase
let portal: TestPortal

beforeAll(async () => {
  postgresql = await startPostgresql(true)
  const times = { statementTimeoutMs: 2_500, acquireTimeoutMs: 2_500 }
  database = openPostgresql({ url: postgresql.url('postgres'), poolSize: 4, ...times, onError: () => {} })
  await migrate(database)
  portal = await startTestPortal({ deps: { db: database.db } })
  portal.set(payingSettings)
  await seedAccount(database.db)
})
afterAll(async () => {
  await portal.close()
  await database.close()
  await postgresql.stop()
})

/** @param names the replicas of which one must confirm each commit; empty for none. */
async function waitFor(names: string): Promise<void> {
  await database.runScript(`alter system set synchronous_standby_names = '${names}'`)
  await database.runScript('select pg_reload_conf()')
}

const waiting = async () => {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::integer as n from pg_stat_activity where wait_event = 'SyncRep'`.execute(database.db)
  return rows[0]?.n
}

test('a repeated payment request is not answered before the replica has it, so that a failover does not lose it', async () => {
  const payer = await verified(portal)
  await waitFor('a_replica_that_is_away')
  const first = askToPay(portal, payer, 100, { key: 'the-same-key-1' })
  await expect.poll(waiting).toBe(1)
  await postgresql.kill()
  await postgresql.start()
  expect((await first).statusCode).toBe(503)

  // After the crash the payment is stored, but only on this server.
  await expect
    .poll(async () =>
      database.db
        .selectFrom('pay.payment')
        .select('state')
        .execute()
        .catch(() => []),
    )
    .toHaveLength(1)
  const second = askToPay(portal, payer, 100, { key: 'the-same-key-1' })
  expect(await Promise.race([second.then(({ statusCode }) => statusCode), sleep(3_000, 'waits')])).toBe('waits')
  await waitFor('')
  expect((await second).statusCode).toBe(200)
  expect(await database.db.selectFrom('pay.payment').select('state').execute()).toHaveLength(1)
}, 120_000)
