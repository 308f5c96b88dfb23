import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quickPay } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PostgresqlServer, startPostgresql } from '../../testing/postgresql-server.ts'
import { payingSettings, tryToVerify, verified } from '../../testing/quick-payer.ts'
import { seedAccount } from '../../testing/seed-account.ts'
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts'
import { migrate } from './migrate.ts'
import type { OpenDatabase } from './open-database.ts'
import { openPostgresql } from './open-postgresql.ts'

const folder = mkdtempSync(join(tmpdir(), 'coopline-disk-'))
const disk = join(folder, 'disk')
mkdirSync(disk)
/** A small disk of its own. Only root may mount one. */
const hasDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]).status === 0
if (!hasDisk) process.stdout.write('NOTICE: no disk can be mounted here; disk-full.test.ts covers the answers\n')

let postgresql: PostgresqlServer
let database: OpenDatabase
let portal: TestPortal
beforeAll(async () => {
  postgresql = await startPostgresql(true)
  const options = { poolSize: 4, acquireTimeoutMs: 5_000, statementTimeoutMs: 5_000, onError: () => {} }
  database = openPostgresql({ ...options, url: postgresql.url('postgres') })
  await migrate(database)
  portal = await startTestPortal({ deps: { db: database.db }, env: { REQUESTS_PER_5_MINUTES: '100000' } })
  portal.set(payingSettings)
  await seedAccount(database.db)
})
afterAll(async () => {
  await portal.close()
  await database.close()
  await postgresql.stop()
  if (hasDisk) spawnSync('umount', [disk])
  rmSync(folder, { recursive: true, force: true })
})

// A failed fsync makes PostgreSQL stop and recover from its log, as when it is killed (database-away.chaos.test.ts).
it.runIf(hasDisk)(
  'on a full disk, writes answer 503, reads work, no answered write is lost, and writes work again with free space [REL-21]',
  async () => {
    const place = join(disk, 'tables')
    mkdirSync(place)
    const { uid, gid } = statSync(postgresql.dataDir)
    for (const path of [folder, disk]) chmodSync(path, 0o755)
    chownSync(place, uid, gid)
    await database.runScript(`create tablespace small location '${place}'`)
    await database.runScript('alter table portal.quick_pay_grant set tablespace small')
    const payer = await verified(portal)
    const read = async () =>
      portal.call(quickPay.settings, {
        params: { memberNumber: payer.verification.memberNumber },
        query: { applicationId: 'Web' },
        bearer: payer.bearer,
        cookie: payer.cookie,
      })
    const filler = join(disk, 'filler')
    expect(() => writeFileSync(filler, Buffer.alloc(8 * 2 ** 20))).toThrow('ENOSPC')
    let answered = 1
    const statuses = new Set<number>()
    const waits: number[] = []
    // The last page of the table still has room for some rows.
    for (let attempt = 0; attempt < 300 && !statuses.has(503); attempt += 1) {
      const { statusCode, headers } = await tryToVerify(portal)
      statuses.add(statusCode)
      if (statusCode === 200) answered += 1
      else waits.push(Number(headers['retry-after']))
    }
    expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([])
    expect(statuses.has(503)).toBe(true)
    expect(waits.every((seconds) => seconds > 0)).toBe(true)
    expect((await read()).statusCode).toBe(200)
    expect((await portal.inject({ url: '/readyz' })).statusCode).toBe(200)
    rmSync(filler)
    expect((await tryToVerify(portal)).statusCode).toBe(200)
    const [row] = await database.runScript('select count(*)::int as n from portal.quick_pay_grant')
    expect(row?.['n']).toBe(answered + 1)
  },
)
