import type { AnswerOf } from '@coopline/contract/endpoint'
import { usage } from '@coopline/contract/usage/usage/usage.contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPortalProcess } from '../../testing/portal-process.ts'
import { type PostgresqlServer, startPostgresql, startReplica } from '../../testing/postgresql-server.ts'
import { adaSignedIn } from '../../testing/seed-login.ts'
import { seedDays, seedMeter } from '../../testing/seed-usage.ts'
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts'
import { checkReplica } from '../doctor/check-replica.ts'
import { readEnv } from '../../read-env.ts'
import { migrate } from './migrate.ts'
import type { OpenDatabase } from './open-database.ts'
import { openPostgresql } from './open-postgresql.ts'
import { createReplica, oldestMs, type Replica } from './replica.ts'

let [primary, standby] = [{} as PostgresqlServer, {} as PostgresqlServer]
let [database, copy] = [{} as OpenDatabase, {} as OpenDatabase]
let replica: Replica
let portal: TestPortal
let passed = 0
const said: string[] = []

const open = (server: PostgresqlServer) =>
  openPostgresql({
    url: server.url('postgres'),
    poolSize: 4,
    statementTimeoutMs: 2_500,
    acquireTimeoutMs: 2_500,
    onError: () => {},
  })

beforeAll(async () => {
  primary = await startPostgresql(true)
  standby = await startReplica(primary)
  ;[database, copy] = [open(primary), open(standby)]
  await migrate(database)
  replica = createReplica({
    db: database.db,
    replica: copy,
    log: {
      info: (text: unknown) => void said.push(String(text)),
      warn: (text: unknown) => void said.push(String(text)),
    },
    elapsed: () => performance.now() + passed,
  })
  portal = await startTestPortal({ database, deps: { replica } })
})
afterAll(async () => {
  await replica.stop()
  await portal.close()
  await standby.stop()
  await primary.stop()
})

test('a process with DATABASE_REPLICA_URL follows the replica and shows how far it is behind', async () => {
  const running = await startPortalProcess({
    DATABASE_URL: primary.url('postgres'),
    DATABASE_REPLICA_URL: standby.url('postgres'),
    METRICS_TOKEN: 'a-token-of-the-test-for-metrics-0123456789',
  })
  const lag = async () => {
    const headers = { authorization: 'Bearer a-token-of-the-test-for-metrics-0123456789' }
    const answer = await fetch(`${running.origin}/metrics`, { headers })
    return Number(/^coopline_replica_lag_seconds (\S+)$/mu.exec(await answer.text())?.[1])
  }
  await expect.poll(lag).toBeLessThan(10)
  await running.kill()
}, 120_000)

test('usage is read from the replica while it follows, and from the database while it is behind, away or promoted', async () => {
  const ada = await adaSignedIn(portal)
  await seedMeter(database.db)
  await seedDays(database.db, { day: '2026-11-10', used: 1_000 })
  const isFollowing = async () => {
    await replica.compare()
    return replica.lagSeconds()
  }
  const urls = { DATABASE_URL: primary.url('postgres'), DATABASE_REPLICA_URL: standby.url('postgres') }
  const findings = async () => checkReplica(readEnv({ NODE_ENV: 'test', ...urls }), database)
  const onStandby = async (statement: string) => copy.runScript(statement)
  const usedOn10 = async () => {
    const answer = await portal.call(usage.daily, {
      ...ada,
      params: { memberNumber: '10001', accountNumber: '100100101' },
      query: { fromDate: '2026-11-09', toDate: '2026-11-11' },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<AnswerOf<typeof usage.daily>>().usagesByMeter[0]?.meterUsages[0]?.usageValue
  }
  await expect.poll(isFollowing).toBeLessThan(1)
  expect(await usedOn10()).toBe(1)
  expect(await findings()).toMatchObject([{ check: 'read replica', status: 'ok' }])

  // Rows that are written while the replica stands still show which database answers.
  await onStandby('select pg_wal_replay_pause()')
  await sql`update meter.daily_reading set used = 2000`.execute(database.db)
  await replica.compare()
  expect(await usedOn10()).toBe(1)
  passed += oldestMs
  expect(await usedOn10()).toBe(2)
  expect(await isFollowing()).toBeNull()
  await onStandby('select pg_wal_replay_resume()')
  await expect.poll(isFollowing).toBeLessThan(1)
  await sql`update meter.daily_reading set used = 3000`.execute(database.db)
  await expect.poll(usedOn10).toBe(3)

  await standby.kill()
  expect(await usedOn10()).toBe(3)
  expect(await isFollowing()).toBeNull()
  expect(await usedOn10()).toBe(3)
  await standby.start()
  await expect.poll(isFollowing).toBeLessThan(1)

  await onStandby('select pg_promote()')
  await sql`update meter.daily_reading set used = 4000`.execute(database.db)
  expect(await isFollowing()).toBeNull()
  expect(await usedOn10()).toBe(4)
  expect(await findings()).toMatchObject([{ check: 'read replica', status: 'warning' }])
  expect(said.map((text) => /^The read replica (?:follows|is away)/u.exec(text)?.[0])).toEqual([
    'The read replica follows',
    'The read replica is away',
    'The read replica follows',
    'The read replica is away',
    'The read replica follows',
    'The read replica is away',
  ])
}, 180_000)
