import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildWebIfNeeded } from '../../../../tools/launch/build-web.ts'
import type { OpenDatabase } from '../platform/db/open-database.ts'
import { openPostgresql } from '../platform/db/open-postgresql.ts'
import {
  type Holdings,
  holdingsOf,
  type PortalProcess,
  reportsMemory,
  startPortalProcess,
} from '../testing/portal-process.ts'
import { type PostgresqlServer, startPostgresql } from '../testing/postgresql-server.ts'
import { percentile } from '../testing/percentile.ts'
import { startTraffic, type Visit } from '../testing/traffic.ts'

/** The minutes that the portal is watched under load, and the number of times that it is killed. */
const soakMinutes = Number(process.env.SOAK_MINUTES ?? '5')
const kills = Number(process.env.CHAOS_KILLS ?? '50')

let postgresql: PostgresqlServer
let database: OpenDatabase
let folder: string
beforeAll(async () => {
  buildWebIfNeeded(() => undefined)
  postgresql = await startPostgresql(true)
  folder = mkdtempSync(join(tmpdir(), 'coopline-endurance-'))
  const url = postgresql.url('postgres')
  const limits = { poolSize: 1, statementTimeoutMs: 10_000, acquireTimeoutMs: 10_000 }
  database = openPostgresql({ url, ...limits, onError: () => undefined })
  const portal = await start()
  await loaded()
  await database.db
    .insertInto('portal.setting')
    .values({ key: 'quickPayRequisitionsPerHour', value: '1000', updated_at: new Date(), updated_by: 'test' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: '1000' }))
    .execute()
  await portal.kill()
})
afterAll(async () => {
  await database.close()
  await postgresql.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The portal of the demo cooperative in a separate process. */
const start = async (env: Readonly<Record<string, string>> = {}): Promise<PortalProcess> =>
  startPortalProcess({
    DATABASE_URL: postgresql.url('postgres'),
    DATA_DIR: folder,
    DEMO: 'Y',
    DEMO_MEMBERS: '25',
    REQUESTS_PER_5_MINUTES: '1000000',
    WORKERS: 'Y',
    ...env,
  })

/** The portal loads the demo's data after it is ready. */
async function loaded(): Promise<void> {
  const count = async () =>
    (
      await database.db
        .selectFrom('cis.bill')
        .select((of) => of.fn.countAll().as('n'))
        .executeTakeFirst()
    )?.n
  for (let before: unknown = -1, now = await count(); Number(now) === 0 || now !== before; ) {
    before = now
    await pause(2_000)
    now = await count()
  }
}

const pause = async (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms))

describe('an error that no one caught', () => {
  test.each(['crash', 'reject'])(
    '(%s) is written to the log with its place and no one’s data, and the process ends with code 1 [REL-26]',
    async (kind) => {
      const portal = await start({ FAILPOINTS: `pay.before-insert:${kind}`, LOG_LEVEL: 'info', DRAIN_SECONDS: '0' })
      const traffic = startTraffic(() => portal.origin, { perSecond: 10, payEvery: 1 })
      expect(await portal.ended).toBe('1')
      await traffic.end()
      const fatal = portal
        .log()
        .split('\n')
        .filter((line) => line.includes('"level":60'))
        .map((line) => JSON.parse(line) as { msg: string; err: { message: string; stack: string } })
      expect(fatal[0]).toMatchObject({
        msg: 'Stopping after an unexpected error',
        err: { message: 'Fail point pay.before-insert' },
      })
      expect(fatal[0]?.err.stack).toContain('fail-points.ts')
      expect(portal.log()).not.toMatch(/4821|Lindqvist|100100101/u)
    },
  )
})

describe('killed again and again while it is used', () => {
  test(
    `${kills} times: it is back within 5 seconds each time, and no payment that it acknowledged is forgotten [REL-26]`,
    async () => {
      let portal = await start()
      const traffic = startTraffic(() => portal.origin, { perSecond: 20, payEvery: 5 })
      const backAfter: number[] = []
      for (let round = 0; round < kills; round += 1) {
        await pause(300 + ((round * 137) % 900))
        await portal.kill()
        const killed = performance.now()
        portal = await start()
        expect((await fetch(`${portal.origin}/readyz`)).status).toBe(200)
        backAfter.push(performance.now() - killed)
      }
      await pause(2_000)
      await traffic.end()
      await portal.kill()
      const rows = await database.db.selectFrom('pay.payment').select('trans_no').execute()
      const kept = new Set(rows.map((row) => row.trans_no))
      const answered = traffic.visits.filter(({ status }) => status > 0)
      process.stdout.write(
        `Back after ${shown(backAfter)} ms; ${answered.length} of ${traffic.visits.length} answered; ${traffic.acknowledged.size} payments acknowledged\n`,
      )
      expect(Math.max(...backAfter)).toBeLessThan(5_000)
      expect(traffic.acknowledged.size).toBeGreaterThan(kills)
      expect([...traffic.acknowledged].filter((transNo) => !kept.has(transNo))).toEqual([])
      expect(unexpected(answered)).toEqual([])
    },
    kills * 20_000 + 60_000,
  )
})

describe('in use for long', () => {
  // Memory and open files are read from /proc, which only Linux has.
  test.runIf(process.platform === 'linux')(
    `for ${soakMinutes} minutes: memory, open files and waiting times stay what they were [REL-26]`,
    async () => {
      const portal = await start(reportsMemory)
      const traffic = startTraffic(() => portal.origin, { perSecond: 20, payEvery: 97 })
      const samples: Holdings[] = []
      const inUse: number[] = []
      const samplesWanted = 60
      for (let taken = 1; taken <= samplesWanted; taken += 1) {
        await pause((soakMinutes * 60_000) / samplesWanted)
        samples.push(holdingsOf(portal.pid))
        if (taken % (samplesWanted / 12) === 0) inUse.push(await portal.memoryInUse())
      }
      await traffic.end()
      await portal.kill()
      // Compiled code, caches and connections grow in the first third. Growth after that is a leak.
      const length = soakMinutes * 60_000
      const during = (from: number, to: number) =>
        traffic.visits.filter(({ at }) => at >= from * length && at < to * length).map(({ took }) => took)
      const [p99Early, p99Late] = [percentile(during(1 / 3, 2 / 3), 0.99), percentile(during(2 / 3, 1), 0.99)]
      const memory = [Math.max(...inUse.slice(3, 6)), Math.min(...inUse.slice(-3))] as const
      const third = samplesWanted / 3
      const most = (of: (held: Holdings) => number) =>
        [Math.max(...samples.slice(0, -third).map(of)), Math.max(...samples.slice(-third).map(of))] as const
      const [resident, files] = [most(({ bytes }) => bytes), most(({ files: open }) => open)]
      process.stdout.write(
        `${traffic.visits.length} visits; in use ${megabytes(memory)}; resident at most ${megabytes(resident)}; open files ${files.join(' → ')}; p99 ${p99Early.toFixed(0)} → ${p99Late.toFixed(0)} ms\n`,
      )
      expect(unexpected(traffic.visits)).toEqual([])
      expect(memory[1]).toBeLessThan(memory[0] * 1.05)
      expect(resident[1]).toBeLessThan(resident[0] * 1.1)
      expect(files[1]).toBeLessThanOrEqual(files[0] + 2)
      // A machine that is busy for a moment is no leak: what grows with time grows many times more.
      expect(p99Late).toBeLessThan(p99Early * 2 + 100)
    },
    soakMinutes * 60_000 + 120_000,
  )
})

/**
 * Responses that a client should never get. A process that is being killed sends none; one that starts may say "not
 * ready".
 */
const unexpected = (visits: readonly Visit[]): readonly string[] => [
  ...new Set(
    visits.filter(({ status }) => status !== 200 && status !== 0).map(({ what, status }) => `${what} ${status}`),
  ),
]

const megabytes = (bytes: readonly number[]): string =>
  `${bytes.map((value) => (value / 2 ** 20).toFixed(0)).join(' → ')} MB`

const shown = (values: readonly number[]): string =>
  `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}`
